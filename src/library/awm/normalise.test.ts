import { expect, it } from 'vitest';
import { familyOf, inWords, normalise } from './normalise.ts';

it.each([
  ['Door Desk (Delivery Tracking)', 'door_desk_delivery_tracking'],
  ['e_commerce_33', 'e_commerce_33'],
  ['  Q&A -- Base 1 ', 'q_a_base_1'],
  ['C', 'c'],
  ['C++', 'c'],
  ['東京', ''],
  ['Café', 'caf'],
])('%s', (name, expected) => {
  expect(normalise(name)).toBe(expected);
});

it('names the kind of a scenario', () => {
  expect(['e_commerce_33', 'seed_library'].map(familyOf)).toEqual(['e_commerce', 'seed_library']);
  expect(inWords('e_commerce')).toBe('E commerce');
});

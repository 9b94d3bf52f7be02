import { expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { goesBack } from './state-clock.ts';

it.each<[string, number, Json, Json]>([
  ['current_time', 3, '2024-03-04T06:00:00Z', '2024-03-04T05:59:59Z'],
  ['currentDate', 2, '2024-03-04', '2024-03-03'],
  ['current_simulated_date', 3, '2024-03-04', '2024-03-03'],
  ['now', 2, '2024-03-04 06:00', '2024-03-04T05:00'],
  ['date', 1, '2024-03-04', '2024-03-03'],
  ['last_sync_time', 1, '2024-03-04T06:00:00Z', '2024-03-04T06:00:00+01:00'],
  ['elapsed_minutes', 2, 30, 29],
  ['current_time', 1, 43200, 43199],
])('%s at depth %i goes back from %j to %j', (name, depth, before, after) => {
  expect(goesBack({ name, depth, before, after })).toBe(true);
  expect(goesBack({ name, depth, before: after, after: before })).toBe(false);
  expect(goesBack({ name, depth, before, after: before })).toBe(false);
});

it.each<[string, number, Json, Json]>([
  ['due_date', 2, '2024-03-04', '2024-03-03'], // a plan, not a clock
  ['date', 3, '2024-03-04', '2024-03-03'], // an appointment's
  ['current_hour', 1, 23, 0], // begins anew each day
  ['current_sim_time', 1, '23:59:30', '00:00:10'],
  ['last_price', 1, 12, 11],
  ['current_price', 1, 12, 11],
  ['candidate', 1, '2024-03-04', '2024-03-03'],
])('%s at depth %i may go from %j to %j', (name, depth, before, after) => {
  expect(goesBack({ name, depth, before, after })).toBe(false);
});

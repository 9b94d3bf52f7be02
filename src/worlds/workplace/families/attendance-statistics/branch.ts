/** Which branch an assignment is about. Two assignments of one day never share one, so that a question about rules means one manual. */
import { stream } from '../../../../core/random.ts';
import type { Site } from '../../family.ts';

const BRANCHES = [
  'Harbour',
  'Old Mill',
  'Northgate',
  'Riverside',
  'Hillcrest',
  'Lakeview',
  'Orchard',
  'Quarry',
  'Seaward',
  'Station',
  'Viaduct',
  'Westmoor',
];

export function branchOf({ id, date, people }: Pick<Site, 'id' | 'date' | 'people'>): string {
  // The order is the day's, the place in it the assignment's: chance of one assignment alone could not keep two apart.
  const order = stream(people.map(({ name }) => name).join(), date, 'branches').shuffle(BRANCHES);
  const ordinal = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  return order[(ordinal - 1) % order.length] ?? 'Harbour';
}

/** Which product line an assignment is about, and who sells it. Two assignments of one day never share a line, and so no handbook. */
import { stream } from '../../../../core/random.ts';
import type { Site } from '../../family.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../name-pool.ts';
import type { Seller } from './orders.ts';
import { UNITS } from './params.ts';

const LINES = [
  'Alder',
  'Beacon',
  'Cobalt',
  'Drumlin',
  'Ember',
  'Fathom',
  'Gannet',
  'Heather',
  'Juniper',
  'Kestrel',
  'Lantern',
  'Marram',
];

export function lineOf({ id, date, people }: Pick<Site, 'id' | 'date' | 'people'>): string {
  // The order is the day's, the place in it the assignment's: chance of one assignment alone could not keep two apart.
  const order = stream(people.map(({ name }) => name).join(), date, 'product lines').shuffle(LINES);
  const ordinal = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  return order[(ordinal - 1) % order.length] ?? 'Alder';
}

const MOST_OF_THE_HOUSE = 4;

/** Some of the department's own people, and as many agents in the field as make a list worth ranking. */
export function sellersOf(site: Pick<Site, 'random' | 'people' | 'staff'>): readonly Seller[] {
  const taken = new Set(site.people.map(({ name }) => name));
  const fresh = (): string => {
    for (;;) {
      const name = `${site.random.pick(FIRST_NAMES)} ${site.random.pick(LAST_NAMES)}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  return UNITS.flatMap((department) => {
    const own = site.staff({ department }).slice(0, MOST_OF_THE_HOUSE);
    const agents = Array.from({ length: site.random.int(7, 10) - own.length }, fresh);
    return [...own.map(({ name }) => name), ...agents].map((name) => ({ name, department }));
  });
}

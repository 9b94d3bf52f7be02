/** Tables whose numbers follow from another table: fees from rates, hours under way from carriers' terms. */
import type { Random } from '../../../../core/random.ts';
import { dayAfter, drawn, fixed, type Kind, type Lookup, numberIn, placeName } from './kind.ts';

const taxFee: Kind = {
  name: 'transactions/tax_fee',
  columns: ['entity', 'date', 'category', 'amount', 'fee'],
  targets: { fee: 2 },
  rule: '`fee` = `amount` × the rate of the row’s `category`. The rates are in a table of their own beside the data; of several, only one applies to a data file, and Finance can say which.',
  lookup: {
    department: 'Finance',
    stem: 'rates',
    what: 'table of rates',
    columns: ['category', 'rate'],
    draw: (random, count) =>
      tables(count, {
        A: random.shuffle([0.03, 0.04, 0.05, 0.06]).map((rate) => [rate]),
        B: random.shuffle([0.07, 0.075, 0.08, 0.09]).map((rate) => [rate]),
        C: random.shuffle([0.1, 0.105, 0.11, 0.12]).map((rate) => [rate]),
      }),
  },
  draw: (random, count, lookup) =>
    Array.from({ length: count }, (_, number) => {
      const category = random.pick([...lookup.keys()]);
      const amount = drawn(random, [100, 5000], 2);
      const fee = fixed(Number(amount) * (lookup.get(category)?.[0] ?? 0), 2);
      return { entity: placeName(random.int(0, 15)), date: dayAfter(number), category, amount, fee };
    }),
  isSolvable: () => true,
  exact: ({ rows, at, lookup }) => numberIn(rows[at], 'amount') * (lookup.get(rows[at]?.category ?? '')?.[0] ?? 0),
};

/** Hours have three decimals, so that a distance in whole kilometres comes out of them again. */
const eta: Kind = {
  name: 'logistics/eta_distance_sla',
  columns: ['shipment', 'distance_km', 'carrier', 'eta_hours'],
  targets: { distance_km: 0, eta_hours: 3 },
  rule: '`eta_hours` = `distance_km` ÷ the carrier’s `speed_kmh` + its `handling_hours`. Where the distance is missing: `distance_km` = (`eta_hours` − `handling_hours`) × `speed_kmh`. The carriers’ terms are in a table of their own beside the data; of several, only one applies to a data file, and the people who book carriers can say which.',
  lookup: {
    department: 'Sales_1',
    stem: 'carrier_terms',
    what: 'table of carrier terms',
    columns: ['carrier', 'speed_kmh', 'handling_hours'],
    draw: (random, count) =>
      tables(count, {
        X: carrierTerms(random, [56, 60, 63, 66]),
        Y: carrierTerms(random, [45, 48, 50, 54]),
        Z: carrierTerms(random, [68, 70, 75, 80]),
      }),
  },
  draw: (random, count, lookup) =>
    Array.from({ length: count }, (_, number) => {
      const carrier = random.pick([...lookup.keys()]);
      const [speed = 1, handling = 0] = lookup.get(carrier) ?? [];
      const distance = drawn(random, [50, 800], 0);
      const hours = fixed(Number(distance) / speed + handling, 3);
      return { shipment: `S-${7001 + number}`, distance_km: distance, carrier, eta_hours: hours };
    }),
  isSolvable: () => true,
  exact: ({ rows, at, column, lookup }) => {
    const [speed = 1, handling = 0] = lookup.get(rows[at]?.carrier ?? '') ?? [];
    if (column === 'eta_hours') return numberIn(rows[at], 'distance_km') / speed + handling;
    // The hours are rounded; the distance is a whole number, and this is the nearest one.
    return Math.round((numberIn(rows[at], 'eta_hours') - handling) * speed);
  },
};

function carrierTerms(random: Random, speeds: readonly number[]): readonly (readonly number[])[] {
  const handling = random.shuffle([0.5, 0.8, 1, 1.5]);
  return random.shuffle(speeds).map((speed, i) => [speed, handling[i] ?? 1]);
}

/** The n-th table takes the n-th of the values that each key may have. */
function tables(count: number, keys: Readonly<Record<string, readonly (readonly number[])[]>>): readonly Lookup[] {
  return Array.from(
    { length: count },
    (_, n) => new Map(Object.entries(keys).map(([key, values]) => [key, values[n] ?? []] as const)),
  );
}

export const lookupKinds: readonly Kind[] = [taxFee, eta];

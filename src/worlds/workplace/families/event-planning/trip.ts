/**
 * Trips in figures: every plan that is possible with a guide, its interest, cost, distance and end, and how it stands among the
 * others. Sums are of whole tenths and whole money, so that no rounding can be argued about. It knows neither files nor judges.
 */
import { type Guide, START, type Third, ticketOn } from './guide.ts';

export interface Plan {
  readonly morning: string;
  readonly lunch: string;
  readonly afternoon: string;
}

export interface Trip {
  readonly plan: Plan;
  readonly interest: number;
  readonly cost: number;
  readonly distance: number;
  /** Between 0 and 1, not rounded. */
  readonly overall: number;
  /** Minutes since midnight at which everybody is back. */
  readonly end: number;
}

const LEAVES = 9 * 60;
const STAY = 120;
const LUNCH = 90;
/** 30 km/h: two minutes a kilometre, so five tenths a minute. */
const TENTHS_A_MINUTE = 5;

/** All plans in the order of the lists. */
export function tripsOf(guide: Guide, third: Third): readonly Trip[] {
  const tenthsBetween = distancesOf(guide.roads);
  const raw = guide.locations.flatMap((morning) =>
    guide.locations
      .filter((afternoon) => afternoon !== morning)
      .flatMap((afternoon) =>
        guide.restaurants.map((lunch) => {
          const stops = [START, morning.name, lunch.name, afternoon.name, START];
          const legs = stops.slice(1).map((stop, i) => tenthsBetween(stops[i] ?? START, stop));
          return {
            plan: { morning: morning.name, lunch: lunch.name, afternoon: afternoon.name },
            interest: sum([morning, lunch, afternoon].map((stop) => tenths(stop.interest))),
            cost: ticketOn(morning.ticket, third) + ticketOn(afternoon.ticket, third) + lunch.price,
            distance: sum(legs),
            end: LEAVES + 2 * STAY + LUNCH + sum(legs.map((leg) => Math.ceil(leg / TENTHS_A_MINUTE))),
          };
        }),
      ),
  );
  const interestIn = normal(raw.map(({ interest }) => interest));
  const costIn = normal(raw.map(({ cost }) => cost));
  const distanceIn = normal(raw.map(({ distance }) => distance));
  return raw.map(({ interest, distance, ...trip }) => ({
    ...trip,
    interest: interest / 10,
    distance: distance / 10,
    overall: 0.4 * interestIn(interest) + 0.4 * (1 - costIn(trip.cost)) + 0.2 * (1 - distanceIn(distance)),
  }));
}

export function tripWith(trips: readonly Trip[], plan: Plan): Trip | undefined {
  return trips.find(
    ({ plan: { morning, lunch, afternoon } }) =>
      morning === plan.morning && lunch === plan.lunch && afternoon === plan.afternoon,
  );
}

export function rounded4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function normal(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most === least ? 0 : (value - least) / (most - least));
}

function tenths(value: number): number {
  return Math.round(value * 10);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Along the roads there is one way between any two places; its length in tenths of a kilometre. */
function distancesOf(roads: Guide['roads']): (from: string, to: string) => number {
  const near = new Map<string, { readonly to: string; readonly far: number }[]>();
  for (const { from, to, distance_km } of roads) {
    near.set(from, [...(near.get(from) ?? []), { to, far: tenths(distance_km) }]);
    near.set(to, [...(near.get(to) ?? []), { to: from, far: tenths(distance_km) }]);
  }
  const known = new Map<string, ReadonlyMap<string, number>>();
  const from = (place: string): ReadonlyMap<string, number> => {
    const found = new Map([[place, 0]]);
    for (const [here, far] of found) {
      for (const road of near.get(here) ?? []) if (!found.has(road.to)) found.set(road.to, far + road.far);
    }
    return found;
  };
  return (start, end) => {
    const found = known.get(start) ?? from(start);
    known.set(start, found);
    return found.get(end) ?? 0;
  };
}

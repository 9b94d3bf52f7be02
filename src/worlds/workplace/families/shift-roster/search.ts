/**
 * Finds a roster that keeps to everything, day by day with a step back where a day cannot be filled, and from another order of people
 * when that takes too long. Given the same requirement it finds the same roster.
 */
import { type Random, stream } from '../../../../core/random.ts';
import { type Member, needOf, type Requirement, type Roster, type Shift, spanOf } from './roster.ts';

const ATTEMPTS = 10;
/** Days that one attempt may try to fill. */
const MOST_TRIED = 150;

/** Null where none was found. */
export function findRoster(requirement: Requirement): Roster | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = tryRoster(requirement, stream('roster', attempt));
    if (found !== null) return found;
  }
  return null;
}

type Day = ReadonlyMap<string, readonly string[]>;

interface Standing {
  readonly shifts: number;
  /** When the last shift ended, counted from the first midnight. */
  readonly restsFrom: number;
}

export function tryRoster(requirement: Requirement, random: Random): Roster | null {
  const { dates, team } = requirement;
  let tried = 0;
  const fill = (day: number, standings: ReadonlyMap<string, Standing>): readonly Day[] | null => {
    const date = dates[day];
    if (date === undefined) return [];
    const order = random.shuffle(team).toSorted((a, b) => shiftsOf(standings, a) - shiftsOf(standings, b));
    for (const plan of dayPlans({ requirement, date, day, order, standings }, 0)) {
      if (++tried > MOST_TRIED) return null;
      const rest = fill(day + 1, standingsAfter(standings, plan, { requirement, day }));
      if (rest !== null) return [plan, ...rest];
    }
    return null;
  };
  const found = fill(0, standingsBefore(requirement));
  return found === null ? null : new Map(dates.map((date, i) => [date, found[i] ?? new Map()]));
}

function shiftsOf(standings: ReadonlyMap<string, Standing>, { id }: Member): number {
  return standings.get(id)?.shifts ?? 0;
}

function standingsBefore({ shifts, before }: Requirement): ReadonlyMap<string, Standing> {
  return new Map(
    Object.entries(before).flatMap(([id, name]) => {
      const shift = shifts.find((one) => one.name === name);
      return shift === undefined ? [] : [[id, { shifts: 0, restsFrom: spanOf(shift, -1).end }] as const];
    }),
  );
}

function standingsAfter(
  standings: ReadonlyMap<string, Standing>,
  plan: Day,
  { requirement, day }: { readonly requirement: Requirement; readonly day: number },
): ReadonlyMap<string, Standing> {
  const after = new Map(standings);
  for (const shift of requirement.shifts) {
    for (const id of plan.get(shift.name) ?? []) {
      after.set(id, { shifts: (standings.get(id)?.shifts ?? 0) + 1, restsFrom: spanOf(shift, day).end });
    }
  }
  return after;
}

interface DayParts {
  readonly requirement: Requirement;
  readonly date: string;
  readonly day: number;
  readonly order: readonly Member[];
  readonly standings: ReadonlyMap<string, Standing>;
}

/** All ways to fill a day from the n-th shift on. */
function* dayPlans(parts: DayParts, from: number): Generator<Day> {
  const { requirement, date, order } = parts;
  const shift = requirement.shifts[from];
  if (shift === undefined) {
    yield new Map();
    return;
  }
  const able = order.filter((member) => canWork(member, shift, parts));
  for (const chosen of combinations(able, needOf(requirement, date, shift.name))) {
    if (!isQualified(chosen, requirement)) continue;
    const others = { ...parts, order: order.filter((member) => !chosen.includes(member)) };
    for (const rest of dayPlans(others, from + 1)) {
      yield new Map([[shift.name, chosen.map(({ id }) => id)], ...rest]);
    }
  }
}

function canWork({ id, off }: Member, shift: Shift, { requirement, date, day, standings }: DayParts): boolean {
  const { shifts = 0, restsFrom = Number.NEGATIVE_INFINITY } = standings.get(id) ?? {};
  const { restHours, most } = requirement;
  return !off.includes(date) && shifts < most && spanOf(shift, day).start - restsFrom >= restHours * 60;
}

function isQualified(chosen: readonly Member[], { qualifications }: Requirement): boolean {
  return qualifications.every((one) => chosen.some((member) => member.qualifications.includes(one)));
}

function* combinations(from: readonly Member[], count: number): Generator<readonly Member[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [i, first] of from.entries()) {
    for (const rest of combinations(from.slice(i + 1), count - 1)) yield [first, ...rest];
  }
}

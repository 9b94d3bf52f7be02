/** A roster, what it has to keep to, and where it does not. Pure; it knows neither files nor people's names. */
import type { Minute } from '../../instance.ts';

export type Shift = {
  readonly name: string;
  readonly start: Minute;
  /** On the next day where it is not after the start. */
  readonly end: Minute;
};

export type Member = {
  readonly id: string;
  readonly name: string;
  readonly qualifications: readonly string[];
  /** Dates on which they cannot work. */
  readonly off: readonly string[];
};

export type Requirement = {
  readonly dates: readonly string[];
  readonly shifts: readonly Shift[];
  /** People by `date shift`. */
  readonly needs: Readonly<Record<string, number>>;
  readonly team: readonly Member[];
  /** Each must be there in every shift. */
  readonly qualifications: readonly string[];
  readonly restHours: number;
  readonly most: number;
  /** Who worked which shift on the day before the first, by id. */
  readonly before: Readonly<Record<string, string>>;
};

/** Ids by date and shift. */
export type Roster = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const DAY: Minute = 24 * 60;

export function needOf({ needs }: Pick<Requirement, 'needs'>, date: string, shift: string): number {
  return needs[`${date} ${shift}`] ?? 0;
}

/** When a shift of the n-th day begins and ends, counted from the first midnight; the day before the first is -1. */
export function spanOf({ start, end }: Shift, day: number): { readonly start: Minute; readonly end: Minute } {
  return { start: day * DAY + start, end: day * DAY + (end > start ? end : end + DAY) };
}

export interface Flaws {
  /** Dates on which a shift has too many people or too few, or somebody twice. */
  readonly uncovered: readonly string[];
  /** `date shift` without somebody qualified. */
  readonly unqualified: readonly string[];
  /** Ids. */
  readonly unrested: readonly string[];
  readonly overworked: readonly string[];
  readonly off: readonly string[];
}

export function flawsIn(roster: Roster, requirement: Requirement): Flaws {
  const { dates, shifts, team, qualifications } = requirement;
  const on = (date: string, shift: string): readonly string[] => roster.get(date)?.get(shift) ?? [];
  const all = dates.flatMap((date) => shifts.map(({ name }) => ({ date, name, people: on(date, name) })));
  const membersAt = (ids: readonly string[]): readonly Member[] => team.filter(({ id }) => ids.includes(id));
  return {
    uncovered: dates.filter((date) => !isCovered(date, on, requirement)),
    unqualified: all
      .filter(({ people }) =>
        qualifications.some((one) => !membersAt(people).some((member) => member.qualifications.includes(one))),
      )
      .map(({ date, name }) => `${date} ${name}`),
    unrested: team.filter(({ id }) => !isRested(id, on, requirement)).map(({ id }) => id),
    overworked: team
      .filter(({ id }) => all.filter(({ people }) => people.includes(id)).length > requirement.most)
      .map(({ id }) => id),
    off: team
      .filter(({ id, off }) => all.some(({ date, people }) => off.includes(date) && people.includes(id)))
      .map(({ id }) => id),
  };
}

export function isFlawless(flaws: Flaws): boolean {
  return Object.values(flaws).every((list: readonly string[]) => list.length === 0);
}

type On = (date: string, shift: string) => readonly string[];

function isCovered(date: string, on: On, requirement: Requirement): boolean {
  const { shifts, team } = requirement;
  const known = new Set(team.map(({ id }) => id));
  const everybody = shifts.flatMap(({ name }) => on(date, name));
  return (
    shifts.every(({ name }) => on(date, name).length === needOf(requirement, date, name)) &&
    new Set(everybody).size === everybody.length &&
    everybody.every((id) => known.has(id))
  );
}

function isRested(id: string, on: On, { dates, shifts, before, restHours }: Requirement): boolean {
  const sunday = shifts.filter(({ name }) => name === before[id]).map((shift) => spanOf(shift, -1));
  const spans = dates.flatMap((date, day) =>
    shifts.filter(({ name }) => on(date, name).includes(id)).map((shift) => spanOf(shift, day)),
  );
  const inOrder = [...sunday, ...spans].toSorted((a, b) => a.start - b.start);
  return inOrder.every((span, i) => {
    const next = inOrder[i + 1];
    return next === undefined || next.start - span.end >= restHours * 60;
  });
}

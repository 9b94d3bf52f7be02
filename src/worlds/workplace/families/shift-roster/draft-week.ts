/**
 * Draws a week that has a roster: needs and qualifications first, then a roster that keeps to them, then leave on days that it leaves
 * free. A week counts only if a search finds a roster before and after the changes, and if not asking, or not heeding the board, shows.
 */
import type { Random } from '../../../../core/random.ts';
import type { Minute, Person } from '../../instance.ts';
import type { Params } from './params.ts';
import { type Revision, revised } from './revision.ts';
import { flawsIn, isFlawless, type Member, needOf, type Requirement, type Roster, type Shift } from './roster.ts';
import { findRoster, tryRoster } from './search.ts';
import { rosterInTurns } from './turns.ts';

export interface Week {
  /** As given out; `off` is each one's leave. */
  readonly requirement: Requirement;
  readonly revisions: readonly Revision[];
}

const SHIFTS: readonly Shift[] = [
  { name: 'early', start: 6 * 60, end: 14 * 60 },
  { name: 'late', start: 14 * 60, end: 22 * 60 },
  { name: 'night', start: 22 * 60, end: 6 * 60 },
];
const QUALIFICATIONS = ['first aid', 'keys'];
const REST_HOURS = 11;
const MOST_DRAWS = 400;
/** So many people must be put to work on their leave by whoever does not ask. */
const SHOWING = 2;

export interface WeekWish {
  readonly random: Random;
  readonly people: readonly Person[];
  readonly dates: readonly string[];
  /** When each change is announced. */
  readonly times: readonly Minute[];
  readonly params: Params;
}

export function drawWeek(wish: WeekWish): Week {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const week = tryWeek(wish);
    if (week !== null && isTelling(week)) return week;
  }
  throw new Error('no week with a roster was found');
}

function tryWeek({ random, people, dates, times, params }: WeekWish): Week | null {
  const shifts = SHIFTS.slice(0, params.shifts);
  const qualifications = QUALIFICATIONS.slice(0, params.qualifications);
  const team = drawTeam(random, people, { qualifications, size: params.team });
  const needs = Object.fromEntries(
    dates.flatMap((date) => shifts.map(({ name }) => [`${date} ${name}`, name === 'night' ? 1 : random.int(1, 2)])),
  );
  const before = params.hasSunday
    ? Object.fromEntries(
        random
          .shuffle(team)
          .slice(0, shifts.length)
          .map(({ id }, i) => [id, shifts[i]?.name ?? '']),
      )
    : {};
  const bare: Requirement = {
    ...{ dates, shifts, needs, team, qualifications, before },
    restHours: REST_HOURS,
    most: params.most,
  };
  const revisions = drawRevisions(random, bare, { times, params });
  const planted = tryRoster(revised(bare, revisions), random);
  if (planted === null) return null;
  return { requirement: withLeave(random, bare, planted), revisions };
}

function drawTeam(
  random: Random,
  people: readonly Person[],
  { qualifications, size }: { readonly qualifications: readonly string[]; readonly size: number },
): readonly Member[] {
  const chosen = random.shuffle(people).slice(0, size);
  const holders = qualifications.map((one) => ({
    one,
    // Not everybody, or it would not matter; enough for a week's shifts.
    ids: new Set(
      random
        .shuffle(chosen)
        .slice(0, size - 2)
        .map(({ id }) => id),
    ),
  }));
  return chosen.map(({ id, name }) => ({
    id,
    name,
    qualifications: holders.filter(({ ids }) => ids.has(id)).map(({ one }) => one),
    off: [],
  }));
}

function drawRevisions(
  random: Random,
  { dates, shifts, team, needs }: Requirement,
  { times: [first = 0, second = first], params }: Pick<WeekWish, 'times' | 'params'>,
): readonly Revision[] {
  const { id } = random.pick(team);
  const from = random.int(0, dates.length - params.ill);
  const absent: Revision = { kind: 'absent', at: first, person: id, dates: dates.slice(from, from + params.ill) };
  const [date, shift] = [random.pick(dates), random.pick(shifts.slice(0, 2)).name];
  if (!params.hasSurge) return [absent];
  return [absent, { kind: 'needs', at: second, date, shift, people: needOf({ needs }, date, shift) + 1 }];
}

/** Up to two days of leave for each, on days that the roster leaves free; one in six has none. */
function withLeave(random: Random, requirement: Requirement, planted: Roster): Requirement {
  const { dates, shifts, team } = requirement;
  const works = (id: string, date: string): boolean =>
    shifts.some(({ name }) => planted.get(date)?.get(name)?.includes(id));
  return {
    ...requirement,
    team: team.map((member) => {
      const free = random.shuffle(dates.filter((date) => !works(member.id, date)));
      const count = random.pick([0, 1, 2, 2, 2, 2]);
      return { ...member, off: free.slice(0, count).toSorted() };
    }),
  };
}

function isTelling({ requirement, revisions }: Week): boolean {
  const final = revised(requirement, revisions);
  const first = findRoster(requirement);
  // Whoever works through the board and comes to any version in between must find a roster too.
  const versions = revisions.map((_, i) => findRoster(revised(requirement, revisions.slice(0, i + 1))));
  if (first === null || versions.includes(null) || isFlawless(flawsIn(first, final))) return false;
  const unasked = revised(withoutLeave(requirement), revisions);
  const guesses = [findRoster(unasked), rosterInTurns(unasked)];
  return guesses.every((guess) => guess !== null && flawsIn(guess, final).off.length >= SHOWING);
}

function withoutLeave(requirement: Requirement): Requirement {
  return { ...requirement, team: requirement.team.map((member) => ({ ...member, off: [] })) };
}

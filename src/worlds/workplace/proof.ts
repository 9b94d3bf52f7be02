/**
 * Whether a day can be done: a competent person who always does what is due next, keeps appointments and hears of changes when
 * everybody does, finishes each assignment in time; and every clue is there, in reach and in order, before it is too late. What is in
 * the way is said in a sentence each. It changes nothing.
 */
import type { Clue, Point } from './family.ts';
import { type Day, type Fact, type Minute, TRAINEE } from './instance.ts';
import type { Job } from './schedule.ts';

/** A job as it stands after all changes, with when the changes come. */
export interface Course extends Job {
  /** The deadline as it was first told, and when the one that holds came to be known. */
  readonly first: Minute;
  readonly toldAt: Minute;
  /** Until when it is on the board: for ever, unless it is called off. */
  readonly until: Minute;
}

/** When each assignment is done by somebody who works like that; beyond the day's end where there is no time left. */
export function courseOfDay(jobs: readonly Course[], { opens, closes }: Pick<Day, 'opens' | 'closes'>): Finished {
  const left = new Map(jobs.map((job) => [job.id, Math.max(0, job.minutes - spanOf(job))]));
  const done = new Map<string, Minute>();
  const isKept = (now: Minute): boolean =>
    jobs.some(({ appointments }) => appointments.some(({ start, end }) => start <= now && now < end));
  for (let now = opens; now < closes; now++) {
    if (isKept(now)) continue;
    const dueOf = ({ toldAt, first, due }: Course): Minute => (now < toldAt ? first : due);
    const open = jobs.filter((job) => beginOf(job) <= now && now < job.until && !done.has(job.id));
    const [next] = open.toSorted((a, b) => dueOf(a) - dueOf(b));
    if (next === undefined) continue;
    const rest = (left.get(next.id) ?? 0) - 1;
    left.set(next.id, rest);
    if (rest <= 0) done.set(next.id, now + 1);
  }
  return done;
}

type Finished = ReadonlyMap<string, Minute>;

function spanOf({ appointments }: Job): Minute {
  return appointments.reduce((sum, { start, end }) => sum + (end - start), 0);
}

/** What is due after the last appointment may have to be done after it; what is due before is done before. */
function beginOf({ appointments, due, arrives }: Course): Minute {
  const last = appointments.reduce((latest, { end }) => Math.max(latest, end), 0);
  return due < last ? arrives : Math.max(arrives, last);
}

export interface Obstacle {
  /** The assignments that are in each other's way, or the one that takes too long. */
  readonly ids: readonly string[];
  readonly text: string;
}

/** Why somebody who works like that does not come through the day. */
export function obstaclesIn(jobs: readonly Course[], day: Pick<Day, 'opens' | 'closes'>): readonly Obstacle[] {
  const done = courseOfDay(jobs, day);
  const kept = jobs.flatMap(({ id, appointments }) => appointments.map((one) => ({ id, ...one })));
  const clashes = kept.flatMap((one, i) =>
    kept
      .slice(i + 1)
      .filter((other) => one.id !== other.id && one.start < other.end && other.start < one.end)
      .map(({ id }) => ({ ids: [one.id, id], text: `${one.id} and ${id} have appointments at the same time` })),
  );
  const late = jobs
    .filter(({ id, due, until }) => until > day.closes && (done.get(id) ?? Number.POSITIVE_INFINITY) > due)
    .map(({ id, minutes }) => ({ ids: [id], text: `${id} takes ${minutes} minutes and cannot be done in time` }));
  return [...clashes, ...late];
}

export interface Needed {
  readonly id: string;
  readonly arrives: Minute;
  readonly due: Minute;
  readonly clues: readonly Clue[];
  /** As judged where nothing was done: they name the clues they rest on. */
  readonly points: readonly Point[];
}

/** Clues that are nowhere, come too late, rest on each other in a circle, or that a checkpoint names and nobody laid. */
export function gapsIn(day: Day, { id, clues, points, ...time }: Needed): readonly string[] {
  const known = new Set(clues.map((clue) => clue.id));
  const names = [...points.flatMap((point) => point.clues), ...clues.flatMap(({ after }) => after)];
  const unlaid = [...new Set(names)]
    .filter((name) => !known.has(name))
    .map((name) => `${id} rests on "${name}", which is no clue`);
  const unreached = clues
    .filter((clue) => !isInReach(clue, day, time))
    .map((clue) => `${id}: nobody can learn ${clue.id} at ${clue.at} in time`);
  const circular = isOrdered(clues) ? [] : [`${id}: its clues lead to each other in a circle`];
  return [...unlaid, ...unreached, ...circular];
}

interface Time {
  readonly arrives: Minute;
  readonly due: Minute;
}

function isInReach({ kind, at }: Clue, day: Day, { arrives, due }: Time): boolean {
  const comes = day.events.filter((event) => event.at <= due);
  switch (kind) {
    case 'file':
    case 'picture':
      return (
        day.files.some(({ path }) => path === at) ||
        comes.some((event) => event.kind === 'file-updated' && event.file.path === at)
      );
    case 'meeting':
      return day.meetings.some(
        ({ id, end, attendees }) => id === at && end <= day.closes && attendees.includes(TRAINEE),
      );
    case 'system':
      return (
        day.records.some(({ system, name }) => `${system}/${name}` === at) ||
        day.systems.some(({ view, from }) => view === at && from <= due)
      );
    case 'person':
      return (
        comes.some((event) => event.kind === 'message' && event.discloses.includes(at)) ||
        isTold(at, day.facts, { arrives, due })
      );
  }
}

/** Somebody knows it, may say it while there is time, and what has to come first can be told as well. */
function isTold(id: string, facts: readonly Fact[], time: Time, on: readonly string[] = []): boolean {
  const fact = facts.find((one) => one.id === id);
  if (fact === undefined || on.includes(id)) return false;
  const { owners, from, until, needs } = fact;
  const isTimely = (from ?? 0) < time.due && (until ?? time.due) > time.arrives;
  const rest = needs.filter((need) => facts.some((one) => one.id === need));
  return owners.length > 0 && isTimely && rest.every((need) => isTold(need, facts, time, [...on, id]));
}

function isOrdered(clues: readonly Clue[]): boolean {
  const open = new Map(clues.map(({ id, after }) => [id, after]));
  for (let size = -1; size !== open.size; ) {
    size = open.size;
    for (const [id, after] of open) if (after.every((one) => !open.has(one))) open.delete(id);
  }
  return open.size === 0;
}

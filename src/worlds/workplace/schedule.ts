/**
 * Deadlines that can be met, and the best that could be done with them. Work is taken as blocks of minutes that one person does one
 * after the other, around appointments; by the next deadline first, which is best where everything can be done in time.
 */
import type { Minute } from './instance.ts';

export interface Job {
  readonly id: string;
  readonly minutes: Minute;
  readonly arrives: Minute;
  readonly due: Minute;
  readonly weight: number;
  /** Where it must be done at a given time. */
  readonly appointments: readonly { readonly start: Minute; readonly end: Minute }[];
}

/** When each job is done if they are done in this order, around all appointments. */
export function finishes(jobs: readonly Job[], opens: Minute): ReadonlyMap<string, Minute> {
  const booked = jobs.flatMap(({ appointments }) => appointments).toSorted((a, b) => a.start - b.start);
  const done = new Map<string, Minute>();
  let now = opens;
  for (const { id, minutes, arrives, appointments } of jobs) {
    now = Math.max(now, arrives);
    // What the appointment itself takes is in the job's own time already.
    const own = appointments.reduce((sum, { start, end }) => sum + (end - start), 0);
    now = worked(now, Math.max(0, minutes - own), booked);
    const last = appointments.reduce((latest, { end }) => Math.max(latest, end), 0);
    done.set(id, Math.max(now, last));
  }
  return done;
}

/** The minute at which so much work is done, if one stops for appointments. */
function worked(from: Minute, minutes: Minute, booked: Job['appointments']): Minute {
  let now = from;
  let left = minutes;
  for (const { start, end } of booked) {
    if (end <= now) continue;
    if (start >= now + left) break;
    left -= Math.max(0, start - now);
    now = end;
  }
  return now + left;
}

/** The most weight that can be finished in time by any order. Days have few jobs: all orders are tried, up to a bound. */
export function bestSchedule(
  jobs: readonly Job[],
  opens: Minute,
): { readonly weight: number; readonly onTime: readonly string[] } {
  let best: { weight: number; onTime: readonly string[] } = { weight: -1, onTime: [] };
  for (const order of orders(jobs)) {
    const done = finishes(order, opens);
    const onTime = jobs.filter(({ id, due }) => (done.get(id) ?? Number.POSITIVE_INFINITY) <= due);
    const weight = onTime.reduce((sum, job) => sum + job.weight, 0);
    if (weight > best.weight) best = { weight, onTime: onTime.map(({ id }) => id) };
  }
  return best;
}

const MOST_ORDERED = 6;

function* orders(jobs: readonly Job[]): Generator<readonly Job[]> {
  const byDue = jobs.toSorted((a, b) => a.due - b.due);
  yield byDue;
  if (jobs.length <= MOST_ORDERED) yield* permutations(jobs);
}

function* permutations(jobs: readonly Job[]): Generator<readonly Job[]> {
  if (jobs.length <= 1) {
    yield jobs;
    return;
  }
  for (const [i, first] of jobs.entries()) {
    for (const rest of permutations(jobs.toSpliced(i, 1))) yield [first, ...rest];
  }
}

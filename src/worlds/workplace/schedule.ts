/** Work as blocks of minutes that one person does one after the other, around appointments. Deadlines are made from it. */
import type { Minute } from './instance.ts';

export interface Job {
  readonly id: string;
  readonly minutes: Minute;
  readonly arrives: Minute;
  readonly due: Minute;
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

/**
 * What time it was when a scenario's data was made. Seeds say `now` and shift it by days; verifiers were written from a dump and
 * name the times that came out. Each pair of a named time and a shift votes for an instant, and the most votes win. So it needs
 * neither the data's build date nor the machine's.
 */
import { instantOf } from './instant.ts';

/** Times as text, to the second, each as often as it is there. */
export type Times = ReadonlyMap<string, number>;

export function countTimes(times: Iterable<string>, into: Map<string, number> = new Map()): Map<string, number> {
  for (const time of times) into.set(time, (into.get(time) ?? 0) + 1);
  return into;
}

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const NOW = /\b(?:date)?time\s*\(\s*'now'((?:\s*,\s*'[^']*')*)\s*\)|\bCURRENT_TIMESTAMP\b/gi;
const SHIFT = /^\s*([+-]?\d+(?:\.\d+)?)\s+(second|minute|hour|day)s?\s*$/i;

/** By how many seconds the statements shift `now`; what is not a plain shift (`start of day`) is left out. */
export function shiftsIn(statements: Iterable<string>): ReadonlySet<number> {
  const shifts = new Set<number>();
  for (const sql of statements) {
    for (const [, modifiers = ''] of sql.matchAll(NOW)) {
      const seconds = [...modifiers.matchAll(/'([^']*)'/g)].map(([, one = '']) => secondsOf(one));
      const sum = seconds.reduce((all, one) => all + one, 0);
      if (!Number.isNaN(sum)) shifts.add(sum);
    }
  }
  return shifts;
}

function secondsOf(modifier: string): number {
  const [, count = '', unit = ''] = SHIFT.exec(modifier) ?? [];
  return count === '' ? Number.NaN : Number(count) * (SECONDS[unit.toLowerCase()] ?? Number.NaN);
}

/** Older or newer than this is not when AWM data was made. */
const PLAUSIBLE = [Date.UTC(2024, 0), Date.UTC(2036, 0)] as const;

/** The instant in ISO 8601, or null where nothing speaks for one. */
export function epochOf(times: Times, shifts: ReadonlySet<number>): string | null {
  // A round time was thought up, not read from a clock.
  const read = [...times].filter(([time]) => !time.endsWith(':00'));
  const votes = new Map<number, number>();
  for (const [time, count] of read) {
    const at = instantOf(time);
    if (at === null) continue;
    // However often one verifier repeats a time, it is one witness; a table full of it is more, but not more than all others.
    const weight = 1 + Math.log2(count);
    // Columns that are filled with the time of the build are shifted by nothing.
    for (const shift of new Set([0, ...shifts])) {
      const instant = at - shift * 1000;
      votes.set(instant, (votes.get(instant) ?? 0) + weight);
    }
  }
  const plausible = [...votes].filter(([at]) => at >= PLAUSIBLE[0] && at < PLAUSIBLE[1]);
  // Where votes are equal, an instant that is itself named, then the newest.
  const named = new Set(read.map(([time]) => instantOf(time)));
  const [best] = plausible.sort(([a, x], [b, y]) => y - x || Number(named.has(b)) - Number(named.has(a)) || b - a);
  return best === undefined ? null : new Date(best[0]).toISOString();
}

/** Whether two end states differ in what matters: clock, log and generated ids are set aside before comparing. */
import { canonical, equal, type Json, type JsonObject } from '../../core/json.ts';
import type { Change } from '../../core/state.ts';

/** For a table: the columns that do not matter, or `*` where the whole table is a log. */
export interface Volatile {
  readonly [table: string]: '*' | readonly string[];
}

const GENERATED_ID = /^[A-Za-z]+-X\d{4,}$/;

export function sameEndState(a: readonly Change[], b: readonly Change[], volatile: Volatile): boolean {
  const left = essence(a, volatile);
  const right = essence(b, volatile);
  return left.length === right.length && left.every((change, i) => change === right[i]);
}

function essence(changes: readonly Change[], volatile: Volatile): readonly string[] {
  return changes
    .filter(({ table }) => volatile[table] !== '*')
    .flatMap(({ table, key, before, after }) => {
      const ignored = new Set<string>(volatile[table] ?? []);
      const [from, to] = [steady(before, ignored), steady(after, ignored)];
      // A row of which only the clock has moved has not changed.
      return equal(from, to) ? [] : [canonical([table, GENERATED_ID.test(key) ? 'new' : key, from, to])];
    })
    .sort();
}

function steady(row: JsonObject | null, ignored: ReadonlySet<string>): Json {
  if (row === null) return null;
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !ignored.has(column))
      .map(([column, value]) => [column, typeof value === 'string' && GENERATED_ID.test(value) ? 'new' : value]),
  );
}

/**
 * What a trainee has brought about, as it counts: results as they were taken at their deadlines, acts in the company's systems, and
 * meetings that were called or attended. What merely lies in the workspace afterwards makes no difference to anybody.
 */
import type { WorldNoted } from '../../core/event.ts';
import { canonical, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Change, State } from '../../core/state.ts';

export const WORKSPACE = 'workspace';

const TABLES: Readonly<Partial<Record<string, string>>> = {
  deliverable: 'taken',
  act: 'acts',
  'meeting-booked': 'booked',
  'meeting-cancelled': 'cancelled',
  'meeting-attended': 'attended',
};

/** As tables, empty ones left out. */
export function lastingIn(notes: readonly WorldNoted[]): State {
  const rows = withoutIdleActs(notes).flatMap(({ kind, data }) => {
    const table = TABLES[kind];
    return table === undefined ? [] : [{ table, row: withoutTime(data) }];
  });
  const tables = [...Map.groupBy(rows, ({ table }) => table)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(tables.map(([table, all]) => [table, all.map(({ row }, n) => ({ n, ...row }))]));
}

/** Orders add up; any other act that says the same again changes nothing, nor does one that comes when nothing is open any more. */
function withoutIdleActs(notes: readonly WorldNoted[]): readonly WorldNoted[] {
  const seen = new Set<string>();
  let open = 0;
  return notes.filter(({ kind, data }) => {
    const facts = isObject(data) ? data : {};
    if (kind === 'task-arrived') open++;
    if (kind === 'deliverable' && facts.isLate === false) open--;
    if (kind !== 'act' || facts.name === 'place_order') return true;
    const print = canonical(withoutTime(data));
    if (open <= 0 || seen.has(print)) return false;
    seen.add(print);
    return true;
  });
}

/** All of it as changes: none of it was there before. */
export function lastingChanges(state: State): readonly Change[] {
  return Object.entries(state).flatMap(([table, rows]) =>
    rows.map((after, n): Change => ({ table, key: String(n), before: null, after })),
  );
}

export function sameOutcome(a: readonly Change[], b: readonly Change[]): boolean {
  const [left, right] = [a, b].map((changes) =>
    changes.filter(({ table }) => table !== WORKSPACE).map((change) => canonical({ ...change })),
  );
  return canonical(left ?? []) === canonical(right ?? []);
}

/** A minute sooner or later makes no difference, unless something was late, which is said apart. */
function withoutTime(data: Json): JsonObject {
  if (!isObject(data)) return { data };
  const { at: _at, arrived: _arrived, ...rest } = data;
  return rest;
}

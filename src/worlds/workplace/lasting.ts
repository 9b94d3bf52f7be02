/**
 * What a trainee has brought about, as it counts: results as they were taken at their deadlines, what acts have changed in the
 * company's systems, and meetings that were called or attended. What merely lies in the workspace afterwards makes no difference to
 * anybody.
 */
import type { WorldNoted } from '../../core/event.ts';
import { canonical, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Change, State } from '../../core/state.ts';
import { standingOf } from './system-acts.ts';

export const WORKSPACE = 'workspace';
const LATE = 'late';

const TABLES: Readonly<Partial<Record<string, string>>> = {
  deliverable: 'taken',
  act: 'acts',
  'meeting-booked': 'booked',
  'meeting-cancelled': 'cancelled',
  'meeting-attended': 'attended',
};

/** As tables, empty ones left out. */
export function lastingIn(notes: readonly WorldNoted[]): State {
  const changesSomething = watcher();
  const isCalledOff = calledOffIn(notes);
  const rows = notes.flatMap(({ kind, data }) => {
    const named = TABLES[kind];
    if (named === undefined) return [];
    const row = withoutTime(data);
    if (isCalledOff(row)) return [];
    if (kind === 'act') return changesSomething.act(row) ? [{ table: named, row: withoutWording(row) }] : [];
    if (kind === 'meeting-attended' && !changesSomething.arrival(row)) return [];
    return [{ table: row.isLate === true ? LATE : named, row }];
  });
  const tables = [...Map.groupBy(rows, ({ table }) => table)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(tables.map(([table, all]) => [table, all.map(({ row }, n) => ({ n, ...row }))]));
}

/** What belongs to assignments that were called off: nobody asks any more whether it was done. What does harm is for judges to fail. */
function calledOffIn(notes: readonly WorldNoted[]): (row: JsonObject) => boolean {
  const assignments = new Set(
    notes.flatMap(({ kind, data }) =>
      kind === 'task-changed' && isObject(data) && data.kind === 'task-cancelled' ? [String(data.assignment)] : [],
    ),
  );
  return ({ of, meeting }) => {
    const owners = Array.isArray(of) ? of.map(String) : [String(meeting ?? '').split('/')[0] ?? ''];
    return owners.length > 0 && owners.every((id) => assignments.has(id));
  };
}

interface Watcher {
  /** Not where all that the act says stands there already. */
  act(row: JsonObject): boolean;
  /** Whoever was called away and comes back has been there before. */
  arrival(row: JsonObject): boolean;
}

/** Knows how things stand after each note that it was shown. */
function watcher(): Watcher {
  const records = new Map<string, JsonObject>();
  const visited = new Set<string>();
  return {
    act: (row) => {
      const { day = 0, name = '' } = row;
      const { on, addsUp = false } = standingOf(String(name));
      if (addsUp) return true;
      const said = dataOf(withoutWording(row));
      const thing = on === undefined ? said : Object.fromEntries(on.map((field) => [field, said[field] ?? null]));
      const key = canonical({ day, name, thing });
      const before = records.get(key);
      const after = { ...before, ...said };
      records.set(key, after);
      return before === undefined || canonical(after) !== canonical(before);
    },
    arrival: ({ day = 0, meeting = '' }) => {
      const key = canonical({ day, meeting });
      const isFirst = !visited.has(key);
      visited.add(key);
      return isFirst;
    },
  };
}

/** Where any words would do, only that there are some is kept. */
function withoutWording(row: JsonObject): JsonObject {
  const data = dataOf(row);
  const free = standingOf(String(row.name)).wording?.(data) ?? [];
  const given = free.filter((field) => field in data).map((field) => [field, true] as const);
  return given.length === 0 ? row : { ...row, data: { ...data, ...Object.fromEntries(given) } };
}

function dataOf({ data }: JsonObject): JsonObject {
  return isObject(data) ? data : {};
}

/** All of it as changes: none of it was there before. */
export function lastingChanges(state: State): readonly Change[] {
  return Object.entries(state).flatMap(([table, rows]) =>
    rows.map((after, n): Change => ({ table, key: String(n), before: null, after })),
  );
}

/** Late work mends points and never gets an assignment done: whether two days came to the same is settled by what was there in time. */
const UNSETTLING: ReadonlySet<string> = new Set([WORKSPACE, LATE]);

export function sameOutcome(a: readonly Change[], b: readonly Change[]): boolean {
  const [left, right] = [a, b].map((changes) =>
    changes.filter(({ table }) => !UNSETTLING.has(table)).map((change) => canonical({ ...change })),
  );
  return canonical(left ?? []) === canonical(right ?? []);
}

/** A minute sooner or later makes no difference, unless something was late, which is said apart. */
function withoutTime(data: Json): JsonObject {
  if (!isObject(data)) return { data };
  const { at: _at, arrived: _arrived, ...rest } = data;
  return rest;
}

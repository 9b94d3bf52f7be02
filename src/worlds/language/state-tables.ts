/**
 * An explicit state as tables of rows, so that judges and reports can show what changed: a table for each top-level key. What has
 * no id of its own is named by its place, which then stands in the row as `#`.
 */
import { equal, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Change, Snapshot, State } from '../../core/state.ts';
import { identityOf } from './identity.ts';

interface Row {
  readonly key: string;
  readonly row: JsonObject;
}

export const NO_STATE: Snapshot = { initial: {}, current: {}, changes: [] };

export function snapshotBetween(initial: JsonObject, current: JsonObject): Snapshot {
  const tables = Object.keys({ ...initial, ...current });
  const changes = tables.flatMap((table) =>
    changesOf(table, rowsOf(initial[table] ?? []), rowsOf(current[table] ?? [])),
  );
  return { initial: stateOf(initial), current: stateOf(current), changes };
}

function stateOf(state: JsonObject): State {
  return Object.fromEntries(
    Object.entries(state).map(([table, value]) => [table, rowsOf(value).map(({ row }) => row)]),
  );
}

function changesOf(table: string, before: readonly Row[], after: readonly Row[]): readonly Change[] {
  const [was, is] = [byKey(before), byKey(after)];
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].flatMap((key) => {
    const change = { table, key, before: was.get(key) ?? null, after: is.get(key) ?? null };
    return equal(change.before, change.after) ? [] : [change];
  });
}

function byKey(rows: readonly Row[]): ReadonlyMap<string, JsonObject> {
  return new Map(rows.map(({ key, row }) => [key, row]));
}

function rowsOf(value: Json): readonly Row[] {
  if (Array.isArray(value)) return rowsOfList(value);
  if (!isObject(value)) return [{ key: '', row: { value } }];
  const entries = Object.entries(value);
  // An object of objects is a list whose elements are known by their keys.
  return entries.every(([, part]) => isObject(part))
    ? entries.map(([key, part]) => placed(key, part))
    : [{ key: '', row: value }];
}

function rowsOfList(list: readonly Json[]): readonly Row[] {
  const known = list.map((element): Row | null => {
    const id = isObject(element) ? identityOf(element) : null;
    return id !== null && isObject(element) ? { key: String(element[id]), row: element } : null;
  });
  const rows = known.filter((row) => row !== null);
  const areUnique = rows.length === list.length && byKey(rows).size === list.length;
  return areUnique ? rows : list.map((element, index) => placed(index, element));
}

function placed(place: number | string, value: Json): Row {
  return { key: String(place), row: isObject(value) ? { '#': place, ...value } : { '#': place, value } };
}

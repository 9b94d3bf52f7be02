import { canonical, equal, type JsonObject } from './json.ts';

/** One row (or entity) that came, went or changed between the start of an episode and now. */
export interface Change {
  readonly table: string;
  /** The row's key: its primary-key values joined by `/`. */
  readonly key: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** A world's state as tables of rows, in a fixed order. */
export interface State {
  readonly [table: string]: readonly JsonObject[];
}

/** What a judge may look at. `initial` and `current` may be computed when first asked for. */
export interface Snapshot {
  readonly initial: State;
  readonly current: State;
  readonly changes: readonly Change[];
}

export function kindOf(change: Change): 'inserted' | 'deleted' | 'updated' {
  if (change.before === null) return 'inserted';
  return change.after === null ? 'deleted' : 'updated';
}

/** The columns whose value differs between before and after. */
export function changedColumns(change: Change): readonly string[] {
  const { before, after } = change;
  if (before === null || after === null) return Object.keys(before ?? after ?? {});
  return Object.keys(after).filter((column) => !equal(before[column] ?? null, after[column] ?? null));
}

/** The state after the changes. Rows that appear are put at the end of their table. */
export function applyChanges(state: State, changes: readonly Change[]): State {
  const tables: Record<string, readonly JsonObject[]> = { ...state };
  for (const [table, ofTable] of Map.groupBy(changes, (change) => change.table)) {
    const { replaced, added } = changedRows(ofTable);
    const kept = (tables[table] ?? []).flatMap((row) => {
      const to = replaced.get(canonical(row));
      return to === undefined ? [row] : to === null ? [] : [to];
    });
    tables[table] = [...kept, ...added];
  }
  return tables;
}

function changedRows(changes: readonly Change[]): { replaced: Map<string, JsonObject | null>; added: JsonObject[] } {
  const replaced = new Map<string, JsonObject | null>();
  const added: JsonObject[] = [];
  for (const { before, after } of changes) {
    if (before !== null) replaced.set(canonical(before), after);
    else if (after !== null) added.push(after);
  }
  return { replaced, added };
}

/** The rows of a table whose columns have the given values. */
export function rowsWhere(state: State, table: string, where: JsonObject = {}): readonly JsonObject[] {
  const rows = state[table];
  if (rows === undefined) throw new Error(`the state has no table "${table}"; it has ${Object.keys(state).join(', ')}`);
  return rows.filter((row) => Object.entries(where).every(([column, value]) => equal(row[column] ?? null, value)));
}

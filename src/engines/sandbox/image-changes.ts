/** Brings a database to the state that changes describe. Done before the guard stands, with our own statements only. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Change } from '../../core/state.ts';
import { listed, quoted } from '../identifier.ts';
import type { Table } from '../sqlite.ts';

/** First all that goes, then all that comes: so values that two rows have exchanged do not meet. */
export function applied(binding: DatabaseSync, changes: readonly Change[], tables: readonly Table[]): void {
  if (changes.length === 0) return;
  const tableOf = (name: string): Table => {
    const table = tables.find((known) => known.name === name);
    if (table === undefined) throw new Error(`the changes name a table "${name}" that the database does not have`);
    return table;
  };
  binding.exec('PRAGMA foreign_keys = OFF; BEGIN');
  for (const { table, before } of changes) if (before !== null) remove(binding, tableOf(table), before);
  for (const { table, after } of changes) if (after !== null) insert(binding, tableOf(table), after);
  binding.exec('COMMIT; PRAGMA foreign_keys = ON');
}

function remove(binding: DatabaseSync, { name, key }: Table, row: JsonObject): void {
  const where = key.map((column) => `${quoted(column)} = ?`).join(' AND ');
  const { changes } = binding.prepare(`DELETE FROM ${quoted(name)} WHERE ${where}`).run(...valuesOf(row, key));
  if (Number(changes) !== 1)
    throw new Error(`the changes begin with a row of "${name}" that the database does not have`);
}

function insert(binding: DatabaseSync, { name, columns }: Table, row: JsonObject): void {
  const marks = columns.map(() => '?').join(', ');
  binding.prepare(`INSERT INTO ${quoted(name)} (${listed(columns)}) VALUES (${marks})`).run(...valuesOf(row, columns));
}

function valuesOf(row: JsonObject, columns: readonly string[]): SQLInputValue[] {
  return columns.map((column) => cellOf(row[column] ?? null));
}

function cellOf(value: Json): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`a changed row holds ${JSON.stringify(value)}, which no column can`);
}

/**
 * The inverse of `diffImages`: a database as it is after changes that were recorded elsewhere. Rows are put there as they are
 * told, without keys' cascades, checks or triggers, which had their say when the changes were made. A table that the image lacks
 * is made up from its rows; row numbers that no column shows are kept where the row was there before.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Json, JsonObject } from '../core/json.ts';
import type { Change } from '../core/state.ts';
import { listed, quoted } from './identifier.ts';
import { type Cell, toCell } from './sqlite-cell.ts';
import { type ImageTable, openBytes, tablesOf } from './sqlite-image.ts';

export function imageAfter(image: Uint8Array, changes: readonly Change[]): Uint8Array {
  if (changes.length === 0) return image;
  const binding = openBytes(image);
  try {
    binding.exec('PRAGMA ignore_check_constraints = ON; BEGIN');
    const triggers = binding.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) binding.exec(`DROP TRIGGER ${quoted(String(name))}`);
    const groups = Map.groupBy(changes, ({ table }) => table);
    for (const [name, ofTable] of groups) makeRoom(binding, name, ofTable);
    const tables = new Map(tablesOf(binding).map((table) => [table.name, table]));
    for (const [name, ofTable] of groups) {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`the database has no table "${name}"`);
      applyTo(binding, table, ofTable);
    }
    for (const { sql } of triggers) binding.exec(String(sql));
    binding.exec('COMMIT');
    return binding.serialize();
  } finally {
    binding.close();
  }
}

/** Tables and columns that the changes speak of and the image lacks. */
function makeRoom(binding: DatabaseSync, name: string, changes: readonly Change[]): void {
  const rows = changes.map(({ after }) => after).filter((row) => row !== null);
  const wanted = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = tablesOf(binding).find((one) => one.name === name);
  const column = (one: string): string =>
    `${quoted(one)}${rows.some((row) => isTextAmongBytes(row[one])) ? ' BLOB' : ''}`;
  if (table === undefined) {
    if (rows.length === 0)
      throw new Error(`the changes take rows from a table "${name}" that the database does not have`);
    const key = keyColumns(wanted, changes);
    const constraint = key === null ? '' : `, PRIMARY KEY (${listed(key)})`;
    binding.exec(`CREATE TABLE ${quoted(name)} (${wanted.map(column).join(', ')}${constraint})`);
    return;
  }
  const known = new Set(table.columns.map((one) => one.name));
  for (const one of wanted.filter((missing) => !known.has(missing))) {
    binding.exec(`ALTER TABLE ${quoted(name)} ADD COLUMN ${column(one)}`);
  }
}

const isTextAmongBytes = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && '$text' in value;

/** Which columns, joined, give each row's key: what the primary key of a table that nobody described must have been. */
function keyColumns(columns: readonly string[], changes: readonly Change[]): readonly string[] | null {
  const inserted = changes.filter(({ after }) => after !== null);
  const fits = (key: readonly string[]): boolean =>
    inserted.every(({ key: shown, after }) => key.map((one) => String(after?.[one])).join('/') === shown);
  const singles = columns.map((one) => [one]);
  const pairs = columns.flatMap((a) => columns.filter((b) => b !== a).map((b) => [a, b]));
  return [...singles, ...pairs].find(fits) ?? null;
}

/** All rows that change go first and then come back as they are now, so that two rows may swap a unique value. */
function applyTo(binding: DatabaseSync, table: ImageTable, changes: readonly Change[]): void {
  const find = finder(binding, table);
  const leaving = changes.flatMap((change) =>
    change.before === null ? [] : [{ change, where: find(change.before, change.key) }],
  );
  for (const { where } of leaving) where.remove();
  const returning = leaving.flatMap(({ change: { after }, where }) =>
    after === null ? [] : [{ after, number: where.number }],
  );
  const coming = changes.flatMap(({ before, after, key }) =>
    before !== null || after === null ? [] : [{ after, number: numberOf(table, after, key) }],
  );
  const insert = inserter(binding, table);
  // Those with a number of their own before those that take the next free one.
  for (const { after, number } of [...returning, ...coming].sort(
    (a, b) => Number(a.number === null) - Number(b.number === null),
  ))
    insert(after, number);
}

interface Found {
  readonly number: bigint | null;
  remove(): void;
}

function finder(binding: DatabaseSync, table: ImageTable): (row: JsonObject, key: string) => Found {
  const { name, columns, rowid } = table;
  const keys = table.key.map((i) => columns[i]).filter((one) => one !== undefined);
  const byKey = keys.map((one) => `${quoted(one.name)} = ?`).join(' AND ');
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? binding.prepare(sql);
    known.setReadBigInts(true);
    prepared.set(sql, known);
    return known;
  };
  return (row, key) => {
    const isByNumber = keys.length === 0 || keys.some((one) => (row[one.name] ?? null) === null);
    const where = isByNumber ? `${rowid} = ?` : byKey;
    const values: readonly Cell[] = isByNumber
      ? [BigInt(key.replace('#', ''))]
      : keys.map((one) => toCell(row[one.name] ?? null, one.kind));
    const found = statement(`SELECT ${rowid ?? 'NULL'} AS number FROM ${quoted(name)} WHERE ${where}`).get(...values);
    if (found === undefined)
      throw new Error(`the changes speak of a row "${key}" that the table "${name}" does not have`);
    return {
      number: table.isNumbered || typeof found.number !== 'bigint' ? null : found.number,
      remove: () => void statement(`DELETE FROM ${quoted(name)} WHERE ${where}`).run(...values),
    };
  };
}

function numberOf(table: ImageTable, row: JsonObject, key: string): bigint | null {
  const isNullKeyed = table.key.some((i) => (row[table.columns[i]?.name ?? ''] ?? null) === null);
  return table.key.length === 0 || isNullKeyed ? BigInt(key.replace('#', '')) : null;
}

function inserter(
  binding: DatabaseSync,
  { name, columns, rowid }: ImageTable,
): (row: JsonObject, number: bigint | null) => void {
  return (row, number) => {
    const given = columns.filter((column) => row[column.name] !== undefined);
    const names = [...(number === null || rowid === null ? [] : [rowid]), ...given.map((one) => quoted(one.name))];
    const values: readonly Cell[] = [
      ...(number === null || rowid === null ? [] : [number]),
      ...given.map((one) => toCell(row[one.name] ?? null, one.kind)),
    ];
    const places = names.map(() => '?').join(', ');
    binding.prepare(`INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${places})`).run(...values);
  };
}

/**
 * SQLite's binding for databases of our own; `sqlite-image.ts` reads those of others. A database lives in memory, is cloned from
 * bytes in a fraction of a millisecond, and can say which of its rows changed since a given moment. It does not know worlds or
 * tools.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Json, JsonObject } from '../core/json.ts';
import type { Change, State } from '../core/state.ts';
import { finite, readChangeset } from './changeset.ts';
import { listed, quoted } from './identifier.ts';

/** What a statement can be given. True and false are kept as 1 and 0. */
export type Parameter = string | number | boolean | null;

export interface Database {
  all(sql: string, ...parameters: readonly Parameter[]): JsonObject[];
  /** The first row, or undefined. */
  get(sql: string, ...parameters: readonly Parameter[]): JsonObject | undefined;
  /** How many rows changed. */
  run(sql: string, ...parameters: readonly Parameter[]): number;
  /** Several statements without parameters. */
  exec(sql: string): void;
  /** All or nothing: whatever is thrown inside rolls back and goes on up. */
  transaction<T>(work: () => T): T;
}

export interface OpenDatabase extends Database {
  readonly tables: readonly Table[];
  /** Every table with its rows, in the order of their keys. */
  dump(): State;
  /** From now on remembers what changes; the function given back tells it. */
  watch(): () => readonly Change[];
  bytes(): Uint8Array;
  close(): void;
}

export interface Table {
  readonly name: string;
  /** Those that hold what they were given: a generated column only repeats what the others say. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** A fresh database from an SQL script. */
export function createDatabase(schema: string): OpenDatabase {
  const binding = new DatabaseSync(':memory:');
  binding.exec(schema);
  return wrapBinding(binding, readTables(binding));
}

/** A private copy of a database from its bytes. The tables are handed over so that they are looked up once per golden copy. */
export function cloneDatabase(bytes: Uint8Array, tables: readonly Table[]): OpenDatabase {
  const binding = new DatabaseSync(':memory:');
  binding.deserialize(bytes);
  return wrapBinding(binding, tables);
}

function wrapBinding(binding: DatabaseSync, tables: readonly Table[]): OpenDatabase {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = binding.prepare(sql);
    prepared.set(sql, fresh);
    return fresh;
  };
  const all = (sql: string, ...parameters: readonly Parameter[]): JsonObject[] =>
    statement(sql)
      .all(...parameters.map(bindable))
      .map(plainRow);
  const get = (sql: string, ...parameters: readonly Parameter[]): JsonObject | undefined => {
    const row = statement(sql).get(...parameters.map(bindable));
    return row === undefined ? undefined : plainRow(row);
  };
  return {
    tables,
    all,
    get,
    run: (sql, ...parameters) => Number(statement(sql).run(...parameters.map(bindable)).changes),
    exec: (sql) => binding.exec(sql),
    transaction: (work) => inTransaction(binding, work),
    dump: () =>
      Object.fromEntries(
        tables.map(({ name, columns, key }) => [
          name,
          all(`SELECT ${listed(columns)} FROM ${quoted(name)} ORDER BY ${listed(key)}`),
        ]),
      ),
    watch: () => {
      const session = binding.createSession();
      return () => readChangeset(session.changeset(), { tables, get });
    },
    bytes: () => binding.serialize(),
    close: () => {
      prepared.clear();
      if (binding.isOpen) binding.close();
    },
  };
}

function inTransaction<T>(binding: DatabaseSync, work: () => T): T {
  binding.exec('SAVEPOINT tool');
  try {
    const result = work();
    binding.exec('RELEASE tool');
    return result;
  } catch (error) {
    binding.exec('ROLLBACK TO tool; RELEASE tool');
    throw error;
  }
}

function bindable(value: Parameter): SQLInputValue {
  if (value === undefined) throw new TypeError('a statement was given undefined; give null for "no value"');
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The binding's rows have no prototype, and may hold bytes, which JSON cannot: those become hexadecimal text. */
function plainRow(row: Readonly<Record<string, unknown>>): JsonObject {
  const plain: Record<string, Json> = {};
  for (const column in row) plain[column] = plainValue(row[column]);
  return plain;
}

function plainValue(value: unknown): Json {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return finite(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  throw new TypeError(`a column holds a ${typeof value}, which JSON cannot`);
}

function readTables(binding: DatabaseSync): readonly Table[] {
  const names = binding
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all();
  return names.map(({ name }) => {
    const table = String(name);
    const columns = binding
      .prepare('SELECT name, type, pk, "notnull" AS filled FROM pragma_table_info(?) ORDER BY cid')
      .all(table);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    requireKey(table, key);
    return {
      name: table,
      columns: columns.map((column) => String(column.name)),
      key: key.map((column) => String(column.name)),
    };
  });
}

/** SQLite's change tracking skips tables without a key and rows whose key is null; a row that cannot be named cannot be judged. */
function requireKey(table: string, key: readonly Readonly<Record<string, unknown>>[]): void {
  if (key.length === 0)
    throw new Error(`the table "${table}" has no PRIMARY KEY; give it one, so that its changes can be seen`);
  const isNumbered = key.length === 1 && String(key[0]?.type).toUpperCase() === 'INTEGER';
  for (const { name, type, filled } of key) {
    if (!isNumbered && Number(filled) === 0)
      throw new Error(`the key "${name}" of the table "${table}" may be null; make it NOT NULL, or the table STRICT`);
    if (String(type).toUpperCase() === 'BLOB')
      throw new Error(`the key "${name}" of the table "${table}" is a BLOB; only text and numbers can name a row`);
  }
}

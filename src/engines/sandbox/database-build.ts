/** A database from a script that nobody trusts: tables, indexes and rows, under the same guard and limits as programs. */
import { DatabaseSync } from 'node:sqlite';
import type { State } from '../../core/state.ts';
import { listed, quoted } from '../identifier.ts';
import type { Table } from '../sqlite.ts';
import { limitPages, plainRow, sqlLimits } from './guarded-database.ts';
import type { SandboxLimits } from './sandbox.ts';
import { lendFunctions } from './sql-functions.ts';
import { authorizer } from './sql-guard.ts';

/** What time it is while a script runs: rows say themselves when they are from. */
const CLOCK = '2000-01-01T00:00:00.000Z';
const SCRIPT_CHARS = 16 * 1024 * 1024;

export interface Built {
  readonly image: Uint8Array;
  readonly state: State;
}

export function builtDatabase(schema: string, random: () => number, limits: SandboxLimits): Built {
  const binding = new DatabaseSync(':memory:', { limits: { ...sqlLimits(limits), sqlLength: SCRIPT_CHARS } });
  try {
    binding.exec('PRAGMA temp_store = MEMORY');
    limitPages(binding, limits.databaseBytes);
    lendFunctions(binding, { clock: CLOCK, random, length: limits.outputChars });
    binding.setAuthorizer(authorizer('make').check);
    binding.exec(schema);
    binding.setAuthorizer(null);
    if (binding.isTransaction) throw new Error('the script leaves a transaction open');
    const broken = binding.prepare('PRAGMA foreign_key_check').get();
    if (broken !== undefined) throw new Error(`a row of "${String(broken.table)}" refers to a row that is not there`);
    const tables = tablesOf(binding);
    if (tables.length === 0) throw new Error('the script makes no table');
    return { image: binding.serialize(), state: stateOf(binding, tables) };
  } finally {
    binding.close();
  }
}

export function tablesIn(image: Uint8Array): readonly Table[] {
  const binding = new DatabaseSync(':memory:');
  try {
    binding.deserialize(image);
    return tablesOf(binding);
  } finally {
    binding.close();
  }
}

function stateOf(binding: DatabaseSync, tables: readonly Table[]): State {
  return Object.fromEntries(
    tables.map(({ name, columns, key }) => [
      name,
      binding
        .prepare(`SELECT ${listed(columns)} FROM ${quoted(name)} ORDER BY ${listed(key)}`)
        .all()
        .map(plainRow),
    ]),
  );
}

/** Each table needs a key that names its rows: without one no change could be told. */
function tablesOf(binding: DatabaseSync): readonly Table[] {
  const names = binding
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all();
  return names.map(({ name }) => {
    const table = String(name);
    const columns = binding
      .prepare('SELECT name, type, pk, "notnull" AS filled FROM pragma_table_info(?) ORDER BY cid')
      .all(table);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const isNumbered = key.length === 1 && String(key[0]?.type).toUpperCase() === 'INTEGER';
    if (key.length === 0) throw new Error(`the table "${table}" has no PRIMARY KEY`);
    if (!isNumbered && key.some(({ filled }) => Number(filled) === 0))
      throw new Error(`the key of the table "${table}" may be null; make it NOT NULL, or the table STRICT`);
    const bytes = columns.find(({ type }) => String(type).toUpperCase() === 'BLOB');
    if (bytes)
      throw new Error(`the column "${String(bytes.name)}" of the table "${table}" is a BLOB; keep bytes as text`);
    const strange = [{ name: table }, ...columns].find(({ name }) => name === '__proto__');
    if (strange) throw new Error('nothing may be called __proto__');
    return {
      name: table,
      columns: columns.map((column) => String(column.name)),
      key: key.map((column) => String(column.name)),
    };
  });
}

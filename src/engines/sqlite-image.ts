/**
 * Databases that others made, as bytes: their tables with or without keys, their rows, and what differs between two of them. It
 * asks nothing of a schema, throws at no value (see `sqlite-cell.ts`), and changes nothing; `sqlite-image-after.ts` does.
 */
import { DatabaseSync } from 'node:sqlite';
import { canonical, type Json, type JsonObject } from '../core/json.ts';
import type { Change, State } from '../core/state.ts';
import { listed, quoted } from './identifier.ts';
import { type Cell, type ColumnKind, columnKind, sameCell, toJson } from './sqlite-cell.ts';

export interface ImageColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface ImageTable {
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly ImageColumn[];
  /** The places of the primary key's columns; empty where there is none. */
  readonly key: readonly number[];
  /** By which name a row's number is asked for; null where rows have none. */
  readonly rowid: string | null;
  /** Whether the key is the row's number. */
  readonly isNumbered: boolean;
}

export interface Image {
  readonly tables: readonly ImageTable[];
  /** Every table with its rows, in the order of their keys. */
  state(): State;
  close(): void;
}

export function openImage(bytes: Uint8Array): Image {
  const binding = openBytes(bytes);
  const tables = tablesOf(binding);
  return {
    tables,
    state: () =>
      Object.fromEntries(
        tables.map((table) => [
          table.name,
          read(binding, table, { isOrdered: true }).map((row) => plainRow(table, row)),
        ]),
      ),
    close: () => binding.close(),
  };
}

export function readState(bytes: Uint8Array): State {
  const image = openImage(bytes);
  try {
    return image.state();
  } finally {
    image.close();
  }
}

/** Row by row, in the order of table and key. A table that only one side has is all deleted or all inserted. */
export function diffImages(before: Uint8Array, after: Uint8Array): readonly Change[] {
  if (Buffer.compare(before, after) === 0) return [];
  const [a, b] = [openBytes(before), openBytes(after)];
  try {
    const sides = [sideOf(a), sideOf(b)] as const;
    const names = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort();
    return names.flatMap((name) => diffTable(sides[0].get(name), sides[1].get(name)));
  } finally {
    a.close();
    b.close();
  }
}

/** In memory, without foreign keys: what stands there is taken as it is. */
export function openBytes(bytes: Uint8Array): DatabaseSync {
  const binding = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  try {
    binding.deserialize(withoutLog(bytes));
    binding.prepare('SELECT count(*) FROM sqlite_schema').get();
    return binding;
  } catch (cause) {
    binding.close();
    throw new Error(`this is not an SQLite database: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** A file that was last used with a write-ahead log says so in two bytes, and then cannot be opened in memory. */
function withoutLog(bytes: Uint8Array): Uint8Array {
  if (bytes[18] !== 2 && bytes[19] !== 2) return bytes;
  const copy = new Uint8Array(bytes);
  copy.set([1, 1], 18);
  return copy;
}

/** Neither views nor virtual tables nor what those keep their data in. */
export function tablesOf(binding: DatabaseSync): readonly ImageTable[] {
  const found = binding
    .prepare(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name",
    )
    .all();
  return found.map(({ name, wr }) => tableOf(binding, String(name), Number(wr) !== 0));
}

const ROW_NUMBERS = ['rowid', '_rowid_', 'oid'];

function tableOf(binding: DatabaseSync, name: string, isWithoutRowid: boolean): ImageTable {
  const info = binding.prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid').all(name);
  const columns = info.map((one) => ({ name: String(one.name), kind: columnKind(String(one.type)) }));
  const key = info
    .flatMap(({ pk }, i) => (Number(pk) > 0 ? [{ i, rank: Number(pk) }] : []))
    .sort((a, b) => a.rank - b.rank)
    .map(({ i }) => i);
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  const rowid = isWithoutRowid ? null : (ROW_NUMBERS.find((word) => !taken.has(word)) ?? null);
  const isNumbered = !isWithoutRowid && key.length === 1 && String(info[key[0] ?? 0]?.type).toUpperCase() === 'INTEGER';
  if (key.length === 0 && rowid === null) throw new Error(`the rows of the table "${name}" cannot be told apart`);
  return { name, columns, key, rowid, isNumbered };
}

/** As the binding gives it: the row's number, or null where it has none, and behind it the cells of its columns. */
type Row = readonly Cell[];
const cellOf = (row: Row, column: number): Cell => row[column + 1] ?? null;

function read(
  binding: DatabaseSync,
  table: ImageTable,
  { isOrdered }: { readonly isOrdered: boolean },
): readonly Row[] {
  const { name, columns, key, rowid } = table;
  const order = key.length === 0 ? [rowid ?? ''] : key.map((i) => columns[i]?.name ?? '');
  const asked = [rowid ?? 'NULL', ...(columns.length === 0 ? [] : [listed(columns.map((column) => column.name))])];
  const statement = binding.prepare(
    `SELECT ${asked.join(', ')} FROM ${quoted(name)}${isOrdered ? ` ORDER BY ${listed(order)}` : ''}`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  // With the binding set to lists, its rows are lists of cells, which its types do not tell.
  const rows: unknown = statement.all();
  return rows as readonly Row[];
}

function plainRow({ columns }: ImageTable, row: Row): JsonObject {
  const plain: Record<string, Json> = {};
  columns.forEach(({ name, kind }, i) => {
    plain[name] = toJson(cellOf(row, i), kind);
  });
  return plain;
}

/** SQLite lets several rows have a key of null, which then names none of them: such rows go by their number. */
function keyOf(table: ImageTable, row: Row): readonly Cell[] {
  return table.key.length === 0 || isNullKeyed(table, row) ? [row[0] ?? null] : table.key.map((i) => cellOf(row, i));
}

const isNullKeyed = ({ key }: ImageTable, row: Row): boolean => key.some((i) => cellOf(row, i) === null);

/** Tells apart what `shownKey` may not: `a/b` and `c` from `a` and `b/c`, 1 from '1'. */
function identity(table: ImageTable, row: Row): Cell {
  if (table.isNumbered) return cellOf(row, table.key[0] ?? 0);
  if (isNullKeyed(table, row)) return `#${row[0]}`;
  const [first = null, ...more] = keyOf(table, row);
  if (more.length === 0 && typeof first === 'bigint') return first;
  return JSON.stringify([first, ...more].map((cell) => toJson(cell, 'other')));
}

/** The key's values joined by `/`; the row's number where there is no key, with a `#` before it where the key is null. */
function shownKey(table: ImageTable, row: Row): string {
  const key = keyOf(table, row);
  const shown = key.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell)));
  return `${isNullKeyed(table, row) ? '#' : ''}${shown.join('/')}`;
}

interface Side {
  readonly table: ImageTable;
  rows(): ReadonlyMap<Cell, Row>;
}

function sideOf(binding: DatabaseSync): ReadonlyMap<string, Side> {
  return new Map(
    tablesOf(binding).map((table) => [
      table.name,
      {
        table,
        rows: () => new Map(read(binding, table, { isOrdered: false }).map((row) => [identity(table, row), row])),
      },
    ]),
  );
}

function diffTable(before: Side | undefined, after: Side | undefined): readonly Change[] {
  const [old, now] = [before?.rows() ?? new Map<Cell, Row>(), after?.rows() ?? new Map<Cell, Row>()];
  const isAlike = before !== undefined && after !== undefined && canonical(shape(before)) === canonical(shape(after));
  const changes: Change[] = [];
  for (const [id, a] of old) {
    const b = now.get(id);
    if (isAlike && b && sameCells(a, b)) continue;
    const change = changeOf({ before, a, after, b });
    if (isAlike || canonical(change.before) !== canonical(change.after)) changes.push(change);
  }
  for (const [id, b] of now) if (!old.has(id)) changes.push(changeOf({ before, a: undefined, after, b }));
  return changes.sort((x, y) => compare(x.key, y.key) || compare(canonical(x.after), canonical(y.after)));
}

/** Row numbers that no column shows make no difference. */
function sameCells(a: Row, b: Row): boolean {
  for (let i = 1; i < a.length; i++) if (!sameCell(a[i], b[i])) return false;
  return true;
}

interface Pair {
  readonly before: Side | undefined;
  readonly a: Row | undefined;
  readonly after: Side | undefined;
  readonly b: Row | undefined;
}

function changeOf({ before, a, after, b }: Pair): Change {
  const old = before && a ? { table: before.table, row: a } : null;
  const now = after && b ? { table: after.table, row: b } : null;
  const named = now ?? old;
  if (named === null) throw new Error('a row that neither side has cannot have changed');
  return {
    table: named.table.name,
    key: shownKey(named.table, named.row),
    before: old && plainRow(old.table, old.row),
    after: now && plainRow(now.table, now.row),
  };
}

const shape = ({ table: { columns, key } }: Side): Json => [columns.map(({ name, kind }) => [name, kind]), key];

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

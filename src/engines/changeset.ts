/**
 * Reads SQLite's binary changesets (https://www.sqlite.org/sessionintro.html) into changes with whole rows. A changeset names only
 * what differs, so the rest of an updated row is taken from the database as it stands now.
 */
import type { Json, JsonObject } from '../core/json.ts';
import type { Change } from '../core/state.ts';
import { listed, quoted } from './identifier.ts';
import type { Database, Table } from './sqlite.ts';

const TABLE_HEADER = 0x54;
const DELETED = 9;
const INSERTED = 18;
const UPDATED = 23;

/** A value that a changeset leaves out because it did not change. */
const UNCHANGED = Symbol('unchanged');
type Cell = Json | typeof UNCHANGED;

export interface ChangesetSource {
  readonly tables: readonly Table[];
  readonly get: Database['get'];
}

/** Changes in the order of table and key. */
export function readChangeset(bytes: Uint8Array, source: ChangesetSource): readonly Change[] {
  const reader = new Reader(bytes);
  const changes: Change[] = [];
  let table: Table | undefined;
  while (!reader.atEnd()) {
    const code = reader.byte();
    if (code === TABLE_HEADER) table = readHeader(reader, source.tables);
    else if (table === undefined) throw new Error('the changeset does not begin with a table');
    else changes.push(readChange(reader, code, { table, get: source.get }));
  }
  return changes.sort((a, b) => compare(a.table, b.table) || compare(a.key, b.key));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function readHeader(reader: Reader, tables: readonly Table[]): Table {
  const width = reader.varint();
  reader.skip(width);
  const name = reader.nulTerminated();
  const table = tables.find((known) => known.name === name);
  if (table === undefined) throw new Error(`the changeset names an unknown table "${name}"`);
  return table;
}

function readChange(reader: Reader, code: number, { table, get }: { table: Table; get: Database['get'] }): Change {
  reader.skip(1); // whether the change was made by a trigger
  const row = (): Record<string, Cell> => Object.fromEntries(table.columns.map((column) => [column, reader.cell()]));
  if (code === INSERTED) return change(table, null, whole(row()));
  if (code === DELETED) return change(table, whole(row()), null);
  if (code !== UPDATED) throw new Error(`the changeset holds an unknown operation ${code}`);
  const old = row();
  row();
  const where = table.key.map((column) => `${quoted(column)} = ?`).join(' AND ');
  const key = table.key.map((column) => keyPart(old[column]));
  const after = get(`SELECT ${listed(table.columns)} FROM ${quoted(table.name)} WHERE ${where}`, ...key);
  if (after === undefined) throw new Error(`a changed row of "${table.name}" is not there any more`);
  const differing = Object.entries(old).filter((entry): entry is [string, Json] => entry[1] !== UNCHANGED);
  return change(table, { ...after, ...Object.fromEntries(differing) }, after);
}

function change(table: Table, before: JsonObject | null, after: JsonObject | null): Change {
  const row = after ?? before ?? {};
  return { table: table.name, key: table.key.map((column) => String(row[column])).join('/'), before, after };
}

function whole(row: Record<string, Cell>): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell === UNCHANGED ? null : cell]));
}

function keyPart(cell: Cell | undefined): string | number | null {
  if (typeof cell === 'string' || typeof cell === 'number') return cell;
  throw new Error('a changed row has a key that is neither text nor number');
}

/** An endless number would be written into the log as null. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`a column holds ${value}, which JSON cannot`);
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  skip(count: number): void {
    this.#at += count;
  }

  byte(): number {
    return this.#view.getUint8(this.#at++);
  }

  /** SQLite's variable-length integer: seven bits a byte, the highest bit says that more follow. */
  varint(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  nulTerminated(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const name = this.#text(end - this.#at);
    this.#at += 1;
    return name;
  }

  cell(): Cell {
    const type = this.byte();
    if (type === 0) return UNCHANGED;
    if (type === 5) return null;
    if (type === 3) return this.#text(this.varint());
    if (type === 4) return this.#hex(this.varint());
    const at = this.#at;
    this.#at += 8;
    if (type === 2) return finite(this.#view.getFloat64(at));
    const integer = this.#view.getBigInt64(at);
    const value = Number(integer);
    if (!Number.isSafeInteger(value))
      throw new RangeError(`the integer ${integer} is larger than JSON can hold exactly`);
    return value;
  }

  #text(length: number): string {
    return Buffer.from(this.#slice(length)).toString('utf8');
  }

  #hex(length: number): string {
    return Buffer.from(this.#slice(length)).toString('hex');
  }

  #slice(length: number): Uint8Array {
    const slice = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return slice;
  }
}

/**
 * What a column of a foreign database holds, as JSON and back without loss. Null, text, whole numbers up to 2^53 and other numbers
 * stand for themselves; in a column that is declared BLOB, text stands for bytes in hexadecimal, as in our own databases. Whatever
 * JSON cannot hold, or would confuse with something else, is an object with one key: `$integer` (a whole number beyond 2^53, in
 * digits), `$real` (an endless number, or a real that happens to be whole where whole numbers may stand), `$blob` (bytes outside
 * of a BLOB column), `$text` (text inside of one).
 */
import { isObject, type Json } from '../core/json.ts';

/** As SQLite's binding reads it when asked for exact integers, and as it is given back. */
export type Cell = null | bigint | number | string | Uint8Array;

/** What plain text and plain numbers mean in a column, from its declared type. */
export type ColumnKind = 'blob' | 'real' | 'other';

export function columnKind(declared: string): ColumnKind {
  const type = declared.toUpperCase();
  // SQLite's own order of rules: INT, then text, then BLOB, then real.
  if (/INT|CHAR|CLOB|TEXT/.test(type)) return 'other';
  if (type.includes('BLOB')) return 'blob';
  return /REAL|FLOA|DOUB/.test(type) ? 'real' : 'other';
}

export function toJson(cell: Cell, kind: ColumnKind): Json {
  if (cell === null) return null;
  if (typeof cell === 'string') return kind === 'blob' ? { $text: cell } : cell;
  if (typeof cell === 'bigint') {
    const value = Number(cell);
    return Number.isSafeInteger(value) ? value : { $integer: String(cell) };
  }
  if (typeof cell === 'number') return realToJson(cell, kind);
  const hex = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex');
  return kind === 'blob' ? hex : { $blob: hex };
}

function realToJson(value: number, kind: ColumnKind): Json {
  if (!Number.isFinite(value)) return { $real: String(value) };
  // Plus nothing: minus zero is written as zero.
  return kind !== 'real' && Number.isSafeInteger(value) ? { $real: String(value + 0) } : value + 0;
}

/** The inverse. A whole number is bound as one: bound as a real, SQLite would keep `7` as `7.0` in a column of text. */
export function toCell(value: Json, kind: ColumnKind): Cell {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') return kind === 'blob' ? Buffer.from(value, 'hex') : value;
  const tagged = isObject(value) ? Object.entries(value)[0] : undefined;
  const [tag, content] = tagged ?? [];
  if (typeof content === 'string') {
    if (tag === '$integer') return BigInt(content);
    if (tag === '$real') return Number(content);
    if (tag === '$blob') return Buffer.from(content, 'hex');
    if (tag === '$text') return content;
  }
  throw new TypeError('a row holds an object or a list, which no column can');
}

export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === b) return true;
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

/**
 * A file read as a table: CSV with a header, or a JSON list of objects. A column is of numbers where every cell that is filled is one;
 * an empty cell is null. It knows neither files nor SQL.
 */
import { isObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import { invalid } from '../../core/tool-error.ts';
import { csvRows } from './csv.ts';

export type Cell = string | number | null;
export type ColumnType = 'integer' | 'number' | 'text';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

const MOST_COLUMNS = 100;
const MOST_ROWS = 20_000;

export function isTablePath(path: string): boolean {
  return /\.(csv|json)$/i.test(path);
}

export function readTable(path: string, content: string): Table {
  if (!isTablePath(path)) throw invalid(`${path} is no table; tables are .csv and .json files`);
  if (content.includes('\0')) throw invalid(`${path} holds signs that no table has`);
  return /\.csv$/i.test(path) ? csvTable(path, content) : jsonTable(path, content);
}

function csvTable(path: string, content: string): Table {
  const [header, ...lines] = csvRows(content);
  if (header === undefined) throw invalid(`${path} is empty; its first line must name the columns`);
  const names = uniqueNames(header);
  const long = lines.findIndex((cells) => cells.length > names.length);
  if (long >= 0) throw invalid(`${path}: row ${long + 1} has more cells than the header`);
  const types = names.map((_, i) => typeOf(lines.map((cells) => cells[i]?.trim() ?? '')));
  return checked(path, {
    columns: names.map((name, i) => ({ name, type: types[i] ?? 'text' })),
    rows: lines.map((cells) => Object.fromEntries(names.map((name, i) => [name, cellOf(cells[i] ?? '', types[i])]))),
  });
}

/** Names that SQL can tell apart. */
function uniqueNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((given, i) => {
    const plain = given.trim() === '' ? `column_${i + 1}` : given.trim();
    let name = plain;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

const INTEGER = /^-?(0|[1-9]\d{0,14})$/;
/** No leading zeros: `007` is a name. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

function typeOf(cells: readonly string[]): ColumnType {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((cell) => INTEGER.test(cell))) return 'integer';
  return filled.every((cell) => NUMBER.test(cell)) ? 'number' : 'text';
}

function cellOf(cell: string, type: ColumnType | undefined): Cell {
  if (cell.trim() === '') return null;
  return type === 'text' || type === undefined ? cell : Number(cell);
}

function jsonTable(path: string, content: string): Table {
  const objects = listIn(parseJson(content));
  if (objects === null) throw invalid(`${path} is no table: it holds no list of objects`);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const spelled = uniqueNames(names);
  const rows = objects.map((object) =>
    Object.fromEntries(names.map((name, i) => [spelled[i] ?? name, jsonCell(object[name])])),
  );
  const columns = spelled.map((name): Column => ({ name, type: jsonType(rows.map((row) => row[name] ?? null)) }));
  return checked(path, { columns, rows });
}

/** The list itself, or the only list of objects in an object. */
function listIn(value: Json | undefined): readonly JsonObject[] | null {
  if (Array.isArray(value)) return value.every(isObject) ? value : null;
  if (!isObject(value)) return null;
  const lists = Object.values(value).flatMap((part) => {
    const list = Array.isArray(part) ? listIn(part) : null;
    return list === null || list.length === 0 ? [] : [list];
  });
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function jsonCell(value: Json | undefined): Cell {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}

function jsonType(cells: readonly Cell[]): ColumnType {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length === 0 || !filled.every((cell) => typeof cell === 'number')) return 'text';
  return filled.every((cell) => Number.isSafeInteger(cell)) ? 'integer' : 'number';
}

function checked(path: string, table: Table): Table {
  if (table.columns.length === 0) throw invalid(`${path} has no columns`);
  if (table.columns.length > MOST_COLUMNS) throw invalid(`${path} has more than ${MOST_COLUMNS} columns`);
  if (table.rows.length > MOST_ROWS) throw invalid(`${path} has more than ${MOST_ROWS} rows`);
  return table;
}

/** Tables as an SQL script that makes them, in the order of their rows. Values are written as literals; nothing of them is run. */
import { quoted } from '../../engines/identifier.ts';
import type { QueryRequest } from './surroundings.ts';

type Value = string | number | null;
type Rows = readonly Readonly<Record<string, Value>>[];

const ROWS_AT_ONCE = 400;

/** Views under the names that were asked for, so that `SELECT *` shows no key of ours. */
export function tablesScript(tables: QueryRequest['tables']): string {
  return [...tables].map(([name, rows], i) => tableScript(name, rows, quoted(String(i + 1)))).join('\n');
}

function tableScript(name: string, rows: Rows, base: string): string {
  const columns = Object.keys(rows[0] ?? {});
  const kept = columns.map((_, i) => quoted(`c${i + 1}`));
  const types = columns.map((column) => sqlType(rows.map((row) => row[column] ?? null)));
  const shown = columns.map((column, i) => `${kept[i]} AS ${quoted(column)}`);
  const inserts = chunks(rows).map((chunk) => {
    const values = chunk.map(
      ({ at, row }) => `(${[String(at), ...columns.map((column) => literal(row[column] ?? null))].join(',')})`,
    );
    return `INSERT INTO ${base} VALUES ${values.join(',\n')};`;
  });
  return [
    `CREATE TABLE ${base} (${['k INTEGER PRIMARY KEY', ...kept.map((column, i) => `${column} ${types[i]}`)].join(', ')});`,
    ...inserts,
    `CREATE VIEW ${quoted(name)} AS SELECT ${shown.join(', ')} FROM ${base};`,
  ].join('\n');
}

function chunks(rows: Rows): readonly (readonly { readonly at: number; readonly row: Rows[number] }[])[] {
  const numbered = rows.map((row, i) => ({ at: i + 1, row }));
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, i) =>
    numbered.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE),
  );
}

function sqlType(values: readonly Value[]): 'INTEGER' | 'REAL' | 'TEXT' {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0 || !filled.every((value) => typeof value === 'number')) return 'TEXT';
  return filled.every((value) => Number.isSafeInteger(value)) ? 'INTEGER' : 'REAL';
}

function literal(value: Value): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

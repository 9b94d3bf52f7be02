/** Rows in aligned columns; the last one runs free. */
import { stripVTControlCharacters } from 'node:util';

export function columns(rows: readonly (readonly string[])[]): string {
  const width = (cell: string): number => stripVTControlCharacters(cell).length;
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))));
  const padded = (cell: string, i: number): string => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)));
  return rows.map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : padded(cell, i))).join('  ')).join('\n');
}

/** Rows of plain text in columns over at most 98 characters: the first to the left and cut where it must be, the others to the right. */
import { columns } from './table.ts';

const WIDTH = 98;
const GAP = 2;

export function textRows(rows: readonly (readonly string[])[], others = 24): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(0, ...rows.map((row) => Array.from(row[i] ?? '').length)));
  const taken = widths.slice(1).reduce((sum, width) => sum + GAP + Math.min(width, others), 0);
  return columns(
    rows.map((row) => row.map((text) => ({ text }))),
    widths.map((_, i) =>
      i === 0
        ? { align: 'left', most: Math.max(12, WIDTH - taken), gap: 0 }
        : { align: 'right', most: others, gap: GAP },
    ),
  );
}

/** What a completed table is held against: it is the table that was given, and the gaps hold what belongs there, group by group. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { csvRows } from '../../csv.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import { groupsOf } from './gap-table.ts';
import { fixed } from './kind.ts';

const truthSchema = z.object({
  output: z.string(),
  columns: z.array(z.string()),
  /** As published. */
  rows: z.array(z.array(z.string())),
  target: z.string(),
  decimals: z.int(),
  gaps: z.array(z.object({ row: z.int(), exact: z.number() })),
  clues: z.array(z.string()),
});
type Truth = z.output<typeof truthSchema>;

const POINTS_A_GROUP = 5;

export function judge(given: JsonObject, { files }: DayView): readonly Point[] {
  const truth = truthSchema.parse(given);
  const content = files.get(truth.output) ?? '';
  const [header = [], ...rows] = csvRows(content);
  const flaw = content.trim() === '' ? 'no such file' : flawIn(truth, header, rows);
  const column = truth.columns.indexOf(truth.target);
  return [
    {
      name: `${truth.output}: the table is otherwise as it was`,
      points: 0,
      passed: flaw === '',
      kind: 'gate',
      hint: 'Hand in the whole table and change nothing but the gaps.',
      detail: flaw,
      clues: truth.clues.slice(0, 1),
    },
    ...groupsOf(truth.gaps).map((gaps, n): Point => {
      const wrong = gaps.filter(({ row, exact }) => !isRight(rows[row]?.[column] ?? '', exact, truth.decimals));
      const [first] = wrong;
      return {
        name: `${truth.target}: gaps in rows ${(gaps[0]?.row ?? 0) + 1} to ${(gaps.at(-1)?.row ?? 0) + 1}`,
        points: POINTS_A_GROUP,
        passed: wrong.length === 0,
        kind: 'earn',
        hint: 'Work out each gap by the rule of its kind, from the published cells, and round at the end.',
        detail:
          first === undefined
            ? ''
            : `${wrong.length} of ${gaps.length} wrong; row ${first.row + 1} should be ${fixed(first.exact, truth.decimals)}, is "${(rows[first.row]?.[column] ?? '').slice(0, 40)}" (group ${n + 1})`,
        clues: truth.clues,
      };
    }),
  ];
}

/** What differs besides the gaps; empty where nothing does. */
function flawIn(
  { columns, rows: published, target, gaps }: Truth,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (header.map((name) => name.trim()).join() !== columns.join()) return 'another header';
  if (rows.length !== published.length) return `${rows.length} rows instead of ${published.length}`;
  const isGap = new Set(gaps.map(({ row }) => row));
  for (const [at, cells] of published.entries()) {
    const found = rows[at] ?? [];
    if (found.length > columns.length) return `row ${at + 1} has more cells than the header`;
    const changed = columns.find(
      (name, i) => !(name === target && isGap.has(at)) && !isSame(found[i] ?? '', cells[i] ?? ''),
    );
    if (changed !== undefined) return `row ${at + 1}, ${changed} is not as it was`;
  }
  return '';
}

const NUMBER = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

/** `12.5` says what `12.50` says. */
function isSame(found: string, was: string): boolean {
  const [a, b] = [found.trim(), was.trim()];
  return a === b || (NUMBER.test(a) && NUMBER.test(b) && Number(a) === Number(b));
}

/** Half a unit of the last decimal from the exact value: rounded either way at a tie, or not rounded at all. */
function isRight(found: string, exact: number, decimals: number): boolean {
  if (!NUMBER.test(found.trim())) return false;
  return Math.abs(Number(found) - exact) <= 0.5 * 10 ** -decimals * (1 + 1e-6) + 1e-9;
}

/** A table with gaps, as text, and what belongs in them. Gaps are drawn so that no constant fills a group of them. */
import type { Random } from '../../../../core/random.ts';
import { fixed, type Kind, type Lookup, type Row } from './kind.ts';
import { type Level, SIZES } from './params.ts';

export interface GapTable {
  readonly column: string;
  readonly decimals: number;
  /** As published: with the gaps. */
  readonly rows: readonly Row[];
  /** Rows of the gaps, in order, with their unrounded values. */
  readonly gaps: readonly { readonly row: number; readonly exact: number }[];
}

/** Fewer could be hit by chance. */
const FEWEST_GAPS = 3;
const MOST_GROUPS = 4;

export function drawGapTable(
  random: Random,
  kind: Kind,
  { level, lookup }: { level: Level; lookup: Lookup },
): GapTable {
  const { share, run, rows: count } = SIZES[level];
  const complete = kind.draw(random, count, lookup);
  const column = random.pick(Object.keys(kind.targets));
  const solvable = complete.flatMap((_, at) => (kind.isSolvable(complete, at) ? [at] : []));
  const wanted = Math.max(FEWEST_GAPS, Math.floor(count * share));
  for (;;) {
    const missing = drawGaps(random, { solvable, wanted, run });
    const rows = complete.map((row, at) => (missing.has(at) ? { ...row, [column]: '' } : row));
    const gaps = [...missing]
      .toSorted((a, b) => a - b)
      .map((row) => ({ row, exact: kind.exact({ rows, at: row, column, lookup }) }));
    const decimals = kind.targets[column] ?? 0;
    const isVaried = groupsOf(gaps).every(
      (group) => new Set(group.map(({ exact }) => fixed(exact, decimals))).size > 1,
    );
    if (isVaried) return { column, decimals, rows, gaps };
  }
}

interface GapPlan {
  readonly solvable: readonly number[];
  readonly wanted: number;
  readonly run: number;
}

function drawGaps(random: Random, { solvable, wanted, run }: GapPlan): ReadonlySet<number> {
  const allowed = new Set(solvable);
  const missing = new Set<number>();
  while (missing.size < wanted) {
    const start = random.pick(solvable);
    for (let at = start; at < start + Math.max(1, run); at++) {
      if (allowed.has(at) && missing.size < wanted) missing.add(at);
    }
  }
  return missing;
}

/** Neighbouring gaps are graded together: at least three to a group, at most four groups. */
export function groupsOf<T>(gaps: readonly T[]): readonly (readonly T[])[] {
  const count = Math.min(MOST_GROUPS, Math.max(1, Math.floor(gaps.length / FEWEST_GAPS)));
  return Array.from({ length: count }, (_, n) =>
    gaps.slice(Math.floor((n * gaps.length) / count), Math.floor(((n + 1) * gaps.length) / count)),
  );
}

export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[columns, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
}

/** One agent's results by category, suite, family and difficulty; and averages that weigh tasks, scenarios or categories alike. */
import type { Mode } from '../core/plan.ts';
import type { Random } from '../core/random.ts';
import { bootstrap } from './bootstrap.ts';
import { type Cell, cellOf, mean, type Rate } from './cell.ts';
import { withInterval } from './robustness.ts';
import type { Score } from './scores.ts';
import { type TasksByMode, tasksByMode } from './tasks-by-mode.ts';

export interface Group {
  readonly name: string;
  /** In E0; null where that was not planned. */
  readonly clean: Cell | null;
  /** In all modes together. */
  readonly all: Cell;
}

export interface Groups {
  readonly category: readonly Group[];
  readonly suite: readonly Group[];
  readonly family: readonly Group[];
  readonly difficulty: readonly Group[];
}

export function groupsOf(scores: readonly Score[]): Groups {
  return {
    category: by(scores, ({ task }) => task.category),
    suite: by(scores, ({ task }) => task.suite),
    family: by(scores, familyOf),
    difficulty: by(scores, difficultyOf),
  };
}

/** Where an episode holds several things to do, each has a family and a difficulty of its own. */
function familyOf({ task, data }: Score): string {
  return typeof data?.family === 'string' ? data.family : task.family;
}

function difficultyOf({ task, data }: Score): string {
  return String((typeof data?.difficulty === 'number' ? data.difficulty : task.difficulty) ?? 'unknown');
}

function by(scores: readonly Score[], nameOf: (score: Score) => string): readonly Group[] {
  const groups = [...Map.groupBy(scores, nameOf)];
  return groups
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, own]) => {
      const clean = own.filter(({ mode }) => mode === 'E0');
      return { name, clean: clean.length === 0 ? null : cellOf(clean), all: cellOf(own) };
    });
}

/** The same results weighed in three ways: a category with 63 tasks counts four times one with 16 in the first, not in the last. */
export interface Weighted {
  readonly mode: Mode;
  readonly byTask: Rate;
  readonly byScenario: Rate;
  readonly byCategory: Rate;
}

export function weightedOf(scores: readonly Score[], mode: Mode, random: Random): Weighted {
  const table = tasksByMode(scores.filter((score) => score.mode === mode));
  const keys = [
    table.tasks.map(() => 0),
    numbered(table.tasks.map(({ category, domain, scenario }) => JSON.stringify([category, domain, scenario]))),
    numbered(table.tasks.map(({ category }) => category)),
  ];
  const figures = (drawn: Int32Array): readonly (number | null)[] =>
    keys.map((key) => meanOfMeans(table, mode, { key, drawn }));
  const values = figures(Int32Array.from({ length: table.size }, (_, i) => i));
  const intervals = bootstrap(table.size, figures, { random });
  const rate = (i: number): Rate => withInterval(values[i] ?? null, intervals[i] ?? null);
  return { mode, byTask: rate(0), byScenario: rate(1), byCategory: rate(2) };
}

function numbered(names: readonly string[]): readonly number[] {
  const numbers = new Map<string, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return names.map((name) => numbers.get(name) ?? 0);
}

/** The mean over groups of the mean rate of the drawn tasks in each. */
function meanOfMeans(
  table: TasksByMode,
  mode: Mode,
  { key, drawn }: { readonly key: readonly number[]; readonly drawn: Int32Array },
): number | null {
  const { passed, scored } = table.counts(mode);
  const sums: number[] = [];
  const counts: number[] = [];
  for (const i of drawn) {
    const all = scored[i] ?? 0;
    if (all === 0) continue;
    const group = key[i] ?? 0;
    sums[group] = (sums[group] ?? 0) + (passed[i] ?? 0) / all;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  // Groups that were not drawn leave holes, which neither list method visits.
  return mean(sums.map((sum, group) => sum / (counts[group] ?? 1)).filter(() => true));
}

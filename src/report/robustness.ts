/**
 * How much of its clean completion rate an agent keeps when answers fail or deceive. OccuBench's R = min(CR_E1..E3) / CR_E0 is
 * one figure made of four noisy ones and hides which mode hurts; so beside it stand the ratio of each mode, and what became of
 * exactly those episodes that the agent had passed in the clean world.
 */
import type { Mode } from '../core/plan.ts';
import type { Random } from '../core/random.ts';
import { bootstrap } from './bootstrap.ts';
import { type Rate, rateOf } from './cell.ts';
import { mcnemar } from './mcnemar.ts';
import { type Score, taskKey } from './scores.ts';
import { rateDrawn, tasksByMode } from './tasks-by-mode.ts';
import type { Interval } from './wilson.ts';

export interface Robustness {
  /** R. Null where nothing was passed in E0, since no ratio says anything then. May exceed 1. */
  readonly r: Rate;
  /** The faulty modes that R looks at. */
  readonly over: readonly Mode[];
  readonly modes: readonly ModeRobustness[];
}

interface ModeRobustness {
  readonly mode: Mode;
  /** CR of this mode / CR_E0. */
  readonly ratio: Rate;
  /** Pairs of the same task and trial, scored in both modes: how many were passed clean, and of these how many were lost. */
  readonly pairs: number;
  readonly passedClean: number;
  readonly lost: number;
  readonly gained: number;
  readonly lossRate: Rate;
  /** McNemar's, two-sided. */
  readonly p: number;
}

/** Null where the plan has no clean mode or no faulty one. Takes one agent's scores. */
export function robustnessOf(scores: readonly Score[], modes: readonly Mode[], random: Random): Robustness | null {
  const over = modes.filter((mode) => mode !== 'E0');
  if (!modes.includes('E0') || over.length === 0) return null;
  const table = tasksByMode(scores);
  const clean = table.counts('E0');
  const faulty = over.map((mode) => table.counts(mode));
  const figures = (drawn: Int32Array): readonly (number | null)[] => {
    const base = rateDrawn(clean, drawn);
    const ratios = faulty.map((counts) => ratio(rateDrawn(counts, drawn), base));
    return [least(ratios), ...ratios];
  };
  const [r = null, ...ratios] = figures(Int32Array.from({ length: table.size }, (_, i) => i));
  const [interval = null, ...intervals] = bootstrap(table.size, figures, { random });
  return {
    r: withInterval(r, interval),
    over,
    modes: over.map((mode, i) => ({
      mode,
      ratio: withInterval(ratios[i] ?? null, intervals[i] ?? null),
      ...pairedWithClean(scores, mode),
    })),
  };
}

/** An estimate with its interval; nothing of either where there is no estimate. */
export function withInterval(value: number | null, interval: Interval | null): Rate {
  if (value === null) return { value, low: null, high: null };
  return { value, low: interval?.low ?? null, high: interval?.high ?? null };
}

function ratio(rate: number | null, base: number | null): number | null {
  return rate === null || base === null || base === 0 ? null : rate / base;
}

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function pairedWithClean(scores: readonly Score[], mode: Mode): Omit<ModeRobustness, 'mode' | 'ratio'> {
  const clean = new Map(scores.filter((score) => score.mode === 'E0').map((score) => [pairKey(score), score.outcome]));
  let pairs = 0;
  let gained = 0;
  const losses = new Map<string, { passed: number; scored: number }>();
  for (const score of scores) {
    const before = clean.get(pairKey(score));
    if (score.mode !== mode || !isOutcome(before) || !isOutcome(score.outcome)) continue;
    pairs++;
    if (before === 'failed') gained += score.outcome === 'passed' ? 1 : 0;
    else count(losses, taskKey(score.task), score.outcome === 'failed');
  }
  const clusters = [...losses.values()];
  const passedClean = clusters.reduce((sum, { scored }) => sum + scored, 0);
  const lost = clusters.reduce((sum, { passed }) => sum + passed, 0);
  return { pairs, passedClean, lost, gained, lossRate: rateOf(clusters), p: mcnemar(gained, lost).p };
}

function isOutcome(outcome: Score['outcome'] | undefined): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

function count(clusters: Map<string, { passed: number; scored: number }>, key: string, isHit: boolean): void {
  const cluster = clusters.get(key) ?? { passed: 0, scored: 0 };
  cluster.scored++;
  if (isHit) cluster.passed++;
  clusters.set(key, cluster);
}

/** What is the same in two modes. */
function pairKey({ task, trial, item }: Score): string {
  return JSON.stringify([taskKey(task), trial, item]);
}

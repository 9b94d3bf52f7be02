/**
 * pass@k: at least one of k trials passes. pass^k: all k pass. Both without bias, from n ≥ k scored trials of which c passed, by
 * counting the k-subsets: 1 − C(n−c, k)/C(n, k) and C(c, k)/C(n, k). Void trials are not scored and never stand in n.
 */
import type { Cluster } from './wilson.ts';

export interface PassK {
  readonly k: number;
  /** pass@k, averaged over tasks; null where no task has k scored trials. */
  readonly any: number | null;
  /** pass^k, averaged over tasks. */
  readonly all: number | null;
  /** How many tasks went in, and how many were left out since fewer than k of their trials were scored. */
  readonly tasks: number;
  readonly leftOut: number;
}

export function passK(tasks: readonly Cluster[], k: number): PassK {
  const enough = tasks.filter(({ scored }) => scored >= k);
  const mean = (of: (task: Cluster) => number): number | null =>
    enough.length === 0 ? null : enough.reduce((sum, task) => sum + of(task), 0) / enough.length;
  return {
    k,
    any: mean(({ passed, scored }) => 1 - shareOfSubsets(scored - passed, scored, k)),
    all: mean(({ passed, scored }) => shareOfSubsets(passed, scored, k)),
    tasks: enough.length,
    leftOut: tasks.length - enough.length,
  };
}

/** C(part, k) / C(whole, k), as a product, so that no factorial overflows. */
export function shareOfSubsets(part: number, whole: number, k: number): number {
  if (part < k) return 0;
  let share = 1;
  for (let i = 0; i < k; i++) share *= (part - i) / (whole - i);
  return share;
}

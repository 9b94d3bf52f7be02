/** One cell of a results table: how many were planned, scored and passed, and the rates that follow, with intervals. */
import { type Score, taskKey } from './scores.ts';
import { type Cluster, clusteredWilson } from './wilson.ts';

export interface Rate {
  /** Null where there is nothing to divide by. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Cell {
  readonly planned: number;
  readonly scored: number;
  readonly passed: number;
  readonly void: number;
  readonly missing: number;
  /** Completion rate: passed of scored. */
  readonly rate: Rate;
  /** Passed of planned: voids and missing ones count as not passed. */
  readonly ratePlanned: Rate;
  readonly meanScore: number | null;
  /** Tool calls per scored episode. */
  readonly meanSteps: number | null;
  /** Scored in a faulty mode although no fault landed: these say nothing about robustness. */
  readonly untouched: number;
}

export function cellOf(scores: readonly Score[]): Cell {
  const count = (outcome: Score['outcome']): number => scores.filter((score) => score.outcome === outcome).length;
  const scored = scores.filter(isScored);
  const passed = count('passed');
  return {
    planned: scores.length,
    scored: scored.length,
    passed,
    void: count('void'),
    missing: count('missing'),
    rate: rateOf(clustersOf(scored)),
    ratePlanned: rateOf(clustersOf(scores)),
    meanScore: mean(scored.map(({ score }) => score)),
    meanSteps: mean(scored.flatMap(({ steps }) => (steps === null ? [] : [steps]))),
    untouched: scored.filter(({ mode, landed }) => mode !== 'E0' && landed === 0).length,
  };
}

export function isScored({ outcome }: Score): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** One cluster per task, since its trials and modes stand and fall together. */
function clustersOf(scores: readonly Score[]): readonly Cluster[] {
  const byTask = new Map<string, { passed: number; scored: number }>();
  for (const { task, outcome } of scores) {
    const key = taskKey(task);
    const cluster = byTask.get(key) ?? { passed: 0, scored: 0 };
    cluster.scored++;
    if (outcome === 'passed') cluster.passed++;
    byTask.set(key, cluster);
  }
  return [...byTask.values()];
}

export function rateOf(clusters: readonly Cluster[]): Rate {
  const scored = clusters.reduce((sum, cluster) => sum + cluster.scored, 0);
  const passed = clusters.reduce((sum, cluster) => sum + cluster.passed, 0);
  const interval = clusteredWilson(clusters);
  return { value: scored === 0 ? null : passed / scored, low: interval?.low ?? null, high: interval?.high ?? null };
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Passed and scored per task and mode for one agent, in arrays, so that tasks can be drawn again thousands of times. */
import type { Mode } from '../core/plan.ts';
import { isScored } from './cell.ts';
import { type Score, taskKey } from './scores.ts';

export interface Counts {
  readonly passed: Float64Array;
  readonly scored: Float64Array;
}

export interface TasksByMode {
  /** Number of tasks. */
  readonly size: number;
  readonly tasks: readonly Score['task'][];
  counts(mode: Mode): Counts;
}

export function tasksByMode(scores: readonly Score[]): TasksByMode {
  const index = new Map<string, number>();
  const tasks: Score['task'][] = [];
  for (const { task } of scores) {
    if (index.has(taskKey(task))) continue;
    index.set(taskKey(task), tasks.length);
    tasks.push(task);
  }
  const empty = (): Counts => ({ passed: new Float64Array(tasks.length), scored: new Float64Array(tasks.length) });
  const byMode = new Map<Mode, Counts>();
  for (const score of scores) {
    if (!isScored(score)) continue;
    const counts = byMode.get(score.mode) ?? empty();
    byMode.set(score.mode, counts);
    const i = index.get(taskKey(score.task)) ?? 0;
    counts.scored[i] = (counts.scored[i] ?? 0) + 1;
    if (score.outcome === 'passed') counts.passed[i] = (counts.passed[i] ?? 0) + 1;
  }
  return { size: tasks.length, tasks, counts: (mode) => byMode.get(mode) ?? empty() };
}

/** Passed of scored over the tasks drawn; null where none of them was scored. */
export function rateDrawn({ passed, scored }: Counts, drawn: Int32Array): number | null {
  let hits = 0;
  let all = 0;
  for (const i of drawn) {
    hits += passed[i] ?? 0;
    all += scored[i] ?? 0;
  }
  return all === 0 ? null : hits / all;
}

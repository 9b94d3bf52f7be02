/** `practicum compare`: two runs paired by task, and in words whether the difference is real. */
import pc from 'picocolors';
import { compare, isRegression, type Run } from '../report/compare.ts';
import { renderComparison } from '../report/comparison.ts';
import { isOriginalRun } from '../report/occubench-results.ts';
import { runAt } from './analyse.ts';
import { EXIT } from './exit.ts';

export interface CompareOptions {
  readonly a: string;
  readonly b: string;
  readonly failOnRegression: boolean;
  readonly json: boolean;
}

export async function compareCommand({ a, b, failOnRegression, json }: CompareOptions): Promise<number> {
  const [left, right] = pairOf(a, b);
  const comparison = compare(left, right);
  console.log(
    json ? JSON.stringify(comparison, null, 2) : renderComparison(comparison, { colour: pc.isColorSupported }),
  );
  return failOnRegression && isRegression(comparison) ? EXIT.error : EXIT.done;
}

/** A run of the original's names no suite: beside one of ours, its tasks are taken for those of ours. */
function pairOf(a: string, b: string): readonly [Run, Run] {
  const suiteOf = (run: Run): string | undefined => run.plan.tasks[0]?.suite;
  if (isOriginalRun(a)) {
    const right = runAt(b);
    return [runAt(a, suiteOf(right)), right];
  }
  const left = runAt(a);
  return [left, runAt(b, suiteOf(left))];
}

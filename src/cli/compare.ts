/** `practicum compare`: two runs paired by task, and in words whether the difference is real. */
import pc from 'picocolors';
import { compare, isRegression } from '../report/compare.ts';
import { renderComparison } from '../report/comparison.ts';
import { ledgerOf } from '../report/ledger.ts';
import { scoresOf } from '../report/scores.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { EXIT } from './exit.ts';

export interface CompareOptions {
  readonly a: string;
  readonly b: string;
  readonly failOnRegression: boolean;
  readonly json: boolean;
}

export async function compareCommand({ a, b, failOnRegression, json }: CompareOptions): Promise<number> {
  const [left, right] = [runOf(a), runOf(b)];
  const comparison = compare(left, right);
  console.log(
    json ? JSON.stringify(comparison, null, 2) : renderComparison(comparison, { colour: pc.isColorSupported }),
  );
  return failOnRegression && isRegression(comparison) ? EXIT.error : EXIT.done;
}

function runOf(path: string): Parameters<typeof compare>[0] {
  const directory = runDirectory(path);
  const plan = readPlan(directory);
  return { plan, scores: scoresOf(ledgerOf(plan, readAttempts(directory.segments))) };
}

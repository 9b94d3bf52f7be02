/** `practicum analyse`: the paper's analyses over runs of one's own, or of the original harness; and those of workplaces. */
import pc from 'picocolors';
import { UsageError } from '../core/errors.ts';
import { suggestion } from '../core/suggestion.ts';
import { ANALYSES, type AnalysisKind, analysisOf } from '../report/analysis.ts';
import { renderAnalysis } from '../report/analysis-text.ts';
import type { Run } from '../report/compare.ts';
import { learningOf } from '../report/learning.ts';
import { renderLearning } from '../report/learning-text.ts';
import { ledgerOf } from '../report/ledger.ts';
import { isOriginalRun, readOriginalRun } from '../report/occubench-results.ts';
import { PAPER } from '../report/paper.ts';
import { scoresOf } from '../report/scores.ts';
import { workplaceAnalysis } from '../report/workplace-analysis.ts';
import { renderWorkplace } from '../report/workplace-text.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { EXIT } from './exit.ts';

export interface AnalyseOptions {
  readonly family?: readonly (readonly string[])[];
  readonly paper: boolean;
  readonly json: boolean;
}

const OF_WORKPLACES = ['workplace', 'learning'] as const;
const KINDS = [...ANALYSES, ...OF_WORKPLACES];

export async function analyse(kind: string, runs: readonly string[], options: AnalyseOptions): Promise<number> {
  const { family = [], paper, json } = options;
  if (kind === 'workplace' || kind === 'learning') return analyseWorkplace(kind, runs, options);
  if (!isKind(kind)) throw new UsageError(`There is no analysis "${kind}".${suggestion(kind, KINDS)}`);
  const analysis = analysisOf(
    kind,
    runs.map((path) => runAt(path)),
    { families: family },
  );
  if (json) console.log(JSON.stringify(paper ? { ...analysis, paper: PAPER } : analysis, null, 2));
  else console.log(renderAnalysis(analysis, { colour: pc.isColorSupported, paper }));
  return EXIT.done;
}

function analyseWorkplace(
  kind: (typeof OF_WORKPLACES)[number],
  paths: readonly string[],
  { family, paper, json }: AnalyseOptions,
): number {
  if (paper || family !== undefined) throw new UsageError(`--paper and --family say nothing about \`${kind}\`.`);
  const runs = paths.map((path) => runAt(path));
  const colour = pc.isColorSupported;
  if (kind === 'workplace') {
    const found = workplaceAnalysis(runs);
    console.log(json ? JSON.stringify(found, null, 2) : renderWorkplace(found, { colour }));
  } else {
    const found = learningOf(runs);
    console.log(json ? JSON.stringify(found, null, 2) : renderLearning(found, { colour }));
  }
  return EXIT.done;
}

/** A run of ours, or of the original's, whose tasks are then taken for those of `suite`. */
export function runAt(path: string, suite?: string): Run {
  if (isOriginalRun(path)) return readOriginalRun(path, suite === undefined ? {} : { suite });
  const directory = runDirectory(path);
  const plan = readPlan(directory);
  return { plan, scores: scoresOf(ledgerOf(plan, readAttempts(directory.segments))) };
}

function isKind(kind: string): kind is AnalysisKind {
  return ANALYSES.some((known) => known === kind);
}

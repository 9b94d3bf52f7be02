/**
 * Certifies one task: its oracle passes, doing nothing fails, and so does every mistake made from the oracle's path. It renders
 * nothing and keeps no record; whoever asks gets plain data.
 */
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Episode } from '../core/episode.ts';
import type { Result } from '../core/event.ts';
import { stream } from '../core/random.ts';
import type { Solution } from '../core/solution.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { type Bench, type BenchOptions, benchFor } from './bench.ts';
import { untoldFacts } from './brief-facts.ts';
import type { KeptPlay } from './kept-play.ts';
import { valuesHeld, valuesSeen } from './known-values.ts';
import { type MutantTrial, trialOf, tryMutants } from './mutant-trial.ts';
import type { Origin } from './mutants.ts';
import { callsOf, type Path, pathIn } from './path.ts';
import { replayedPath } from './replayed-path.ts';

/** In order of weight: what stands first is said first. */
export const LABELS = [
  'needs-model', // no program solves it
  'env-bug', // world or judge broke, or a tool's answer is not what its schema promises
  'flaky', // the same play gave different events, or the same steps another outcome
  'unsolvable', // the oracle fails, or knows what the brief does not say
  'presolved', // doing nothing passes
  'weak', // a mistake passes
  'certified',
] as const;
export type Label = (typeof LABELS)[number];
type Outcome = Result['outcome'];

export interface Certificate {
  readonly task: string;
  readonly label: Label;
  /** Null where it was not played. */
  readonly oracle: Outcome | null;
  /** How many calls the oracle makes in the clean world. */
  readonly calls: number;
  readonly idle: Outcome | null;
  /** Played only where the oracle passes, twice alike, and its path passes again without it. */
  readonly mutants: MutantTrial;
  /** Sentences for a person: all that stands between the task and `certified`. */
  readonly problems: readonly string[];
}

/** Rejects only when the signal interrupts it. */
export async function certify(suite: Suite, task: Task, options: BenchOptions = {}): Promise<Certificate> {
  const solution = suite.solution(task);
  if (solution === null) {
    const problems = ['no program solves this task; only a model can show that it can be solved'];
    return { task: task.id, label: 'needs-model', oracle: null, calls: 0, idle: null, mutants: trialOf([]), problems };
  }
  const bench = benchFor(suite, task, options);
  const right = await bench.play(oracle({ solution, asked: task.asked }));
  try {
    return await certifyPlayed({ task, solution, bench, right, seed: options.seed ?? 0 });
  } finally {
    await right.release();
  }
}

interface Played {
  readonly task: Task;
  readonly solution: Solution;
  readonly bench: Bench;
  readonly right: KeptPlay;
  readonly seed: string | number;
}

async function certifyPlayed({ task, solution, bench, right, seed }: Played): Promise<Certificate> {
  const solved = right.episode;
  const again = await bench.playOut(oracle({ solution, asked: task.asked }));
  const lazy = await bench.playOut(idle());
  const path = pathIn(solved.events);
  const isSolved = solved.result.outcome === 'passed';
  const unsteady = [
    ...(JSON.stringify(again.events) === JSON.stringify(solved.events) ? [] : [TWO_PLAYS]),
    ...(isSolved && !(await isRepeatable(bench, right, path)) ? [NO_REPLAY] : []),
  ];
  const mutants =
    isSolved && unsteady.length === 0
      ? await tryMutants(bench, right, originOf(path, right, { task, seed }))
      : trialOf([]);
  const findings = findingsOf({ task, bench, solved, lazy, unsteady, mutants });
  return {
    task: task.id,
    label: LABELS.find((label) => findings.some((finding) => finding.label === label)) ?? 'certified',
    oracle: solved.result.outcome,
    calls: callsOf(path).length,
    idle: lazy.result.outcome,
    mutants,
    problems: findings.map(({ problem }) => problem),
  };
}

const TWO_PLAYS = 'the oracle played twice from one seed, and the events were not the same';
const NO_REPLAY = "the oracle's own path, taken again step by step, does not pass or ends elsewhere";

/** Mutants are taken step by step. Unless the right path passes that way, a mutant that fails says nothing about its mistake. */
async function isRepeatable(bench: Bench, right: KeptPlay, path: Path): Promise<boolean> {
  const replayed = await bench.play(replayedPath(path));
  try {
    return replayed.episode.result.outcome === 'passed' && bench.sameEnd(right, replayed);
  } finally {
    await replayed.release();
  }
}

function originOf(
  path: Path,
  { episode, tools, snapshot }: KeptPlay,
  { task, seed }: Pick<Played, 'task' | 'seed'>,
): Origin {
  return {
    path,
    tools,
    seen: valuesSeen(episode.events),
    held: valuesHeld(snapshot?.initial ?? {}),
    random: stream(seed, task.suite, task.id, 'mutants'),
    clock: task.clock,
  };
}

interface Looked {
  readonly task: Task;
  readonly bench: Bench;
  readonly solved: Episode;
  readonly lazy: Episode;
  readonly unsteady: readonly string[];
  readonly mutants: MutantTrial;
}

interface Finding {
  readonly label: Label;
  readonly problem: string;
}

function findingsOf({ task, bench, solved, lazy, unsteady, mutants }: Looked): readonly Finding[] {
  const found = (label: Label, problems: readonly string[]): readonly Finding[] =>
    problems.map((problem) => ({ label, problem }));
  const fails = solved.result.outcome === 'failed' ? [`the oracle fails: ${solved.result.reason}`] : [];
  return [
    ...found('env-bug', bench.flaws()),
    ...found('flaky', unsteady),
    ...found('unsolvable', [...fails, ...untoldFacts(task)]),
    ...found('presolved', lazy.result.outcome === 'passed' ? ['an agent that does nothing passes'] : []),
    ...found(
      'weak',
      mutants.survived.map(({ name, description }) => `a mistake passes (${name}): ${description}`),
    ),
  ];
}

/**
 * Certifies a task that only models can play, for one simulator: doing nothing fails, somebody can pass, and not everybody
 * always does. What is shown under one simulator says nothing about another. Plays come by argument; it knows no models, keeps
 * no files and renders nothing.
 */
import type { Episode } from '../core/episode.ts';
import type { Result } from '../core/event.ts';
import type { Task } from '../core/task.ts';

export const SIMULATOR_LABELS = [
  'presolved', // doing nothing passes
  'void', // world or judge broke too often for a decision
  'too-easy', // without the plan, every play passes: it tells no two agents apart
  'unsolvable', // no play passes, with the plan or without
  'no-plan', // no play passes, and there is no plan to try: unsolvable or hard, nobody can say
  'certified',
] as const;
export type SimulatorLabel = (typeof SIMULATOR_LABELS)[number];

export type SimulatorPlayer = 'planned' | 'unaided' | 'idle';

export interface SimulatorBench {
  readonly task: Task;
  /** Of the whole task record, as plans have it: an edited task is another task. */
  readonly hash: string;
  readonly simulator: string;
  /** Whose plays these are: the model's name. */
  readonly agent: string;
  /** Plays the task once; `trial` counts from 0 for each player, so that plays differ. */
  play(player: SimulatorPlayer, trial: number): Promise<Episode>;
}

export interface PlayTally {
  readonly passed: number;
  readonly scored: number;
  readonly void: number;
}

export interface SimulatorCertificate {
  readonly task: string;
  readonly hash: string;
  readonly simulator: string;
  readonly agent: string;
  readonly label: SimulatorLabel;
  /** Null where the task has no plan, or was not tried since doing nothing passes. */
  readonly withPlan: PlayTally | null;
  readonly unaided: PlayTally | null;
  readonly idle: Result['outcome'];
  /** Sentences for a person. */
  readonly problems: readonly string[];
}

export interface SimulatorTrials {
  /** Plays with the plan, and as many without. */
  readonly n?: number;
  readonly signal?: AbortSignal;
}

const PLAYS = 3;

/** Rejects only when the signal interrupts it, or a play does. */
export async function certifyUnderSimulator(
  bench: SimulatorBench,
  { n = PLAYS, signal }: SimulatorTrials = {},
): Promise<SimulatorCertificate> {
  const plays = async (player: SimulatorPlayer, times: number): Promise<readonly Result[]> => {
    const results: Result[] = [];
    for (let trial = 0; trial < times; trial++) {
      signal?.throwIfAborted();
      results.push((await bench.play(player, trial)).result);
    }
    return results;
  };
  // Doing nothing is cheap, and where it passes, the other plays would only cost money.
  const idle = await plays('idle', 1);
  const isPresolved = idle[0]?.outcome === 'passed';
  const planned = isPresolved || bench.task.plan === null ? null : await plays('planned', n);
  const unaided = isPresolved ? null : await plays('unaided', n);
  const trial: Trial = {
    idle: idle[0]?.outcome ?? 'void',
    withPlan: planned === null ? null : tallyOf(planned),
    unaided: unaided === null ? null : tallyOf(unaided),
    n,
  };
  const { simulator, agent, hash } = bench;
  const label = labelOf(trial);
  return {
    task: bench.task.id,
    hash,
    simulator,
    agent,
    label,
    withPlan: trial.withPlan,
    unaided: trial.unaided,
    idle: trial.idle,
    problems: [
      ...(label === 'certified' ? [] : [PROBLEMS[label]]),
      ...breakages([...idle, ...(planned ?? []), ...(unaided ?? [])]),
    ],
  };
}

const PROBLEMS: { readonly [label in Exclude<SimulatorLabel, 'certified'>]: string } = {
  presolved: 'an agent that does nothing passes',
  void: 'too many plays were void to decide',
  'too-easy': 'every play without the plan passes, so it tells no two agents apart',
  unsolvable: 'no play passes, not even with the plan',
  'no-plan': 'no play passes, and without a plan nobody can say whether any could',
};

interface Trial {
  readonly idle: Result['outcome'];
  readonly withPlan: PlayTally | null;
  readonly unaided: PlayTally | null;
  readonly n: number;
}

/** The thresholds are the paper's, exactly 0 and 100 %. A pass without the plan shows as well that a task can be solved. */
export function labelOf({ idle, withPlan, unaided, n }: Trial): SimulatorLabel {
  if (idle === 'passed') return 'presolved';
  if (idle === 'void' || unaided === null) return 'void';
  const isEnough = ({ scored }: PlayTally): boolean => scored * 2 > n;
  // Without enough plays on its own, the task could be too easy, and nobody would know.
  if (!isEnough(unaided)) return 'void';
  if (unaided.passed === unaided.scored) return 'too-easy';
  if (unaided.passed + (withPlan?.passed ?? 0) > 0) return 'certified';
  if (withPlan === null) return 'no-plan';
  return isEnough(withPlan) ? 'unsolvable' : 'void';
}

function tallyOf(results: readonly Result[]): PlayTally {
  const count = (outcome: Result['outcome']): number => results.filter((result) => result.outcome === outcome).length;
  const passed = count('passed');
  return { passed, scored: passed + count('failed'), void: count('void') };
}

/** Each once. */
function breakages(results: readonly Result[]): readonly string[] {
  const sentences = results.flatMap((result) =>
    result.outcome === 'void' ? [`the ${result.blame} broke (${result.reason}): ${result.message}`] : [],
  );
  return [...new Set(sentences)];
}

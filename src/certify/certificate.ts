/**
 * Certifies one task. Where a program solves it: the oracle passes, doing nothing fails, and so does every mistake made from the
 * oracle's path. Where none does, whatever can be found against it without one is. It renders nothing and keeps no record; whoever
 * asks gets plain data.
 */
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Episode } from '../core/episode.ts';
import { ENVIRONMENT_BUG, eventsOf, type Result } from '../core/event.ts';
import { isObject, type Json } from '../core/json.ts';
import { stream } from '../core/random.ts';
import type { Solution } from '../core/solution.ts';
import { rolesNeeded, type Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { type Bench, type BenchOptions, benchFor } from './bench.ts';
import { type BlunderTrial, type Ground, NO_BLUNDERS, tryBlunders } from './blunders.ts';
import { untoldFacts } from './brief-facts.ts';
import type { KeptPlay } from './kept-play.ts';
import { valuesHeld, valuesSeen } from './known-values.ts';
import { type Finding, found, type Label, labelOf } from './label.ts';
import { type MutantTrial, trialOf, tryMutants } from './mutant-trial.ts';
import type { Origin } from './mutants.ts';
import { callsOf, type Path, pathIn } from './path.ts';
import { replayedPath } from './replayed-path.ts';

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
  /** Played only where doing nothing fails, twice alike. */
  readonly blunders: BlunderTrial;
  /** Whether this machine lacked something, so that the label says nothing about the task. */
  readonly isHindered: boolean;
  /** Sentences for a person: all that stands between the task and `certified`. */
  readonly problems: readonly string[];
}

/** Rejects only when the signal interrupts it. */
export async function certify(suite: Suite, task: Task, options: BenchOptions = {}): Promise<Certificate> {
  const roles = rolesNeeded(suite, [task]);
  if (roles.some((role) => role !== 'judge')) return certificateOf(task, {}, found('needs-model', [WORLD_NEEDED]));
  const isJudged = !roles.includes('judge');
  const bench = benchFor(suite, task, { ...options, isJudged });
  const untold = suite.tellsInParts === true ? [] : untoldFacts(task);
  const seat: Seat = { task, untold, bench, seed: options.seed ?? 0 };
  const solution = isJudged ? suite.solution(task) : null;
  if (solution === null) return certifyUnsolved(seat, isJudged);
  const right = await bench.play(oracle({ solution, asked: task.asked }));
  try {
    return await certifySolved(seat, solution, right);
  } finally {
    await right.release();
  }
}

const WORLD_NEEDED =
  'its world is played by a model, so it is certified for one simulator at a time: add --world-model and --agent-model';
const JUDGE_NEEDED = 'its judge asks a model, so no program can show that it can be solved';
const NO_SOLUTION =
  'nothing was found against it, but no program solves it: only a model can show that it can be solved';

interface Seat {
  readonly task: Task;
  /** What the solution knows and the brief does not say. */
  readonly untold: readonly string[];
  readonly bench: Bench;
  readonly seed: string | number;
}

async function certifySolved(seat: Seat, solution: Solution, right: KeptPlay): Promise<Certificate> {
  const { task, bench } = seat;
  if (bench.lacking().length > 0) return certificateOf(task, {}, found('needs-model', [lackingOf(bench)]));
  const solved = right.episode;
  const again = await bench.playOut(oracle({ solution, asked: task.asked }));
  const lazy = await bench.playOut(idle());
  const path = pathIn(solved.events);
  const isSolved = solved.result.outcome === 'passed';
  const unsteady = [
    ...(isSame(again, solved) ? [] : [twoPlays('the oracle')]),
    ...(isSolved && !(await isRepeatable(bench, right, path)) ? [NO_REPLAY] : []),
  ];
  const isSteady = unsteady.length === 0;
  const mutants = isSolved && isSteady ? await tryMutants(bench, right, originOf(path, right, seat)) : trialOf([]);
  const blunders =
    isSteady && lazy.result.outcome === 'failed' ? await tryBlunders(bench, groundOf(right, seat)) : NO_BLUNDERS;
  const findings = [
    ...bench.flaws().map((flaw) => (isSolved && flaw.label === 'verifier-dead' ? sometimesBroken(flaw) : flaw)),
    ...found('flaky', unsteady),
    ...(isSolved ? [] : found('env-bug', bugsMet(solved))),
    ...(isSolved ? [] : found('verifier-dead', await deadOf(bench))),
    ...found('unsolvable', [...failureOf(solved), ...seat.untold]),
    ...looseEnds({ lazy, blunders, mutants }),
  ];
  const played = { oracle: solved.result.outcome, calls: callsOf(path).length, idle: lazy.result.outcome };
  return certificateOf(task, { ...played, mutants, blunders, isHindered: isHindered(bench) }, findings);
}

/** Without an oracle: does the world open, alike each time, with tools; can anything pass; does anything pass that must not? */
async function certifyUnsolved(seat: Seat, isJudged: boolean): Promise<Certificate> {
  const { task, bench } = seat;
  const first = await bench.play(idle());
  try {
    if (bench.lacking().length > 0) return certificateOf(task, {}, found('needs-model', [lackingOf(bench)]));
    const lazy = first.episode;
    const unsteady = isSame(await bench.playOut(idle()), lazy) ? [] : [twoPlays('an agent that does nothing')];
    const isSound = unsteady.length === 0 && lazy.result.outcome === 'failed';
    const blunders = isSound ? await tryBlunders(bench, groundOf(first, seat)) : NO_BLUNDERS;
    const isDeaf = lazy.result.outcome !== 'void' && first.tools.length === 0;
    const findings = [
      ...bench.flaws(),
      ...found('env-bug', isDeaf ? ['the world has no tools'] : []),
      ...found('flaky', unsteady),
      ...found('verifier-dead', lazy.result.outcome === 'passed' ? [] : await deadOf(bench)),
      ...looseEnds({ lazy, blunders, mutants: trialOf([]) }),
    ];
    const open = found('needs-model', [isJudged ? NO_SOLUTION : JUDGE_NEEDED]);
    const played = { idle: isJudged ? lazy.result.outcome : null, blunders: isJudged ? blunders : NO_BLUNDERS };
    return certificateOf(task, { ...played, isHindered: isHindered(bench) }, findings.length > 0 ? findings : open);
  } finally {
    await first.release();
  }
}

function certificateOf(task: Task, played: Partial<Certificate>, findings: readonly Finding[]): Certificate {
  return {
    task: task.id,
    label: labelOf(findings),
    oracle: null,
    calls: 0,
    idle: null,
    mutants: trialOf([]),
    blunders: NO_BLUNDERS,
    isHindered: false,
    ...played,
    problems: findings.map(({ problem }) => problem),
  };
}

/** A verifier that has passed the oracle is not dead, but it breaks over other work. */
const sometimesBroken = ({ problem }: Finding): Finding => ({ label: 'env-bug', problem });

const NO_REPLAY = "the oracle's own path, taken again step by step, does not pass or ends elsewhere";
const twoPlays = (who: string): string => `${who} played twice from one seed, and the events were not the same`;

function isSame(a: Episode, b: Episode): boolean {
  return JSON.stringify(a.events) === JSON.stringify(b.events);
}

function lackingOf(bench: Bench): string {
  return bench.lacking().every((role) => role === 'judge') ? JUDGE_NEEDED : WORLD_NEEDED;
}

function isHindered(bench: Bench): boolean {
  return bench.flaws().some(({ isHosts }) => isHosts);
}

async function deadOf(bench: Bench): Promise<readonly string[]> {
  const why = await bench.whyDead();
  return why === null ? [] : [`no work could pass the judge: ${why}`];
}

/** An oracle that a bug of the environment has stopped says nothing about the task. */
function bugsMet({ events }: Episode): readonly string[] {
  const bugs = eventsOf(events, 'world-noted').filter(({ kind }) => kind === ENVIRONMENT_BUG);
  return [...new Set(bugs.map(({ data }) => `the oracle met a bug of the environment: ${toolOf(data)}`))];
}

function toolOf(data: Json): string {
  return isObject(data) ? `${data.tool} ended in ${data.message}` : String(data);
}

function failureOf({ result }: Episode): readonly string[] {
  return result.outcome === 'failed' ? [`the oracle fails: ${result.reason}`] : [];
}

/** Mutants are taken step by step. Unless the right path passes that way, a mutant that fails says nothing about its mistake. */
async function isRepeatable(bench: Bench, right: KeptPlay, path: Path): Promise<boolean> {
  const replayed = await bench.play(replayedPath(path));
  try {
    return replayed.episode.result.outcome === 'passed' && bench.sameEnd(right, replayed);
  } finally {
    await replayed.release();
  }
}

function originOf(path: Path, { episode, tools, snapshot }: KeptPlay, { task, seed }: Seat): Origin {
  return {
    path,
    tools,
    seen: valuesSeen(episode.events),
    held: valuesHeld(snapshot?.initial ?? {}),
    random: stream(seed, task.suite, task.id, 'mutants'),
    clock: task.clock,
  };
}

function groundOf({ tools, snapshot }: KeptPlay, { task, seed }: Seat): Ground {
  const random = stream(seed, task.suite, task.id, 'blunders');
  return { tools, initial: snapshot?.initial ?? {}, random, clock: task.clock };
}

interface Passing {
  readonly lazy: Episode;
  readonly blunders: BlunderTrial;
  readonly mutants: MutantTrial;
}

/** What passes and must not. */
function looseEnds({ lazy, blunders, mutants }: Passing): readonly Finding[] {
  return [
    ...found('presolved', lazy.result.outcome === 'passed' ? ['an agent that does nothing passes'] : []),
    ...found('weak', [
      ...mutants.survived.map(({ name, description }) => `a mistake passes (${name}): ${description}`),
      ...blunders.passed.map((words) => `a blunder passes: ${words}`),
    ]),
  ];
}

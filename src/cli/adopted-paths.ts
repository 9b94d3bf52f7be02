/** `check --paths-from RUN`: what solved a task in a run becomes its solution, once it has passed again on its own. */
import { oracle } from '../agents/oracle.ts';
import { type KeptPath, type PathStep, pathSolution, stepsOf } from '../certify/kept-paths.ts';
import { taskHash } from '../certify/task-hash.ts';
import { episodesOf, type PlannedEpisode } from '../core/plan.ts';
import { play } from '../core/play.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { sha256 } from '../wire/hash.ts';

export interface AdoptionOptions {
  readonly suite: Suite;
  readonly tasks: readonly Task[];
  readonly seed: string;
  readonly signal: AbortSignal;
}

export interface Adopted {
  readonly paths: readonly KeptPath[];
  /** Tasks that passed in the run and whose path does not pass when it is taken again. */
  readonly unrepeatable: readonly string[];
}

export async function adoptPaths(run: string, options: AdoptionOptions): Promise<Adopted> {
  const { suite } = options;
  const open = options.tasks.filter((task) => suite.solution(task) === null);
  const byKey = new Map(open.map((task) => [keyOf(task.suite, task.id, taskHash(task)), task]));
  const paths: KeptPath[] = [];
  const unrepeatable: string[] = [];
  for (const [key, candidates] of candidatesIn(run, byKey)) {
    const task = byKey.get(key);
    if (task === undefined) continue;
    const steps = await firstThatPasses(task, candidates, options);
    if (steps === null) unrepeatable.push(task.id);
    else paths.push({ suite: task.suite, task: task.id, hash: taskHash(task), run, steps: [...steps] });
  }
  return { paths, unrepeatable };
}

function keyOf(suite: string, id: string, hash: string): string {
  return `${suite} ${id} ${hash}`;
}

interface Candidate {
  readonly steps: readonly PathStep[];
  readonly isClean: boolean;
}

/** Of each task, only so many are tried, the best first. */
const MOST_CANDIDATES = 3;

function candidatesIn(run: string, wanted: ReadonlyMap<string, Task>): ReadonlyMap<string, readonly Candidate[]> {
  const directory = runDirectory(run);
  const planned = new Map(episodesOf(readPlan(directory), sha256).map((episode) => [episode.id, episode]));
  const found = new Map<string, readonly Candidate[]>();
  for (const { episode, result, lines } of readAttempts(directory.segments)) {
    const known: PlannedEpisode | undefined = planned.get(episode);
    if (known === undefined || result?.outcome !== 'passed') continue;
    const key = keyOf(known.task.suite, known.task.id, known.task.hash);
    const steps = wanted.has(key) ? stepsOf(lines.map(({ event }) => event)) : null;
    if (steps === null) continue;
    const ranked = [...(found.get(key) ?? []), { steps, isClean: known.mode === 'E0' }].sort(byWorth);
    found.set(key, ranked.slice(0, MOST_CANDIDATES));
  }
  return found;
}

/** From the clean world before others, then the shortest. */
function byWorth(a: Candidate, b: Candidate): number {
  return Number(b.isClean) - Number(a.isClean) || a.steps.length - b.steps.length;
}

async function firstThatPasses(
  task: Task,
  candidates: readonly Candidate[],
  { suite, seed, signal }: AdoptionOptions,
): Promise<readonly PathStep[] | null> {
  for (const { steps } of candidates) {
    const solution = pathSolution(suite, task, steps);
    const cast = { world: suite.world(task), judge: suite.judge(task), agent: oracle({ solution, asked: task.asked }) };
    const { result } = await play(task, cast, { seed, signal });
    if (result.outcome === 'passed') return steps;
  }
  return null;
}

/** Where a task is played again and again, always from the same seed, and every flaw of world or judge that shows is kept. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Agent } from '../core/agent.ts';
import { textOf } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { ENVIRONMENT_BUG, eventsOf } from '../core/event.ts';
import { parseJson } from '../core/json.ts';
import type { Judge } from '../core/judge.ts';
import { type Means, NO_MEANS } from '../core/means.ts';
import type { Role } from '../core/model.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import type { World } from '../core/world.ts';
import { outputChecker } from '../wire/tool-input.ts';
import { type KeptPlay, playKept, sameEnd } from './kept-play.ts';
import type { Finding } from './label.ts';

/** What broke, and whether it was only this machine that lacks something. */
export interface Flaw extends Finding {
  readonly isHosts: boolean;
}

export interface Bench {
  /** Keeps the end state until released. */
  play(agent: Agent, options?: PlayOptions): Promise<KeptPlay>;
  /** For plays of which only the events matter. */
  playOut(agent: Agent, options?: PlayOptions): Promise<Episode>;
  sameEnd(a: KeptPlay, b: KeptPlay): boolean;
  /** Each once: what broke in any play so far. */
  flaws(): readonly Flaw[];
  /** The roles for which world or judge asked for a model. There is none here. */
  lacking(): readonly Role[];
  /** Why no work could pass the judge, where it knows. */
  whyDead(): Promise<string | null>;
}

export interface PlayOptions {
  /** Whether the play is a mistake on purpose: what it trips over in somebody else's code is not held against the task. */
  readonly isMistake?: boolean;
}

export interface BenchOptions {
  readonly seed?: string | number;
  readonly signal?: AbortSignal;
}

/** Without `isJudged` nobody judges: for tasks whose judge is not to be had, of which only the world can be tried. */
export function benchFor(suite: Suite, task: Task, options: BenchOptions & { readonly isJudged?: boolean }): Bench {
  const flaws = new Map<string, Flaw>();
  const lacking = new Set<Role>();
  const means = meansNoting(lacking);
  const world = worldOr(() => suite.world(task, means));
  const judge = options.isJudged === false ? NOBODY : judgeOr(() => suite.judge(task, means));
  const play: Bench['play'] = async (agent, { isMistake = false } = {}) => {
    // A world that waits for nothing would never let an interrupt through.
    await turn();
    options.signal?.throwIfAborted();
    const kept = await playKept(task, { world, judge, agent }, options);
    const isExcused = isMistake && isForeign(kept.episode);
    for (const flaw of lacking.size > 0 || isExcused ? [] : flawsIn(kept)) flaws.set(flaw.problem, flaw);
    return kept;
  };
  return {
    play,
    playOut: async (agent, how) => {
      const kept = await play(agent, how);
      await kept.release();
      return kept.episode;
    },
    sameEnd: (a, b) => sameEnd({ world, judge }, a, b),
    flaws: () => [...flaws.values()],
    lacking: () => [...lacking],
    whyDead: async () => (await judge.neverPasses?.()) ?? null,
  };
}

/** Means without models, which note for whom one was wanted. Prompts are for models alone: that these are empty harms nobody. */
function meansNoting(lacking: Set<Role>): Means {
  return {
    ...NO_MEANS,
    prompt: () => '',
    model: (role) => {
      lacking.add(role);
      return NO_MEANS.model(role);
    },
  };
}

/** A world that cannot even be made is one that cannot be opened: the play records it. */
function worldOr(make: () => World): World {
  try {
    return make();
  } catch (error) {
    const about = { title: '', kind: 'other', rules: '', tools: [], facts: {} } as const;
    return { name: 'none', about, open: () => Promise.reject(error) };
  }
}

function judgeOr(make: () => Judge): Judge {
  try {
    return make();
  } catch (error) {
    return { name: 'none', judge: () => Promise.reject(error) };
  }
}

const NOBODY: Judge = {
  name: 'nobody',
  judge: async () => ({ passed: false, score: 0, reason: 'nobody judged it', checkpoints: [] }),
};

/** Code that came with the task broke: a bug of an imported environment, or its verifier. */
function isForeign({ result }: Episode): boolean {
  return result.outcome === 'void' && (result.reason === ENVIRONMENT_BUG || isVerifiers(result.reason));
}

/** Reasons of a void that verification code brought along by a task is to blame for. */
function isVerifiers(reason: string): boolean {
  return reason.startsWith('verifier-');
}

/** A void, and answers that are not what the tool's schema promises. */
function flawsIn({ episode, tools }: KeptPlay): readonly Flaw[] {
  const { events } = episode;
  const check = checkerOf(tools);
  const unsound = eventsOf(events, 'tool-answered').flatMap(({ name, blocks, isError }): readonly Flaw[] => {
    const flaw = isError ? null : check(name, textOf(blocks));
    const problem = `an answer of ${name} is not what its schema promises: ${flaw}`;
    return flaw === null ? [] : [{ label: 'env-bug', problem, isHosts: false }];
  });
  return [...breakageIn(episode), ...unsound];
}

function breakageIn({ result }: Episode): readonly Flaw[] {
  if (result.outcome !== 'void') return [];
  const { blame, reason, message } = result;
  if (blame === 'host') {
    const problem = `this machine could not play it (${reason}): ${message}`;
    return [{ label: 'env-bug', problem, isHosts: true }];
  }
  const label = blame === 'judge' && isVerifiers(reason) ? 'verifier-dead' : 'env-bug';
  return [{ label, problem: `the ${blame} broke (${reason}): ${message}`, isHosts: false }];
}

type Check = (tool: string, answer: string) => string | null;
const checkers = new WeakMap<readonly Tool[], Check>();

/** Schemas are compiled once per world, not once per play. */
function checkerOf(tools: readonly Tool[]): Check {
  const known = checkers.get(tools);
  if (known) return known;
  const check = outputChecker(tools);
  const promising = new Set(tools.filter(({ output }) => output !== undefined).map(({ name }) => name));
  const checkText: Check = (tool, answer) => {
    if (!promising.has(tool)) return null;
    const value = parseJson(answer);
    return value === undefined ? 'it is no JSON' : check(tool, value);
  };
  checkers.set(tools, checkText);
  return checkText;
}

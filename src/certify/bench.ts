/** Where a task is played again and again, always from the same seed, and every flaw of world or judge that shows is kept. */
import type { Agent } from '../core/agent.ts';
import { textOf } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { eventsOf } from '../core/event.ts';
import { parseJson } from '../core/json.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { outputChecker } from '../wire/tool-input.ts';
import { type KeptPlay, playKept, sameEnd } from './kept-play.ts';

export interface Bench {
  /** Keeps the end state until released. */
  play(agent: Agent): Promise<KeptPlay>;
  /** For plays of which only the events matter. */
  playOut(agent: Agent): Promise<Episode>;
  sameEnd(a: KeptPlay, b: KeptPlay): boolean;
  /** Sentences, each once: what broke in any play so far. */
  flaws(): readonly string[];
}

export interface BenchOptions {
  readonly seed?: string | number;
  readonly signal?: AbortSignal;
}

export function benchFor(suite: Suite, task: Task, options: BenchOptions): Bench {
  const flaws = new Set<string>();
  const world = suite.world(task);
  const judge = suite.judge(task);
  const play: Bench['play'] = async (agent) => {
    options.signal?.throwIfAborted();
    const kept = await playKept(task, { world, judge, agent }, options);
    for (const flaw of flawsIn(kept)) flaws.add(flaw);
    return kept;
  };
  return {
    play,
    playOut: async (agent) => {
      const kept = await play(agent);
      await kept.release();
      return kept.episode;
    },
    sameEnd: (a, b) => sameEnd(world, a, b),
    flaws: () => [...flaws],
  };
}

/** A void, and answers that are not what the tool's schema promises. */
function flawsIn({ episode, tools }: KeptPlay): readonly string[] {
  const { result, events } = episode;
  const broken = result.outcome === 'void' ? [`the ${result.blame} broke (${result.reason}): ${result.message}`] : [];
  const check = checkerOf(tools);
  const unsound = eventsOf(events, 'tool-answered').flatMap(({ name, blocks, isError }) => {
    const flaw = isError ? null : check(name, textOf(blocks));
    return flaw === null ? [] : [`an answer of ${name} is not what its schema promises: ${flaw}`];
  });
  return [...broken, ...unsound];
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

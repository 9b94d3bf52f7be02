/** The door for worlds, and the session: a live place in which an agent acts and speaks. */
import type { Block } from './block.ts';
import type { Emit } from './event.ts';
import type { JsonObject } from './json.ts';
import type { Random } from './random.ts';
import type { Snapshot } from './state.ts';
import type { Task } from './task.ts';
import type { Tool, ToolCall } from './tool.ts';

export interface Notice {
  readonly from: string;
  readonly text: string;
  /** World time, ISO 8601. */
  readonly at: string;
}

export interface Observation {
  readonly blocks: readonly Block[];
  readonly isError: boolean;
  readonly notices: readonly Notice[];
}

/** What follows when an agent speaks: the end, a new day's brief (for which it starts afresh), or things to go on with. */
export interface Hearing {
  readonly over: boolean;
  readonly brief: string | null;
  readonly notices: readonly Notice[];
}

/** The hearing of worlds in which an answer ends the episode. */
export const OVER: Hearing = { over: true, brief: null, notices: [] };

/** A live place. An agent can do exactly two things in it: act and speak. */
export interface Session {
  readonly tools: readonly Tool[];
  /** Whether the world goes on after the agent has spoken. To an agent that is served from afar, speaking is then a tool. */
  readonly goesOn?: boolean;
  /** An agent's mistake is an Observation with `isError`, never a throw. A throw is the world's own breakage. */
  call(call: ToolCall, signal: AbortSignal): Promise<Observation>;
  /** The agent speaks or falls silent. */
  say(text: string, signal: AbortSignal): Promise<Hearing>;
  /** Does not change the world. */
  snapshot(): Promise<Snapshot>;
  /** May be called more than once. */
  close(): Promise<void>;
}

export interface Opening {
  readonly seed: string;
  readonly emit: Emit;
  /** A stream of chance for one named use, from this episode's seed. */
  random(...names: readonly string[]): Random;
}

/**
 * The door for worlds. Same task, same seed, same model replies: same session, to the byte. A world reads no clock and draws
 * no chance but what the opening and the task give it.
 */
export interface World {
  readonly name: string;
  /** For people who browse: what kind of place this is, and its rules in prose. */
  readonly about: WorldAbout;
  open(task: Task, opening: Opening): Promise<Session>;
  /** Whether two end states are the same to a judge, apart from clock, log and generated ids. Default: no change differs. */
  equivalent?(a: Snapshot, b: Snapshot): boolean;
}

export interface WorldAbout {
  readonly title: string;
  readonly kind: 'database' | 'language' | 'workplace' | 'other';
  readonly rules: string;
  readonly tools: readonly Tool[];
  /** Anything else worth showing: tables, sizes. */
  readonly facts: JsonObject;
}

/** A session that behaves like `inner` except for what `changes` replaces. Safe for classes and closures. */
export function wrap(inner: Session, changes: Partial<Session>): Session {
  return {
    tools: changes.tools ?? inner.tools,
    goesOn: changes.goesOn ?? inner.goesOn ?? false,
    call: changes.call ?? ((call, signal) => inner.call(call, signal)),
    say: changes.say ?? ((text, signal) => inner.say(text, signal)),
    snapshot: changes.snapshot ?? (() => inner.snapshot()),
    close: changes.close ?? (() => inner.close()),
  };
}

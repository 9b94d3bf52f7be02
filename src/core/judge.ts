/** The door for judges, what they are shown, and what they say. */
import type { Event } from './event.ts';
import type { JsonObject } from './json.ts';
import type { Snapshot } from './state.ts';
import type { Task } from './task.ts';

export interface Evidence {
  readonly task: Task;
  /** The last thing the agent said. */
  readonly answer: string;
  /** Initial and final state, and what changed between them. */
  readonly snapshot: Snapshot;
  /** Everything up to now, faults included. */
  readonly events: readonly Event[];
}

/** One thing that was looked at. `required` ones decide; the others only move the score. */
export interface Checkpoint {
  readonly name: string;
  readonly passed: boolean;
  readonly points: number;
  readonly required: boolean;
  readonly detail: string;
}

/** Where one episode holds several tasks (a working day): an outcome for each. */
export interface VerdictItem {
  readonly id: string;
  readonly passed: boolean;
  readonly score: number;
  readonly reason: string;
  /** What a report may group by or add up: family, minutes, clues found. */
  readonly data?: JsonObject;
}

export interface Verdict {
  readonly passed: boolean;
  /** In [0, 1]. */
  readonly score: number;
  /** One or two sentences for a person. */
  readonly reason: string;
  /** The judge's own word for how it went, where it has one: `complete`, `incomplete`, `agent_error`. */
  readonly category?: string;
  readonly checkpoints: readonly Checkpoint[];
  readonly items?: readonly VerdictItem[];
}

/** The door for judges. Throws if it cannot decide, which voids the episode; never turns its own trouble into "failed". */
export interface Judge {
  readonly name: string;
  judge(evidence: Evidence, signal: AbortSignal): Promise<Verdict>;
  /** Why no work whatever could pass it, where that shows without any evidence: code that never says yes. Null where nothing shows. */
  neverPasses?(): Promise<string | null>;
  /** Whether it looks at what changed alone: then another answer makes no difference, and is no mistake. */
  readonly ignoresAnswer?: boolean;
}

import type { Block } from './block.ts';
import type { Party } from './errors.ts';
import type { Json, JsonObject } from './json.ts';
import type { Verdict } from './judge.ts';
import type { Reply, Role } from './model.ts';
import type { Change } from './state.ts';
import type { Tool } from './tool.ts';

/** Raised whenever a reader of older logs would misunderstand a newer one. */
export const EVENT_VERSION = 1;

export interface EpisodeBegun {
  readonly type: 'episode-begun';
  readonly version: number;
  readonly suite: string;
  readonly task: string;
  readonly world: string;
  readonly agent: string;
  readonly judge: string;
  readonly seed: string;
  /** Names of the faults in force, outermost last. */
  readonly faults: readonly string[];
  readonly clock: string;
}
export interface BriefGiven {
  readonly type: 'brief-given';
  readonly text: string;
}
/** Written before the reply is used: what is in the log is never asked for again. */
export interface ModelReplied {
  readonly type: 'model-replied';
  readonly role: Role;
  readonly model: string;
  /** Counts the requests of this role in this episode, from 0. */
  readonly ordinal: number;
  readonly requestHash: string;
  readonly reply: Reply;
}
export interface ToolCalled {
  readonly type: 'tool-called';
  readonly id: string;
  readonly name: string;
  /** As the tool declares it; `unknown` too where there is no such tool. */
  readonly effect: Tool['effect'];
  readonly input: Json;
  readonly remark?: string;
}
/** What the agent saw. */
export interface ToolAnswered {
  readonly type: 'tool-answered';
  readonly id: string;
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly isError: boolean;
}
export interface AgentSpoke {
  readonly type: 'agent-spoke';
  readonly text: string;
}
export interface NoticeGiven {
  readonly type: 'notice-given';
  readonly from: string;
  readonly text: string;
  /** World time, ISO 8601. */
  readonly at: string;
}
/** Why the agent ended its act: `answered`, `turn-limit`, `token-limit`, `refused`, `crashed` … */
export interface AgentStopped {
  readonly type: 'agent-stopped';
  readonly reason: string;
}
/** The schedule, fixed before the first call. `data` belongs to the fault that planned it. */
export interface FaultPlanned {
  readonly type: 'fault-planned';
  readonly fault: string;
  readonly data: JsonObject;
}
/** A fault that landed: what was hidden from the agent. */
export interface FaultInjected {
  readonly type: 'fault-injected';
  readonly fault: string;
  /** Which transform: `timeout`, `list-cut` … */
  readonly kind: string;
  readonly manner: 'explicit' | 'implicit';
  /** Which spell of the schedule, from 0, and which call of the episode, from 1. */
  readonly spell: number;
  readonly call: number;
  readonly tool: string;
  /** Whether the world did what was asked: yes, no, or yes but the answer was lost. */
  readonly applied: 'yes' | 'never' | 'lost';
  /** Where the answer was altered, as JSON Pointers. Empty for explicit faults. */
  readonly paths: readonly string[];
  /** The answer as the world gave it, or null where the world was never asked. */
  readonly clean: readonly Block[] | null;
}
/** A fault that was planned for a call and could not land there. */
export interface FaultMissed {
  readonly type: 'fault-missed';
  readonly fault: string;
  readonly spell: number;
  readonly call: number;
  readonly why: string;
}
/** What a world wants a judge to know beyond its state. */
export interface WorldNoted {
  readonly type: 'world-noted';
  readonly kind: string;
  readonly data: Json;
}
/** The kind of note on a call that ended in a bug of the environment, with `{ tool, call, message }`. */
export const ENVIRONMENT_BUG = 'environment-bug';

/** What had changed when the agent was done. With the world's initial state, this is all a judge needs to judge again. */
export interface SnapshotTaken {
  readonly type: 'snapshot-taken';
  readonly changes: readonly Change[];
}
/** One vote of a judge that votes. A spoiled one is neither yes nor no. */
export interface VoteCast {
  readonly type: 'vote-cast';
  readonly judge: string;
  /** From 1. */
  readonly ballot: number;
  readonly vote: 'yes' | 'no' | 'spoiled';
  readonly reason: string;
  /** The vote on each criterion, where the rubric is split. */
  readonly criteria: readonly { readonly name: string; readonly vote: 'yes' | 'no' }[];
}
export interface VerdictReached {
  readonly type: 'verdict-reached';
  readonly judge: string;
  readonly verdict: Verdict;
}
export interface ErrorRaised {
  readonly type: 'error-raised';
  readonly party: Party;
  readonly reason: string;
  readonly message: string;
}
export interface EpisodeEnded {
  readonly type: 'episode-ended';
  readonly result: Result;
}

export type Result =
  | { readonly outcome: 'passed' | 'failed'; readonly score: number; readonly reason: string }
  | {
      readonly outcome: 'void';
      readonly blame: Exclude<Party, 'agent'>;
      readonly reason: string;
      readonly message: string;
    };

export type Event =
  | EpisodeBegun
  | BriefGiven
  | ModelReplied
  | ToolCalled
  | ToolAnswered
  | AgentSpoke
  | NoticeGiven
  | AgentStopped
  | FaultPlanned
  | FaultInjected
  | FaultMissed
  | WorldNoted
  | SnapshotTaken
  | VoteCast
  | VerdictReached
  | ErrorRaised
  | EpisodeEnded;

export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { readonly type: T }>;

/** Takes an event into the record. Never throws for the event's sake; throws when the record cannot be kept. */
export type Emit = (event: Event) => void;

export function eventsOf<T extends EventType>(events: readonly Event[], type: T): readonly EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

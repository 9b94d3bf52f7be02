/**
 * What an app of the workplace is: a file in `apps/` that exports one as `app`, with its tools. A tool says what it costs in minutes
 * and works on the day; identity comes from the session, never from an argument. It knows neither clock nor judge.
 */
import type { z } from 'zod';
import type { ImageBlock } from '../../core/block.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import { readWith, toolFace } from '../../wire/tool-face.ts';
import type { DayState } from './day-state.ts';
import type { Minute } from './instance.ts';
import type { Surroundings } from './surroundings.ts';

export interface App {
  readonly name: string;
  readonly tools: readonly AppTool[];
}

/** What a tool works with. */
export interface Post extends Surroundings {
  readonly state: DayState;
  /** For the record, and so for judges: a disclosure, a file that was read. */
  note(kind: NoteKind, data: Json): void;
}

export type NoteKind =
  | 'disclosure'
  | 'file-read'
  | 'system-read'
  | 'message-sent'
  | 'rephrasing-refused'
  | 'meeting-booked'
  | 'meeting-cancelled'
  | 'meeting-attended'
  | 'act'
  | 'task-arrived'
  | 'task-changed'
  | 'deliverable'
  | 'memory-written'
  | 'day-opened'
  | 'day-closed';

/** What came of a call. `until` moves the clock further than the cost says: a meeting lasts until its end. */
export interface Outcome {
  readonly answer: JsonObject;
  readonly pictures?: readonly ImageBlock[];
  readonly until?: Minute;
  /** Whether something urgent cuts the time short. */
  readonly isInterruptible?: boolean;
}

export interface AppTool {
  readonly face: Tool;
  cost(input: JsonObject, state: DayState): Minute;
  run(input: JsonObject, post: Post, signal: AbortSignal): Promise<Outcome>;
}

export interface AppToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  readonly input: I;
  readonly output: O;
  readonly cost: Minute | ((input: z.output<I>, state: DayState) => Minute);
  readonly run: (
    input: z.output<I>,
    post: Post,
    signal: AbortSignal,
  ) => z.input<O> | Outcome | Promise<z.input<O> | Outcome>;
}

/** Every answer also says what time it is and how much is unread; the output schema need not. */
export function appTool<I extends z.ZodObject, O extends z.ZodObject>(definition: AppToolDefinition<I, O>): AppTool {
  const { input, run, cost } = definition;
  return {
    face: toolFace(definition),
    cost: (given, state) => (typeof cost === 'number' ? cost : cost(readWith(input, given), state)),
    run: async (given, post, signal) => {
      const result = await run(readWith(input, given), post, signal);
      return isOutcome(result) ? result : { answer: result as JsonObject };
    },
  };
}

const outcomes = new WeakSet<object>();

/** Marks a result as more than an answer. */
export function outcome(result: Outcome): Outcome {
  outcomes.add(result);
  return result;
}

function isOutcome(result: object): result is Outcome {
  return outcomes.has(result);
}

import type { Json, JsonObject } from './json.ts';

/** A tool as an agent sees it. `input` and `output` are JSON Schemas. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
  /** What a sound answer looks like, where the world says so. A careful agent checks answers against it. */
  readonly output?: JsonObject;
  /** Whether a call can change the world; `unknown` where the world cannot say. */
  readonly effect: 'read' | 'write' | 'unknown';
}

export interface ToolCall {
  /** Pairs the call with its answer; unique within an episode. */
  readonly id: string;
  readonly name: string;
  /** An object, or the JSON text of one, as models send it. */
  readonly input: Json;
  /** Text that came beside the call. */
  readonly remark?: string;
}

/** Tools of a database world: a schema for what comes in, a schema for what goes out, and a function over the database. */
import type { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Database } from '../../engines/sqlite.ts';
import { readWith, toolFace } from '../../wire/tool-face.ts';

/** What a tool works with. */
export interface Desk {
  readonly db: Database;
  /** The task's clock, ISO 8601. It stands still. */
  readonly now: string;
  /** A new id such as `ORD-X1001`, the same in every replay; no id of the initial data may look like that. Judges compare end states without them. */
  newId(prefix: string): string;
}

export interface DatabaseTool {
  readonly face: Tool;
  run(input: JsonObject, desk: Desk): Json;
}

export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  readonly input: I;
  readonly output: O;
  readonly run: (input: z.output<I>, desk: Desk) => z.input<O>;
}

/** Types flow from the schemas to `run`; agents see the schemas as JSON Schema. */
export function tool<I extends z.ZodObject, O extends z.ZodType>(definition: ToolDefinition<I, O>): DatabaseTool {
  const { input, run } = definition;
  return {
    face: toolFace(definition),
    run: (given, desk) => run(readWith(input, given), desk) as Json,
  };
}

/** Tools of a database world: a schema for what comes in, a schema for what goes out, and a function over the database. */
import { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Database } from '../../engines/sqlite.ts';
import { invalid } from './tool-error.ts';

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
  const { name, description, effect, input, output, run } = definition;
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  return {
    face: {
      name,
      description,
      effect,
      // A parameter that does not exist is the agent's slip, and it is told so.
      input: { ...withoutDialect(inputSchema), additionalProperties: false },
      output: withoutDialect(z.toJSONSchema(output, { io: 'input' }) as JsonObject),
    },
    // The session has held the input against the JSON Schema, which cannot say all that a zod schema says.
    run: (given, desk) => run(readWith(input, given), desk) as Json,
  };
}

function readWith<I extends z.ZodObject>(schema: I, given: JsonObject): z.output<I> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const flaws = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw invalid(`invalid arguments: ${flaws.join('; ')}`);
}

function withoutDialect(schema: JsonObject): JsonObject {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

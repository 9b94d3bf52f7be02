/** From zod schemas to what an agent sees of a tool, and from what it sends to what the tool's code gets. */
import { z } from 'zod';
import type { JsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import { invalid } from '../core/tool-error.ts';

export interface FaceDefinition {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'write';
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
}

export function toolFace({ name, description, effect, input, output }: FaceDefinition): Tool {
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  return {
    name,
    description,
    effect,
    // A parameter that does not exist is the agent's slip, and it is told so.
    input: { ...withoutDialect(inputSchema), additionalProperties: false },
    output: withoutDialect(z.toJSONSchema(output, { io: 'input' }) as JsonObject),
  };
}

/** A JSON Schema cannot say all that a zod schema says. */
export function readWith<I extends z.ZodObject>(schema: I, given: JsonObject): z.output<I> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const flaws = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw invalid(`invalid arguments: ${flaws.join('; ')}`);
}

function withoutDialect(schema: JsonObject): JsonObject {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

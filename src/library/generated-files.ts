/** The records in a folder of generated worlds, checked where they are read. What a model wrote is taken for data, never for code. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';
import { recordedSteps } from './recorded-path.ts';

/** A name that is also a file's: nothing in it may lead out of the folder. */
const fileName = z.string().regex(/^[\w-]{1,80}$/, 'must be made of letters, digits, "_" and "-"');
const words = z.string().trim().min(1);
const instant = z.iso.datetime({ offset: true });
const jsonObject = z.record(z.string(), z.json());

export const headSchema = z.strictObject({
  kind: z.literal('generated'),
  title: words,
  description: words,
  category: words,
  domain: words,
});

const toolSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name such as place_order'),
  description: words,
  effect: z.enum(['read', 'write']),
  input: jsonObject.superRefine(checkSchema),
  output: jsonObject.superRefine(checkSchema).exactOptional(),
});

export const worldSchema = z.strictObject({
  title: words,
  scenario: words,
  rules: words,
  tools: z.array(toolSchema).min(1).superRefine(checkNames),
  /** Columns that hold clock, log or generated ids: they make no difference between two end states. */
  volatile: z.record(z.string(), z.union([z.literal('*'), z.array(z.string())])).exactOptional(),
});
export type WorldRecord = z.infer<typeof worldSchema>;

export const taskSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,80}$/, 'must be made of letters, digits, "_", "-" and "."'),
  title: words,
  world: fileName,
  family: fileName.exactOptional(),
  difficulty: z.literal([1, 2, 3]),
  brief: words,
  clock: instant,
  asked: jsonObject.default({}),
  verifier: fileName,
  path: recordedSteps.optional(),
});
export type TaskRecord = z.infer<typeof taskSchema>;

/**
 * Schemas come from a model and are checked in this process: keywords that make a checker search, or run an expression of the
 * schema's own, are left to the tool's code, which runs in the sandbox.
 */
const LEFT_TO_TOOLS: readonly string[] = ['pattern', 'patternProperties', '$ref', '$dynamicRef', '$recursiveRef'];
/** Below these stand names or values, not schemas. */
const NAMED: readonly string[] = ['properties', '$defs', 'definitions', 'dependentSchemas'];
const VALUES: readonly string[] = ['enum', 'const', 'default', 'examples', 'required', 'dependentRequired'];
const DEEPEST = 12;

function checkSchema(schema: JsonObject, context: z.RefinementCtx): void {
  if (schema.type !== 'object') context.addIssue({ code: 'custom', message: 'must have "type": "object"' });
  const flaw = flawIn(schema, 0);
  if (flaw !== null) context.addIssue({ code: 'custom', message: flaw });
}

function flawIn(schema: Json, level: number): string | null {
  if (level > DEEPEST) return `is more than ${DEEPEST} levels deep`;
  if (Array.isArray(schema)) return first(schema, level);
  if (!isObject(schema)) return null;
  for (const [keyword, value] of Object.entries(schema)) {
    if (LEFT_TO_TOOLS.includes(keyword))
      return `uses "${keyword}", which is left to the tool: check it in its function`;
    if (VALUES.includes(keyword)) continue;
    const inside = NAMED.includes(keyword) && isObject(value) ? Object.values(value) : value;
    const flaw = flawIn(inside, level + 1);
    if (flaw !== null) return flaw;
  }
  return null;
}

function first(schemas: readonly Json[], level: number): string | null {
  for (const schema of schemas) {
    const flaw = flawIn(schema, level);
    if (flaw !== null) return flaw;
  }
  return null;
}

function checkNames(tools: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  const twice = tools.find(({ name }, i) => tools.findIndex((other) => other.name === name) !== i);
  if (twice) context.addIssue({ code: 'custom', message: `two tools are called "${twice.name}"` });
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}

/** One sentence with every flaw and where it is. */
export function readRecord<T>(schema: z.ZodType<T>, text: string, where: string): T {
  const content = parseJson(text);
  if (content === undefined) throw new UserError(`${where} is not JSON.`);
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const flaws = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  throw new UserError(`${where} does not fit: ${flaws.join('; ')}.`);
}

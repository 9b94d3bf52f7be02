/**
 * What a language world is made from: a task's `setup`, read where it enters. Does not know how a suite lies on disk, nor how
 * the simulator is told.
 */
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';

const jsonObject = z.record(z.string(), z.json());

const toolSetup = z.object({
  name: z.string().min(1),
  description: z.string().default(''),
  parameters: jsonObject.default({}),
  /** Shows the shape of an answer. Its values are no facts of the world. */
  example_output: z.json().optional(),
});

export interface ToolSetup {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema, as its author wrote it. */
  readonly parameters: JsonObject;
  readonly example_output?: Json | undefined;
}

export interface LanguageSetup {
  readonly environment: string;
  /** The configuration's system prompt, verbatim. */
  readonly prompt: string;
  readonly tools: readonly ToolSetup[];
  readonly state: JsonObject;
  readonly stateDescription: Readonly<Record<string, string>>;
  /** Names of keys anywhere in the state that the agent must not see, nor their values. */
  readonly hidden: readonly string[];
}

const languageSetup: z.ZodType<LanguageSetup, unknown> = z.object({
  environment: z.string().min(1),
  prompt: z.string(),
  tools: z
    .array(toolSetup)
    .min(1)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'two tools bear one name'),
  state: jsonObject.default({}),
  stateDescription: z.record(z.string(), z.string()).default({}),
  hidden: z.array(z.string()).default([]),
});

export function readSetup(given: unknown): LanguageSetup {
  return sound(languageSetup, given);
}

/** An environment as OccuBench writes it. State and description may also be the text of an object, prose, or missing. */
const configuration = z.object({
  environment_name: z.string().min(1),
  world_model_system_prompt: z.string(),
  action_set_definitions: z.array(z.json()),
  state_description: z.json().default({}),
  task_initial_state: z.json().default({}),
  hidden: z.array(z.string()).default([]),
});

/** The setup from either form: OccuBench's five keys, or a setup as it stands. */
export function setupFrom(config: unknown): LanguageSetup {
  const isOriginal = typeof config === 'object' && config !== null && 'world_model_system_prompt' in config;
  if (!isOriginal) return readSetup(config);
  const original = sound(configuration, config);
  return readSetup({
    environment: original.environment_name,
    prompt: original.world_model_system_prompt,
    tools: original.action_set_definitions,
    state: asObject(original.task_initial_state, 'state'),
    stateDescription: worded(asObject(original.state_description, 'state')),
    hidden: original.hidden,
  });
}

function asObject(value: Json, name: string): JsonObject {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return value === null ? {} : { [name]: value };
  if (value.trim() === '') return {};
  const parsed = parsedObject(value);
  return parsed ?? { [name]: value };
}

function parsedObject(text: string): JsonObject | null {
  try {
    return jsonObject.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function worded(descriptions: JsonObject): Readonly<Record<string, string>> {
  const inWords = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(descriptions).map(([key, value]) => [key, inWords(value)]));
}

function sound<T>(schema: z.ZodType<T, unknown>, given: unknown): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new UserError(`This is no language world: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`);
}

/**
 * One environment in OccuBench's form, as it is used: whatever shape its fields come in, what leaves here is whole. Says in a
 * sentence what it cannot read. Does not look into the prompt and mends no text.
 */
import { UserError } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import { answerKeys } from './answer-keys.ts';

export interface LanguageTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
  /** Undefined where there is none; null where the tool is shown to answer nothing. */
  readonly example: Json | undefined;
}

export interface LanguageEnvironment {
  readonly name: string;
  /** The configuration's prompt, to the letter. */
  readonly prompt: string;
  readonly tools: readonly LanguageTool[];
  readonly state: JsonObject;
  readonly stateDescription: Readonly<Record<string, string>>;
  /** Keys of the state that hold answers. */
  readonly hidden: readonly string[];
}

/** Under this key stands a state or a description that is not made of keys. */
const OVERVIEW = 'overview';

/** `where` names the file, and the line where there are several: it opens the sentence about what is wrong. */
export function parseEnvironment(text: string, where: string): JsonObject {
  // A mark at the head of a file is the editor's; one inside a string belongs to the task and stays.
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) throw new UserError(`${where} is not JSON.`);
  if (!isObject(value)) throw new UserError(`${where} is not an environment: it is not a JSON object.`);
  return value;
}

export function readEnvironment(config: JsonObject, where: string): LanguageEnvironment {
  const prompt = config.world_model_system_prompt ?? '';
  if (typeof prompt !== 'string') throw new UserError(`${where}: world_model_system_prompt is not a text.`);
  const state = stateOf(config.task_initial_state ?? null);
  return {
    name: typeof config.environment_name === 'string' ? config.environment_name : '',
    prompt,
    tools: readTools(config.action_set_definitions ?? null, where),
    state,
    stateDescription: descriptionOf(config.state_description ?? null),
    hidden: [...new Set([...namedHidden(config.hidden ?? [], where), ...answerKeys(state)])],
  };
}

function stateOf(given: Json): JsonObject {
  const value = unpacked(given);
  if (isObject(value)) return value;
  return value === null || value === '' ? {} : { [OVERVIEW]: value };
}

function descriptionOf(given: Json): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(stateOf(given)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** JSON inside a string is what it says; other text is prose. */
export function unpacked(value: Json): Json {
  if (typeof value !== 'string') return value;
  const inner = parseJson(value);
  return typeof inner === 'object' ? inner : value.trim();
}

function namedHidden(given: Json, where: string): readonly string[] {
  if (Array.isArray(given) && given.every((key) => typeof key === 'string')) return given;
  throw new UserError(`${where}: hidden is not a list of keys.`);
}

function readTools(given: Json, where: string): readonly LanguageTool[] {
  const tools = toolEntries(given, where).map((tool, i) => readTool(tool, `${where}: tool ${i + 1}`));
  // No model takes two tools of one name; the first is the one that a reader meets.
  return [...Map.groupBy(tools, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}

/** A list of tools; or, as prompts show them, a map from names to the rest. */
export function toolEntries(given: Json, where: string): readonly Json[] {
  const value = unpacked(given);
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.entries(value).map(([name, rest]) => (isObject(rest) ? { name, ...rest } : rest));
  if (value === null || value === '') return [];
  throw new UserError(`${where}: action_set_definitions is not a list of tools.`);
}

function readTool(given: Json, where: string): LanguageTool {
  const tool = isObject(given) && isObject(given.function) ? given.function : given;
  if (!isObject(tool)) throw new UserError(`${where} is not an object.`);
  const { name, description, parameters } = tool;
  if (typeof name !== 'string' || name === '') throw new UserError(`${where} has no name.`);
  const schema = unpacked(parameters ?? null) ?? {};
  if (!isObject(schema)) throw new UserError(`${where}, ${name}: parameters is not a JSON Schema.`);
  // An example in the schema would be sent to models as a keyword of it.
  const { example_output: misplaced, ...rest } = schema;
  return {
    name,
    description: typeof description === 'string' ? description : '',
    parameters: { type: 'object', properties: {}, ...rest },
    example: tool.example_output === undefined ? misplaced : tool.example_output,
  };
}

/** What a language world is handed, as plain JSON. */
export function setupOf({ name, prompt, tools, state, stateDescription, hidden }: LanguageEnvironment): JsonObject {
  return {
    environment: name,
    prompt,
    tools: tools.map(({ example, ...tool }) => (example === undefined ? tool : { ...tool, example_output: example })),
    state,
    stateDescription,
    hidden,
  };
}

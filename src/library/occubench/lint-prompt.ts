/** What is odd about an environment's prompt, and where it disagrees with the fields beside it. */
import { equal, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Check } from './checks.ts';
import type { LanguageEnvironment } from './environment.ts';
import { PLACEHOLDERS, type PromptParts, placeholdersIn, takeApart, undoubled } from './prompt-anatomy.ts';

export type Note = readonly [check: Check, detail: string];

export function* lintPrompt(environment: LanguageEnvironment, config: JsonObject): Generator<Note> {
  if (environment.prompt.trim() === '') {
    yield ['prompt-missing', 'world_model_system_prompt is missing or empty'];
    return;
  }
  const parts = takeApart(environment.prompt);
  yield* lintTrailer(parts, config);
  yield* lintPlaceholders(parts.body);
  yield* lintCalls(parts.body, environment);
}

function* lintTrailer({ trailer }: PromptParts, config: JsonObject): Generator<Note> {
  if (trailer === null) {
    yield ['trailer-missing', 'no line begins with {{initial_state}}:, followed by descriptions and tools'];
    return;
  }
  const pairs = [
    ['task_initial_state', trailer.state, config.task_initial_state],
    ['state_description', trailer.descriptions, config.state_description],
    ['action_set_definitions', trailer.tools, toolMap(config.action_set_definitions)],
  ] as const;
  for (const [field, said, meant] of pairs) {
    if (said === undefined) yield ['trailer-differs', `${field}: the text in the prompt is not JSON`];
    else if (!isSame(said, meant ?? null)) yield ['trailer-differs', field];
  }
}

/** Tools as the prompt shows them: by name, each without its name. */
function toolMap(tools: Json | undefined): Json {
  if (!Array.isArray(tools)) return tools ?? null;
  return Object.fromEntries(tools.filter(isObject).map(({ name, ...rest }): [string, Json] => [String(name), rest]));
}

/** Braces that are meant to be double come out of the prompt single: that alone is no difference. */
function isSame(said: Json, meant: Json): boolean {
  return (
    equal(said, meant) ||
    equal(
      said,
      JSON.parse(JSON.stringify(meant), (_key, value) => singled(value)),
    )
  );
}
const singled = (value: unknown): unknown => (typeof value === 'string' ? undoubled(value) : value);

function* lintPlaceholders(body: string): Generator<Note> {
  const counts = placeholdersIn(body);
  for (const name of PLACEHOLDERS) {
    const count = counts.get(name) ?? 0;
    if (count === 0) yield ['placeholder-missing', `{{${name}}}`];
    if (count > 1) yield ['placeholder-repeated', `{{${name}}} ${count} times`];
  }
  const known: readonly string[] = PLACEHOLDERS;
  for (const name of counts.keys()) if (!known.includes(name)) yield ['placeholder-unknown', `{{${name}}}`];
}

function* lintCalls(body: string, { tools }: LanguageEnvironment): Generator<Note> {
  const named = [...new Set([...body.matchAll(/"name"\s*:\s*"([^"]+)"/g)].map((match) => match[1] ?? ''))];
  const unknown = named.filter((name) => !tools.some((tool) => tool.name === name));
  if (unknown.length > 0 && unknown.length === named.length) yield ['example-call-unknown', unknown.join(', ')];
  const isFlat =
    /(remaining|other|rest of the|additional) (fields?|keys?) (are|is|represent|correspond|serve|contain)|fields? (besides|other than)/i.test(
      body,
    );
  if (isFlat && /"arguments"\s*:/.test(body)) {
    yield ['calling-form-contradictory', 'parameters beside "name" in words, inside "arguments" in the example'];
  }
}

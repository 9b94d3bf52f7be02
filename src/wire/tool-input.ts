/**
 * Arguments as they come from models and clients, read against a tool's schema before any world sees them. An object is taken as
 * it is, the JSON text of one is parsed, and what does not fit is answered with a sentence that says why.
 */
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';

export type Reading =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly message: string };

/**
 * Tools come from many hands: unknown keywords, a dialect that is named or not, and one id in two schemas do no harm. Formats are
 * hints to the model; what must hold is a type, a pattern or a tool's own check.
 */
const LENIENT: Options = { strict: false, validateSchema: false, addUsedSchema: false, validateFormats: false };

export type InputReader = (toolName: string, input: Json) => Reading;

/** Compiles the schemas once; the reader is then shared by all sessions of a world. */
export function inputReader(tools: readonly Pick<Tool, 'name' | 'input'>[]): InputReader {
  const ajv = new Ajv2020({ ...LENIENT, useDefaults: true, allErrors: true, ownProperties: true });
  const validators = new Map(tools.map((tool) => [tool.name, ajv.compile(tool.input)]));
  return (toolName, input) => {
    const validate = validators.get(toolName);
    if (validate === undefined) return { ok: false, message: unknownTool(toolName, [...validators.keys()]) };
    const object = asObject(input);
    return typeof object === 'string' ? { ok: false, message: object } : validated(validate, object);
  };
}

function validated(validate: ValidateFunction, input: JsonObject): Reading {
  // Defaults are filled in on a copy: what the agent sent is logged as it was.
  const copy = structuredClone(input);
  if (validate(copy)) return { ok: true, input: copy };
  return { ok: false, message: `invalid arguments: ${(validate.errors ?? []).map(inWords).join('; ')}` };
}

function asObject(input: Json): JsonObject | string {
  if (typeof input === 'string') return input.trim() === '' ? {} : asText(input);
  if (input === null) return {};
  return isObject(input)
    ? input
    : `arguments must be a JSON object, not ${Array.isArray(input) ? 'a list' : typeof input}`;
}

function asText(input: string): JsonObject | string {
  let parsed: Json;
  try {
    parsed = JSON.parse(input);
  } catch {
    return 'arguments are not valid JSON';
  }
  return typeof parsed === 'string' ? 'arguments must be a JSON object, not string' : asObject(parsed);
}

function inWords({ instancePath, message, keyword, params }: ErrorObject): string {
  const where = instancePath === '' ? '' : `${instancePath.slice(1).replaceAll('/', '.')} `;
  if (keyword === 'enum') return `${where}must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}`;
  if (keyword === 'additionalProperties') return `${where}there is no parameter "${params.additionalProperty}"`;
  return `${where}${message ?? 'does not fit'}`;
}

function unknownTool(name: string, known: readonly string[]): string {
  return `there is no tool "${name}"; the tools are ${known.join(', ')}`;
}

/** Whether an answer is what the tool's output schema promises. Tools without one promise nothing. */
export function outputChecker(
  tools: readonly Pick<Tool, 'name' | 'output'>[],
): (toolName: string, answer: Json) => string | null {
  const ajv = new Ajv2020({ ...LENIENT, ownProperties: true });
  const validators = new Map(
    tools.flatMap((tool) => (tool.output ? [[tool.name, ajv.compile(tool.output)] as const] : [])),
  );
  return (toolName, answer) => {
    const validate = validators.get(toolName);
    if (validate === undefined || validate(answer)) return null;
    return (validate.errors ?? []).map(inWords).join('; ');
  };
}

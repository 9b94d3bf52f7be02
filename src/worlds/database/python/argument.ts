/**
 * From a tool's arguments to a request, by the gateway's rules: what the path names goes there, what the query knows goes there, and
 * the rest is the body. What is wrong with the arguments is said in the words of the gateway's own check.
 */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { PythonCall, PythonMode } from '../../../engines/python/engine.ts';
import type { Operation } from './operation.ts';

export type Prepared =
  | { readonly ok: true; readonly call: PythonCall; readonly dropped: readonly string[] }
  | { readonly ok: false; readonly message: string };

export function prepared(operation: Operation, given: JsonObject, mode: PythonMode): Prepared {
  const isRepaired = mode === 'repaired';
  // The original refuses null for an argument that may be left out, since its schemas name one type only.
  const dropped = isRepaired
    ? Object.keys(given).filter((name) => given[name] === null && isOptional(operation, name))
    : [];
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !dropped.includes(name)));
  const flaw = flawIn(kept, operation.tool.input);
  if (flaw !== null) return { ok: false, message: `Input validation error: ${flaw}` };
  return { ok: true, call: callOf(operation, kept, isRepaired), dropped };
}

function isOptional({ optional }: Operation, name: string): boolean {
  return optional.has(name);
}

function callOf(operation: Operation, input: JsonObject, isRepaired: boolean): PythonCall {
  const { method, operationId, places } = operation;
  const body: Record<string, Json> = {};
  const query: (readonly [string, string])[] = [];
  let path = operation.path;
  let whole: Json | undefined;
  for (const [name, value] of Object.entries(input)) {
    const place = places.get(name) ?? 'body';
    if (place === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(plain(value)));
    else if (place === 'query') query.push(...queryOf(name, value));
    else if (place === 'whole-body') whole = value;
    else body[name] = value;
  }
  const bodyless = method === 'GET' || (method === 'DELETE' && !isRepaired);
  const sent = whole ?? (Object.keys(body).length > 0 ? body : undefined);
  return { method, path, query, operationId, ...(bodyless || sent === undefined ? {} : { body: sent }) };
}

function queryOf(name: string, value: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.map((one: Json) => [name, plain(one)] as const);
  return value === null ? [[name, '']] : [[name, plain(value)]];
}

/** As the gateway's HTTP client writes a value into an address. */
function plain(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The first thing that is wrong, in the words of Python's jsonschema, or null. */
function flawIn(input: JsonObject, schema: JsonObject): string | null {
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.find((name) => typeof name === 'string' && !(name in input));
  if (missing !== undefined) return `${shown(missing)} is a required property`;
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, value] of Object.entries(input)) {
    const property = properties[name];
    const type = isObject(property) ? property.type : undefined;
    if (typeof type === 'string' && !isOfType(value, type)) return `${shown(value)} is not of type '${type}'`;
  }
  return null;
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

/** A value as Python writes it. */
function shown(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, one]) => `${shown(key)}: ${shown(one)}`)
      .join(', ')}}`;
  return String(value);
}

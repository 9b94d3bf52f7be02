/** What is odd about an environment's tools and the schemas of their parameters. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { toolEntries, unpacked } from './environment.ts';
import { isEmpty } from './json-walk.ts';
import type { Note } from './lint-prompt.ts';

/** Looks at the configuration itself: what is read from it has been mended already. */
export function* lintTools(config: JsonObject): Generator<Note> {
  const tools = toolEntries(config.action_set_definitions ?? null, 'the tools').flatMap((tool) => {
    const inner = isObject(tool) && isObject(tool.function) ? tool.function : tool;
    return isObject(inner) ? [inner] : [];
  });
  if (tools.length === 0) yield ['tools-missing', 'action_set_definitions is empty'];
  for (const [name, same] of Map.groupBy(tools, (tool) => String(tool.name))) {
    if (same.length > 1) yield ['tool-name-twice', name];
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) yield ['tool-name-odd', name];
  }
  for (const tool of tools) {
    const name = String(tool.name);
    if (typeof tool.description !== 'string' || tool.description.trim() === '') yield ['tool-undescribed', name];
    yield* lintExample(tool, name);
    yield* lintSchema(unpacked(tool.parameters ?? null), name);
  }
}

function* lintExample(tool: JsonObject, name: string): Generator<Note> {
  const { example_output: example, parameters } = tool;
  if (example === undefined) yield ['example-missing', name];
  if (isObject(parameters) && parameters.example_output !== undefined) yield ['example-misplaced', name];
  if (example === null) yield ['example-null', name];
  if (Array.isArray(example)) yield ['example-list', example.length === 0 ? `${name} (an empty list)` : name];
}

/** Keywords that the tools of the release use, and that model interfaces are known to take. */
const USUAL = new Set(
  'type properties required description enum items minimum maximum minItems maxItems additionalProperties default title'.split(
    ' ',
  ),
);

function* lintSchema(schema: Json, tool: string): Generator<Note> {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) {
    yield ['schema-not-object', tool];
  }
  if (!isObject(schema)) return;
  const { example_output: _misplaced, ...own } = schema;
  const problem = invalid(own);
  if (problem !== null) yield ['schema-invalid', `${tool}: ${problem}`];
  if (own.required === undefined) {
    yield ['required-missing', isEmpty(own.properties ?? null) ? tool : `${tool} (all its parameters are optional)`];
  }
  yield* lintPart(own, { tool, at: '' });
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false, logger: false });

function invalid(schema: JsonObject): string | null {
  if (!ajv.validateSchema(schema)) return ajv.errorsText(ajv.errors, { dataVar: 'parameters' });
  // Compiling costs milliseconds a tool, and finds more only where something is referred to or matched.
  if (!/"(\$ref|\$dynamicRef|pattern|patternProperties)":/.test(JSON.stringify(schema))) return null;
  try {
    ajv.compile(schema);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Place {
  readonly tool: string;
  /** The way to this part of the schema, empty at its head. */
  readonly at: string;
}

function* lintPart(schema: JsonObject, { tool, at }: Place): Generator<Note> {
  const where = at === '' ? tool : `${tool}.${at}`;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const odd = Object.keys(schema).filter((keyword) => !USUAL.has(keyword));
  if (odd.length > 0) yield ['schema-keyword-unusual', `${where}: ${odd.join(', ')}`];
  if (Array.isArray(schema.required)) {
    const unknown = schema.required.filter((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
    if (unknown.length > 0) yield ['required-unknown', `${where}: ${unknown.join(', ')}`];
  }
  for (const [name, part] of Object.entries(properties)) {
    if (isObject(part)) yield* lintParameter(part, { tool, at: at === '' ? name : `${at}.${name}` });
  }
  if (isObject(schema.items)) yield* lintInner(schema.items, { tool, at: `${at}[]` });
}

function* lintParameter(schema: JsonObject, place: Place): Generator<Note> {
  const { description } = schema;
  if (typeof description !== 'string' || description.trim() === '') {
    yield ['parameter-undescribed', `${place.tool}.${place.at}`];
  }
  yield* lintInner(schema, place);
}

const STANDS_FOR_TYPE = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

function* lintInner(schema: JsonObject, place: Place): Generator<Note> {
  const where = `${place.tool}.${place.at}`;
  if (schema.type === undefined && !STANDS_FOR_TYPE.some((keyword) => keyword in schema)) {
    yield ['parameter-untyped', where];
  }
  if (schema.type === 'object' && isEmpty(schema.properties ?? null)) yield ['parameter-free-form', where];
  if (schema.type === 'array' && !isObject(schema.items)) yield ['parameter-items-missing', where];
  yield* lintPart(schema, place);
}

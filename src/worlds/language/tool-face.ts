/**
 * Tools of a configuration as agents and providers can take them. Authors leave things out and put things in the wrong place;
 * what no validator can compile is loosened to the names of its parameters rather than refused.
 */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import { inputReader } from '../../wire/tool-input.ts';
import type { ToolSetup } from './setup.ts';

export function toolFace({ name, description, parameters }: ToolSetup): Tool {
  return {
    name,
    description: description.trim() === '' ? name.replaceAll('_', ' ') : description,
    input: safeInput(parameters),
    effect: 'unknown',
  };
}

/** The example of an answer, also where it stands among the parameters by mistake. Undefined where there is none. */
export function exampleOf({ parameters, example_output }: ToolSetup): Json | undefined {
  if (example_output !== undefined) return example_output;
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  return 'example_output' in properties ? undefined : parameters.example_output;
}

/** An object schema with properties and required names, both there and in agreement. */
export function safeInput(parameters: JsonObject): JsonObject {
  const { example_output: _misplaced, ...rest } = parameters;
  const properties = isObject(rest.properties) ? rest.properties : {};
  const required = Array.isArray(rest.required) ? rest.required : [];
  const known = required.filter((key) => typeof key === 'string' && Object.hasOwn(properties, key));
  const schema: JsonObject = { ...rest, type: 'object', properties, required: [...new Set(known)] };
  return compiles(schema) ? schema : { type: 'object', properties: named(properties), required: [...new Set(known)] };
}

function compiles(input: JsonObject): boolean {
  try {
    inputReader([{ name: 'tool', input }]);
    return true;
  } catch {
    return false;
  }
}

function named(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]): [string, JsonObject] => {
      const description = isObject(schema) ? schema.description : undefined;
      return [key, typeof description === 'string' ? { description } : {}];
    }),
  );
}

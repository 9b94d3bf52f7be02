/**
 * Tools from what OpenAPI says of an application, by the rules of the gateway that Agent World Model puts in front of it (fastapi_mcp
 * 0.4.0), so that an agent sees the same tools: names, descriptions with an example answer, and flat arguments. It calls nothing.
 */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Tool } from '../../../core/tool.ts';
import { exampleOf } from './example.ts';
import { withoutReferences } from './reference.ts';

/** Where an argument goes in the request. */
export type Place = 'path' | 'query' | 'body' | 'whole-body';

export interface Operation {
  readonly tool: Tool;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly places: ReadonlyMap<string, Place>;
  /** Arguments that may be left out, and so be null in `repaired` mode. */
  readonly optional: ReadonlySet<string>;
}

export interface OperationSource {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly openapi: JsonObject;
  /** Whether a body that is a list can be given, as the argument `body`. The original has no way to. */
  readonly takesListBody: boolean;
}

export function operationOf(source: OperationSource): Operation {
  const { operationId, method, path, openapi, takesListBody } = source;
  const operation = asObject(withoutReferences(source.operation, openapi));
  const parameters = listOf(operation.parameters).flatMap((one) => (isObject(one) ? [one] : []));
  const body = bodySchema(operation);
  const fields: Field[] = [
    ...parameters.filter((one) => one.in === 'path').map((one) => parameterField(one, 'path')),
    ...parameters.filter((one) => one.in === 'query').map((one) => parameterField(one, 'query')),
    ...bodyFields(body, takesListBody),
  ];
  const merged = new Map(fields.map((field) => [field.name, field]));
  const required = [...merged.values()].filter((field) => field.isRequired).map(({ name }) => name);
  const properties = Object.fromEntries([...merged].map(([name, field]) => [name, propertyOf(field)]));
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    places: new Map([...merged].map(([name, { place }]) => [name, place])),
    optional: new Set([...merged.values()].filter((field) => !field.isRequired).map(({ name }) => name)),
    tool: {
      name: operationId,
      description: descriptionOf(operation, { method, path }),
      input: {
        type: 'object',
        title: `${operationId}Arguments`,
        properties,
        ...(required.length === 0 ? {} : { required }),
      },
      effect: method.toUpperCase() === 'GET' ? 'read' : 'write',
    },
  };
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly description: string;
  readonly isRequired: boolean;
  readonly place: Place;
}

function parameterField(parameter: JsonObject, place: Place): Field {
  const schema = asObject(parameter.schema);
  const description = textOf(parameter.description) || textOf(schema.description);
  return { name: textOf(parameter.name), schema, description, isRequired: parameter.required === true, place };
}

function bodySchema(operation: JsonObject): JsonObject {
  return asObject(asObject(asObject(asObject(operation.requestBody).content)['application/json']).schema);
}

function bodyFields(schema: JsonObject, takesListBody: boolean): readonly Field[] {
  if (takesListBody && schema.type === 'array') {
    const description = textOf(schema.description);
    return [{ name: 'body', schema, description, isRequired: true, place: 'whole-body' }];
  }
  const required = new Set(listOf(schema.required));
  return Object.entries(asObject(schema.properties)).map(([name, one]) => {
    const field = asObject(one);
    return {
      name,
      schema: field,
      description: textOf(field.description),
      isRequired: required.has(name),
      place: 'body',
    };
  });
}

/** As the gateway shows it: the schema itself, its own name as title, and one type, also where there are several. */
function propertyOf({ name, schema, description }: Field): JsonObject {
  const type = singleType(schema);
  return {
    ...schema,
    title: name,
    ...(description === '' ? {} : { description }),
    ...(type === null ? {} : { type }),
  };
}

function singleType(schema: JsonObject): string | null {
  if (typeof schema.type === 'string') return schema.type;
  for (const option of [...listOf(schema.anyOf), ...listOf(schema.oneOf)]) {
    const { type } = asObject(option);
    if (typeof type === 'string' && type !== 'null') return type;
  }
  return Object.keys(schema).length === 0 ? null : 'string';
}

function descriptionOf(
  operation: JsonObject,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  const summary = textOf(operation.summary) || `${method.toUpperCase()} ${path}`;
  const told = textOf(operation.description);
  return [summary, ...(told === '' ? [] : [told]), ...responsePart(asObject(operation.responses))].join('\n\n');
}

/** Of the answers only the lowest that is a success. */
function responsePart(responses: JsonObject): readonly string[] {
  const status = Object.keys(responses)
    .filter((code) => code.startsWith('2'))
    .sort()[0];
  if (status === undefined) return [];
  const response = asObject(responses[status]);
  const [type, content] = Object.entries(asObject(response.content))[0] ?? [];
  const head = `**${status}**: ${textOf(response.description)} (Success Response)`;
  const media = type === undefined ? [] : [`Content-Type: ${type}`];
  const media0 = asObject(content);
  const example = media0.example ?? exampleOf(asObject(media0.schema));
  const shown =
    example === undefined ? [] : [`**Example Response:**\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``];
  return ['### Responses:', [head, ...media].join('\n'), ...shown];
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** An answer made up from its schema, for a tool's description: one value of each kind, by the gateway's rules. */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2023-01-01T00:00:00Z',
  date: '2023-01-01',
  email: 'user@example.com',
  uri: 'https://example.com',
};

/** Undefined where the schema says nothing. */
export function exampleOf(schema: JsonObject): Json | undefined {
  if (Object.keys(schema).length === 0) return undefined;
  if (schema.example !== undefined) return schema.example;
  switch (schema.type) {
    case 'string':
      return textExample(schema);
    case 'integer':
      return 1;
    case 'number':
      return 1.0;
    case 'boolean':
      return true;
    case 'array': {
      const item = isObject(schema.items) ? exampleOf(schema.items) : undefined;
      return item === undefined ? [] : [item];
    }
    default:
      return isObject(schema.properties) ? objectExample(schema.properties) : undefined;
  }
}

function textExample({ format, title }: JsonObject): string {
  const known = typeof format === 'string' ? TEXTS[format] : undefined;
  return known ?? (typeof title === 'string' ? title : 'string');
}

function objectExample(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const example = isObject(schema) ? exampleOf(schema) : undefined;
      return example === undefined ? [] : [[name, example]];
    }),
  );
}

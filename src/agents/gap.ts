/** How careless programs read an answer in which something is missing: as if nothing were the value. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';

/** The answer with every gap filled that its JSON Schema knows of: 0, the empty text, the first choice, the empty list. */
export function withoutGaps(answer: JsonObject, schema: JsonObject): JsonObject {
  const filled = filledIn(answer, schema);
  return isObject(filled) ? filled : answer;
}

function filledIn(value: Json | undefined, schema: JsonObject): Json {
  const present = value ?? nothingOf(schema);
  if (Array.isArray(present)) return present.map((item) => filledIn(item, schemaAt(schema.items)));
  if (!isObject(present)) return present;
  // What may be absent is no gap where it is absent.
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  const parts = Object.entries(schemaAt(schema.properties))
    .filter(([name]) => name in present || required.includes(name))
    .map(([name, part]) => [name, filledIn(present[name], schemaAt(part))]);
  return { ...present, ...Object.fromEntries(parts) };
}

function schemaAt(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function nothingOf({ type, enum: choices, const: only }: JsonObject): Json {
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices[0] ?? null;
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return type === 'object' ? {} : null;
}

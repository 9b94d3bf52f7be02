/** Puts what a `$ref` points to in its place. One that points into itself is cut, since a tool's schema must end. */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';

export function withoutReferences(value: Json, root: JsonObject, inside: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withoutReferences(one, root, inside));
  if (!isObject(value)) return value;
  const { $ref: reference, ...rest } = value;
  if (typeof reference === 'string') {
    const target = inside.includes(reference) ? undefined : found(root, reference);
    const placed = target === undefined ? {} : withoutReferences(target, root, [...inside, reference]);
    return { ...(isObject(placed) ? placed : {}), ...withoutEach(rest, root, inside) };
  }
  return withoutEach(value, root, inside);
}

function withoutEach(value: JsonObject, root: JsonObject, inside: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutReferences(one, root, inside)]));
}

function found(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) ? at[key] : undefined;
  }
  return at;
}

/** Every entry of a JSON value, at any depth, with the way that leads to it. Knows nothing about what the entries mean. */
import type { Json } from '../../core/json.ts';

export interface JsonEntry {
  /** Keys from the outside in; places in lists as numbers in text. */
  readonly path: readonly string[];
  readonly key: string;
  readonly value: Json;
  /** Whether a list lies on the way, so that the entry is one among many. */
  readonly isListed: boolean;
  /** Whether it is itself a plain item of a list; its key is then the list's. */
  readonly isItem: boolean;
}

export function* entriesOf(value: Json, above: readonly string[] = [], isListed = false): Generator<JsonEntry> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries<Json>(value)) {
    const path = [...above, key];
    if (!isList) yield { path, key, value: inner, isListed, isItem: false };
    else if (typeof inner !== 'object') {
      yield { path, key: above.at(-1) ?? key, value: inner, isListed: true, isItem: true };
    }
    yield* entriesOf(inner, path, isListed || isList);
  }
}

/** Null, or a container or text with nothing in it. */
export function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `rootCause` and `Root-Cause` are `root_cause`. */
export function snakeCase(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/** Reads a tool's answer as JSON. */
import { isObject, type JsonObject, parseJson } from '../core/json.ts';

/** The object in an answer, or null where it holds none. */
export function parseAnswer(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return isObject(parsed) ? parsed : null;
}

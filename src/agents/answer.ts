/** Reads a tool's answer as JSON. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';

/** The object in an answer, or null where it holds none. */
export function parseAnswer(text: string): JsonObject | null {
  try {
    const parsed = JSON.parse(text) as Json;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

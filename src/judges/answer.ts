/** Reads what an agent answered. Tasks that are judged by code ask for a JSON object at the end of the answer. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';

/** The last JSON object in a text, or null. Prose, code fences and earlier objects around it do no harm. */
export function answerObject(answer: string): JsonObject | null {
  for (let end = answer.lastIndexOf('}'); end >= 0; end = answer.lastIndexOf('}', end - 1)) {
    const found = objectEndingAt(answer, end);
    if (found !== null) return found;
  }
  return null;
}

/** Widest first, so that a nested object is not taken for the whole. */
function objectEndingAt(text: string, end: number): JsonObject | null {
  for (let start = text.indexOf('{'); start >= 0 && start < end; start = text.indexOf('{', start + 1)) {
    const parsed = parse(text.slice(start, end + 1));
    if (parsed !== undefined && isObject(parsed)) return parsed;
  }
  return null;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

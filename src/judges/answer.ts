/** Reads what an agent answered. Tasks that are judged by code ask for a JSON object at the end of the answer. */
import type { JsonObject } from '../core/json.ts';
import { objectsIn } from './json-objects.ts';

/** The last JSON object in a text, or null. Prose, code fences and earlier objects around it do no harm. */
export function answerObject(answer: string): JsonObject | null {
  return objectsIn(answer).at(-1)?.value ?? null;
}

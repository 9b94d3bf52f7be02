/** Reads what an agent answered. Tasks that are judged by code ask for a JSON object at the end of the answer. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';

/** The last JSON object in a text, or null. Prose, code fences and earlier objects around it do no harm. */
export function answerObject(answer: string): JsonObject | null {
  let last: JsonObject | null = null;
  for (let start = answer.indexOf('{'); start >= 0; ) {
    const end = closing(answer, start);
    const found = end === null ? null : parse(answer.slice(start, end));
    if (found !== null) last = found;
    // What stands inside a whole object is part of it; what stands inside a broken one may be whole itself.
    start = answer.indexOf('{', found === null || end === null ? start + 1 : end);
  }
  return last;
}

/** How an object can begin: with a name, or with its end. Keeps the search short in texts full of braces. */
const BEGINNING = /\{\s*["}]/y;
const MARK = /["{}]/g;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;

/** Where the brace that opens at `start` is closed, braces in strings aside; null where it is not. */
function closing(text: string, start: number): number | null {
  BEGINNING.lastIndex = start;
  if (!BEGINNING.test(text)) return null;
  let depth = 0;
  MARK.lastIndex = start;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    if (mark[0] === '"') {
      STRING.lastIndex = mark.index;
      if (!STRING.test(text)) return null;
      MARK.lastIndex = STRING.lastIndex;
    } else {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return MARK.lastIndex;
    }
  }
  return null;
}

function parse(text: string): JsonObject | null {
  try {
    const parsed: Json = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

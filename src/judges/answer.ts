/** Reads what an agent answered. Tasks that are judged by code ask for a JSON object at the end of the answer. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';

/**
 * The last JSON object in a text, or null. Prose, code fences and earlier objects around it do no harm, nor does an answer that
 * was written to keep its reader busy: the time it takes grows with the length of the text, not with its square.
 */
export function answerObject(answer: string): JsonObject | null {
  let last: JsonObject | null = null;
  const hopeless = new Set<number>();
  for (let start = answer.indexOf('{'); start >= 0; ) {
    const end = hopeless.has(start) ? null : closing(answer, start, hopeless);
    const found = end === null ? null : parse(answer.slice(start, end));
    if (found !== null) last = found;
    // What stands inside a whole object is part of it; what stands inside a broken one may be whole itself.
    start = answer.indexOf('{', found === null || end === null ? start + 1 : end);
  }
  return last;
}

const STRING = /"[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n\r\t]*)*"/;
const VALUE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/;
const TOKEN = new RegExp(`\\s*(?:([{}[\\],:])|(${STRING.source})|${VALUE.source})`, 'y');

/** What may come next: first in an object, then in a list; `s` stands for a string and `v` for any other plain value. */
const FOLLOWERS: Readonly<Record<string, readonly [object: string, list: string]>> = {
  '{': ['s}', ''],
  '[': ['', '{[sv]'],
  ',': ['s', '{[sv'],
  ':': ['{[sv', ''],
  name: [':', ''],
  value: [',}', ',]'],
};

/** Where the brace that opens at `start` is closed. Where it is not, it is hopeless, and so is each brace left open inside. */
function closing(text: string, start: number, hopeless: Set<number>): number | null {
  const open: { readonly sign: string; readonly at: number }[] = [];
  let allowed = '{';
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const sign = token[1] ?? (token[2] === undefined ? 'v' : 's');
    if (!allowed.includes(sign)) break;
    // A name stands only where a value cannot.
    const step = sign === 's' && !allowed.includes('v') ? 'name' : sign in FOLLOWERS ? sign : 'value';
    if (sign === '{' || sign === '[') open.push({ sign, at: TOKEN.lastIndex - 1 });
    if (sign === '}' || sign === ']') open.pop();
    const around = open.at(-1);
    if (around === undefined) return TOKEN.lastIndex;
    allowed = FOLLOWERS[step]?.[around.sign === '{' ? 0 : 1] ?? '';
  }
  for (const { at } of open) hopeless.add(at);
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

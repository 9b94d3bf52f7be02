/**
 * Finds the JSON objects in a text that may hold anything else besides: prose, code fences, broken or half-written ones. The time
 * it takes grows with the length of the text, not with its square. Does not know what the objects are for.
 */
import { isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';

export interface FoundObject {
  readonly value: JsonObject;
  readonly start: number;
  readonly end: number;
  /** Whether it, or anything in it, has one name twice: then readers differ on what it says. */
  readonly isAmbiguous: boolean;
}

/** In order. What stands inside a whole object is part of it; what stands inside a broken one may be whole itself. */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const hopeless = new Set<number>();
  for (let start = text.indexOf('{'); start >= 0; ) {
    const closed = hopeless.has(start) ? null : closing(text, start, hopeless);
    const value = closed === null ? undefined : parseJson(text.slice(start, closed.end));
    if (closed !== null && isObject(value)) found.push({ value, start, ...closed });
    start = text.indexOf('{', closed === null || value === undefined ? start + 1 : closed.end);
  }
  return found;
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

interface Open {
  readonly sign: string;
  readonly at: number;
  readonly names: Set<Json | undefined>;
}

/** Where the brace that opens at `start` is closed. Where it is not, it is hopeless, and so is each brace left open inside. */
function closing(text: string, start: number, hopeless: Set<number>): Pick<FoundObject, 'end' | 'isAmbiguous'> | null {
  const open: Open[] = [];
  let isAmbiguous = false;
  let allowed = '{';
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [, punctuation, string] = token;
    const sign = punctuation ?? (string === undefined ? 'v' : 's');
    if (!allowed.includes(sign)) break;
    // A name stands only where a value cannot.
    const isName = sign === 's' && !allowed.includes('v');
    if (isName) isAmbiguous = named(open.at(-1), string ?? '') || isAmbiguous;
    if (sign === '{' || sign === '[') open.push({ sign, at: TOKEN.lastIndex - 1, names: new Set() });
    if (sign === '}' || sign === ']') open.pop();
    const around = open.at(-1);
    if (around === undefined) return { end: TOKEN.lastIndex, isAmbiguous };
    const step = isName ? 'name' : sign in FOLLOWERS ? sign : 'value';
    allowed = FOLLOWERS[step]?.[around.sign === '{' ? 0 : 1] ?? '';
  }
  for (const { at } of open) hopeless.add(at);
  return null;
}

/** Takes note of a name, and says whether it was there before, in whatever spelling. */
function named(around: Open | undefined, string: string): boolean {
  const name = parseJson(string);
  const isKnown = around?.names.has(name) ?? false;
  around?.names.add(name);
  return isKnown;
}

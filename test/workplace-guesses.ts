/** Results made up from a brief: its example filled with whatever was found. It knows no family. */
import { isObject, type Json, parseJson } from '../src/core/json.ts';

/** The longest JSON in a text, such as briefs give for an example; null where there is none. */
export function exampleIn(text: string): Json | null {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    const end = endOf(text, at);
    if (end > at && parseJson(text.slice(at, end)) !== undefined) found.push(text.slice(at, end));
  }
  const [longest] = found.toSorted((a, b) => b.length - a.length);
  return longest === undefined ? null : (parseJson(longest) ?? null);
}

function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{' || text[at] === '[') depth++;
    if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  return -1;
}

const MOST_TOKENS = 400;

/** Ids, names and dates. */
export function tokensIn(text: string): readonly string[] {
  const ids = text.match(/\b[A-Z]{1,6}[-_]?\d{2,}[\w-]*/g) ?? [];
  const names = text.match(/\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\b/gu) ?? [];
  const dates = text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? [];
  return [...new Set([...ids, ...names, ...dates])].slice(0, MOST_TOKENS);
}

/** The example with every list made of all tokens that look like its items, every text of them, and every number as given. */
export function filledWith(example: Json, tokens: readonly string[], number?: number): Json {
  if (Array.isArray(example)) {
    const [first] = example;
    if (tokens.length === 0) return [];
    if (isObject(first)) return tokens.map((token) => withFirstText(first, token, number));
    return typeof first === 'string'
      ? [...alike(first, tokens)]
      : example.map((one) => filledWith(one, tokens, number));
  }
  if (isObject(example))
    return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, filledWith(value, tokens, number)]));
  if (typeof example === 'number') return number ?? example;
  return typeof example === 'string' ? alike(example, tokens).join(', ') : example;
}

function withFirstText(row: { readonly [key: string]: Json }, token: string, number?: number): Json {
  const named = Object.keys(row).find((key) => typeof row[key] === 'string');
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key === named ? token : typeof value === 'number' ? (number ?? value) : value,
    ]),
  );
}

/** Tokens of the same shape, or all where none is. */
function alike(example: string, tokens: readonly string[]): readonly string[] {
  const shape = (text: string): string => text.replace(/\d+/g, '0').replace(/\p{Lu}\p{Ll}+/gu, 'Aa');
  const same = tokens.filter((token) => shape(token) === shape(example));
  return same.length > 0 ? same : tokens;
}

/**
 * Reads what a simulator said. Any JSON value is an answer, null and numbers too; a fence or a missing tag does no harm; what
 * holds no value, or more than one, is not guessed at. Does not know what happens then.
 */
import type { Json } from '../../core/json.ts';
import { parseJson } from '../../core/json.ts';

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const OBSERVATION = 'predicted_observation';

/** The observation in a reply. `isCut` where the reply ended because it was too long. */
export function readObservation(said: string, isCut = false): Reading<Json> {
  const text = withoutThought(said);
  const opened = text.indexOf(`<${OBSERVATION}>`);
  if (isCut && (opened < 0 || !text.includes(`</${OBSERVATION}>`, opened)))
    return { ok: false, problem: 'The answer was cut off because it was too long. Give a shorter one.' };
  return firstSound(candidates(text, opened));
}

/** Some models think aloud before they answer, tags and all. */
function withoutThought(said: string): string {
  return said.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
}

/** The first pair of tags; up to the last closing tag, in case the value itself holds one; an unclosed tag; the whole text. */
function candidates(text: string, opened: number): readonly string[] {
  if (opened < 0) return [text];
  const from = opened + `<${OBSERVATION}>`.length;
  const ends = [text.indexOf(`</${OBSERVATION}>`, from), text.lastIndexOf(`</${OBSERVATION}>`)];
  const inside = ends.filter((end) => end >= from).map((end) => text.slice(from, end));
  return inside.length > 0 ? inside : [text.slice(from)];
}

function firstSound(texts: readonly string[]): Reading<Json> {
  const read = texts.map(readJson);
  return read.find(({ ok }) => ok) ?? read[0] ?? { ok: false, problem: 'There was no answer.' };
}

/** One JSON value in a text: the whole text, a fenced block, or the one balanced object or list in it. */
export function readJson(text: string): Reading<Json> {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: 'The answer was empty.' };
  const whole = parseJson(trimmed);
  if (whole !== undefined) return { ok: true, value: whole };
  const fences = [...trimmed.matchAll(/```\w*\s*\n?([\s\S]*?)```/g)].map((match) => parseJson((match[1] ?? '').trim()));
  const fenced = fences.filter((value) => value !== undefined);
  const [value, second] = fenced.length > 0 ? fenced : balancedValues(trimmed);
  if (value === undefined) return { ok: false, problem: 'The answer holds no JSON value that can be parsed.' };
  if (second !== undefined) return { ok: false, problem: 'The answer holds more than one JSON value.' };
  return { ok: true, value };
}

/**
 * All objects and lists that stand side by side in a text and can be parsed. Never a part of one: what is inside a broken or
 * unfinished value is not the answer.
 */
function balancedValues(text: string): readonly Json[] {
  const values: Json[] = [];
  for (let from = 0; from < text.length; from++) {
    if (text[from] !== '{' && text[from] !== '[') continue;
    const end = balancedEnd(text, from);
    if (end < 0) return [];
    const value = parseJson(text.slice(from, end));
    if (value !== undefined) values.push(value);
    from = end - 1;
  }
  return values;
}

/** Behind the bracket that closes the one at `from`, strings apart; -1 where none does. */
function balancedEnd(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  return -1;
}

/** A structured error that the simulated system gave, as opposed to a field that says there was none. */
export function isErrorAnswer(answer: Json): boolean {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return (
    error === true || (typeof error === 'string' ? error.trim() !== '' : typeof error === 'object' && error !== null)
  );
}

/** Wrong answers made from the right one: each part of its JSON changed in turn, the JSON left out, nothing said. */
import { equal, isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';
import type { KnownValues } from './known-values.ts';
import { otherNumber, otherValues } from './other-value.ts';

export interface AlteredAnswer {
  readonly text: string;
  readonly description: string;
}

export function alteredAnswers(answer: string, seen: KnownValues): readonly AlteredAnswer[] {
  const empty = answer.trim() === '' ? [] : [{ text: '', description: 'nothing is answered' }];
  const found = objectIn(answer);
  if (found === null) return empty;
  const { before, object, after } = found;
  const changed = changesOf(object, seen).map(({ value, description }) => ({
    text: `${before}${JSON.stringify(value)}${after}`,
    description: `the answer says ${description}`,
  }));
  return [...changed, { text: `${before}${after}`.trim(), description: 'the answer lacks its JSON object' }, ...empty];
}

interface AnswerObject {
  readonly before: string;
  readonly object: JsonObject;
  readonly after: string;
}

/** The last JSON object in the answer with what stands around it, widest first, as judges read it. */
function objectIn(answer: string): AnswerObject | null {
  const end = answer.lastIndexOf('}') + 1;
  for (let start = answer.indexOf('{'); start >= 0 && start < end; start = answer.indexOf('{', start + 1)) {
    const object = parseJson(answer.slice(start, end));
    if (isObject(object)) return { before: answer.slice(0, start), object, after: answer.slice(end) };
  }
  return null;
}

interface Changed {
  readonly value: Json;
  readonly description: string;
}

function changesOf(object: JsonObject, seen: KnownValues): readonly Changed[] {
  return Object.entries(object).flatMap(([key, old]) =>
    partChanges(key, old, seen)
      .filter(({ value }) => !equal(value, old))
      .map(({ value, description }) => ({ value: { ...object, [key]: value }, description: `${key} ${description}` })),
  );
}

function partChanges(key: string, old: Json, seen: KnownValues): readonly Changed[] {
  if (isObject(old)) return changesOf(old, seen);
  const value = Array.isArray(old) ? otherList(old) : otherScalar(key, old as Scalar, seen);
  return [{ value, description: `${JSON.stringify(value)} instead of ${JSON.stringify(old)}` }];
}

type Scalar = Exclude<Json, object>;

function otherScalar(key: string, old: Scalar, seen: KnownValues): Json {
  if (old === null) return 'something';
  if (typeof old === 'number') return otherNumber(old);
  const [other] = otherValues(old, { name: key, schema: {}, seen });
  return other ?? `not ${String(old)}`;
}

function otherList(old: readonly Json[]): readonly Json[] {
  return old.length === 0 ? ['something else'] : old.slice(0, -1);
}

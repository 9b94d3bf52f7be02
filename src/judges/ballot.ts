/**
 * Reads what a judging model wrote. A vote is only what is plainly one: an object of the right shape that carries the code of the
 * ballot, or, where a model leaves the code out, the one object of that shape with which its reply ends and which it did not copy
 * from the case. So nothing that a model quotes is ever taken for what it votes. What is no vote is nothing else either: never "no".
 */
import type { Json, JsonObject } from '../core/json.ts';
import { isObject } from '../core/json.ts';
import { type FoundObject, objectsIn } from './json-objects.ts';
import type { Quotations } from './quotations.ts';

/** The reason of the error of a ballot that is neither yes nor no. */
export const SPOILED = 'spoiled-ballot';

/** What was voted, or a sentence that tells the model what is wrong. */
export type Read<T> = { readonly ok: true; readonly vote: T } | { readonly ok: false; readonly problem: string };

export interface Question<T> {
  /** The key without which an object is no attempt at a vote. */
  readonly key: string;
  readonly format: (ballot: string) => JsonObject;
  read(object: JsonObject): Read<T>;
}

export interface Finding {
  readonly met: boolean;
  readonly quote: string;
  readonly reason: string;
}
export interface AtomicVote {
  /** One for each criterion, in their order. */
  readonly findings: readonly Finding[];
  readonly feedback: string;
}
export interface WholeVote {
  readonly isCorrect: boolean;
  readonly feedback: string;
}

export interface Booth {
  readonly ballot: string;
  readonly quotations: Quotations;
}

export function readVote<T>(reply: string, question: Question<T>, { ballot, quotations }: Booth): Read<T> {
  const attempts = objectsIn(reply).filter(({ value }) => question.key in value);
  const coded = attempts.filter(({ value }) => String(value.ballot).trim() === ballot);
  const readings = coded.map((found) => reading(found, question));
  const valid = readings.findLast(({ ok }) => ok) ?? readings.at(-1);
  if (valid !== undefined) return valid;
  const [only] = attempts;
  if (only === undefined) return problem(`it holds no JSON object with the key "${question.key}"`);
  // The first of them stands at the end only where it is the only one.
  const isOwn = endsWith(reply, only) && !quotations.has(reply.slice(only.start, only.end));
  return isOwn && !('ballot' in only.value)
    ? reading(only, question)
    : problem(`no JSON object in it carries the code of your ballot: "ballot": "${ballot}"`);
}

function reading<T>({ value, isAmbiguous }: FoundObject, question: Question<T>): Read<T> {
  return isAmbiguous ? problem('a name stands twice in one object') : question.read(value);
}

/** Apart from white space and the end of a code fence. */
function endsWith(reply: string, { end }: FoundObject): boolean {
  return /^\s*(?:`{3,}\s*)?$/.test(reply.slice(end));
}

function problem(words: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: words };
}

const TEXT: JsonObject = { type: 'string' };
const BOOLEAN: JsonObject = { type: 'boolean' };

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

export const WHOLE: Question<WholeVote> = {
  key: 'is_correct',
  format: (ballot) => closed({ ballot: { type: 'string', enum: [ballot] }, is_correct: BOOLEAN, feedback: TEXT }),
  read: (object) => {
    const isCorrect = truthOf(object.is_correct);
    if (isCorrect === null) return problem('"is_correct" is neither true nor false');
    return { ok: true, vote: { isCorrect, feedback: wordsOf(object.feedback) } };
  },
};

/** The question on so many criteria. */
export function atomic(count: number): Question<AtomicVote> {
  const entry = closed({ id: { type: 'integer' }, quote: TEXT, reason: TEXT, met: BOOLEAN });
  return {
    key: 'criteria',
    format: (ballot) =>
      closed({
        ballot: { type: 'string', enum: [ballot] },
        criteria: { type: 'array', items: entry },
        feedback: TEXT,
      }),
    read: ({ criteria, feedback }) => {
      const findings = findingsIn(criteria, count);
      return typeof findings === 'string'
        ? problem(findings)
        : { ok: true, vote: { findings, feedback: wordsOf(feedback) } };
    },
  };
}

/** One finding for each criterion, or what is wrong: nothing is filled in for the model. */
function findingsIn(criteria: Json | undefined, count: number): readonly Finding[] | string {
  if (!Array.isArray(criteria)) return '"criteria" is not a list';
  const byId = new Map<number, Finding>();
  const entries: readonly Json[] = criteria;
  for (const entry of entries) {
    const id = isObject(entry) ? Number(entry.id ?? Number.NaN) : Number.NaN;
    if (!isObject(entry) || !Number.isInteger(id) || id < 1 || id > count)
      return `an entry of "criteria" has no "id" from 1 to ${count}`;
    if (byId.has(id)) return `criterion ${id} is judged twice`;
    const met = truthOf(entry.met);
    if (met === null) return `"met" of criterion ${id} is neither true nor false`;
    byId.set(id, { met, quote: wordsOf(entry.quote).trim(), reason: wordsOf(entry.reason).trim() });
  }
  const findings = Array.from({ length: count }, (_, i) => byId.get(i + 1));
  const missing = findings.flatMap((finding, i) => (finding === undefined ? [i + 1] : []));
  if (missing.length > 0) return `there is no entry for criterion ${missing.join(', ')}`;
  return findings.flatMap((finding) => finding ?? []);
}

/** True and false, also as words, since many models write them in quotes. Nothing else is a vote. */
function truthOf(value: Json | undefined): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : null;
}

/** Whatever stands where words should: it is kept as it was written. */
function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

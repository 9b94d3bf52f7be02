/**
 * What can be told of a verification function from its source, without running it: which mode it is for (its file's name does not
 * say), what its author meant to check, and what makes its verdict doubtful. Runs no Python.
 */
import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { VerifierRecord } from './records.ts';

export type VerifierMode = 'code' | 'sql';

/** What the judge of a `sql` verifier's evidence is told besides. */
export interface VerifierCriteria {
  readonly reasoning: string;
  readonly success: string;
  readonly failure: string;
}

export interface AwmVerifier {
  readonly mode: VerifierMode;
  readonly code: string;
  readonly criteria: VerifierCriteria;
}

/** What generation leaves where it has given up is shorter than any function. */
const SHORTEST = 10;

export const hasCode = ({ verification: { code } }: VerifierRecord): boolean => code.trim().length >= SHORTEST;

/** Null where there is none. */
export function verifierOf(record: VerifierRecord): AwmVerifier | null {
  if (!hasCode(record)) return null;
  const { code, raw_response: raw } = record.verification;
  return { mode: modeOf(code), code, criteria: criteriaOf(raw) };
}

/** By signature: a function for `code` takes the final answer, or says itself whether all is complete. */
export function modeOf(code: string): VerifierMode {
  const signature = /def\s+verify_\w*\s*\(([^)]*)\)/.exec(code)?.[1] ?? '';
  if (/\bfinal_answer\b/.test(signature)) return 'code';
  return /["']result["']\s*:\s*["'](complete|others)["']/.test(code) ? 'code' : 'sql';
}

const loose = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)));
const responseSchema = z.object({ reasoning: loose, success_criteria: loose, failure_criteria: loose });

function criteriaOf(raw: string): VerifierCriteria {
  const read = responseSchema.safeParse(parseJson(raw.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')));
  if (!read.success) return { reasoning: '', success: '', failure: '' };
  const { reasoning, success_criteria: success, failure_criteria: failure } = read.data;
  return { reasoning, success, failure };
}

export const VERIFIER_CHECKS = {
  'verifier-empty': 'generation has left no verifier; the task cannot be scored',
  'verifier-function-missing': 'no function whose name begins with verify_',
  'verifier-functions-several':
    'several functions begin with verify_; the first one is called, which may be a mere part',
  'verifier-never-complete': 'never says "complete": the task can never pass',
  'verifier-timestamp-literal':
    'holds a time of 19 characters; the environment writes 26, so that an equal time may not be found',
  'verifier-strptime-whole-seconds': 'reads times without fractions of a second, which the environment writes',
} as const;
export type VerifierCheck = keyof typeof VERIFIER_CHECKS;

const TIMESTAMP = /["'](\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)["']/g;

/** The times that a verifier names, to the second. */
export function timestampsIn(code: string): readonly string[] {
  return [...code.matchAll(TIMESTAMP)].flatMap(([, time]) => time?.replace('T', ' ') ?? []);
}

/** Why a verifier can never say yes, whatever was done; null where its source does not show it. */
export function neverPasses(verifier: AwmVerifier | null): string | null {
  if (verifier === null) return 'the task has no verifier';
  if (!/\bdef verify_/.test(verifier.code)) return 'the verifier has no function whose name begins with verify_';
  return isNeverComplete(verifier.code) ? 'the verifier never says "complete"' : null;
}

const isNeverComplete = (code: string): boolean => modeOf(code) === 'code' && !/["']complete["']/.test(code);

export function doubtsAbout(record: VerifierRecord): readonly VerifierCheck[] {
  if (!hasCode(record)) return ['verifier-empty'];
  const { code } = record.verification;
  const functions = [...code.matchAll(/^[ \t]*def verify_[^\n]*\(/gm)].length;
  const doubts: Readonly<Record<Exclude<VerifierCheck, 'verifier-empty'>, boolean>> = {
    'verifier-function-missing': functions === 0,
    'verifier-functions-several': functions > 1,
    'verifier-never-complete': isNeverComplete(code),
    'verifier-timestamp-literal': timestampsIn(code).length > 0,
    'verifier-strptime-whole-seconds': /strptime\([^\n]*%S["']/.test(code),
  };
  return Object.entries(doubts).flatMap(([check, is]) => (is ? [check as VerifierCheck] : []));
}

/** What the conformance suites are made of, and what they share. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../core/json.ts';

/** One thing that a contract asks for. `run` rejects with what was expected and what was found. */
export interface ContractCheck {
  readonly name: string;
  run(): Promise<void>;
}

export function check(name: string, run: () => Promise<void>): ContractCheck {
  return { name, run };
}

/** A signal that never aborts. */
export const never: AbortSignal = new AbortController().signal;

/** A private copy of plain data that cannot be written to, however deep. */
export function frozen<T>(value: T): T {
  return freeze(structuredClone(value));
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/** That a value is what it would be after a round trip through the log. */
export function assertJson(value: unknown, what: string): void {
  const text = JSON.stringify(value);
  assert.notEqual(text, undefined, `${what} is nothing that JSON can hold`);
  const back: Json = JSON.parse(text);
  assert.deepEqual(value, back, `${what} holds something that JSON cannot`);
}

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function assertKebabCase(word: unknown, what: string): void {
  assert.equal(typeof word, 'string', `${what} is not a word`);
  assert.match(String(word), KEBAB_CASE, `${what} is not one word in kebab case`);
}

/** Long enough for a process to start on a busy machine. */
const PATIENCE_MS = 20_000;

/** The work's own end, or a failure when it does not come. */
export async function promptly<T>(work: Promise<T>, what: string, patienceMs = PATIENCE_MS): Promise<T> {
  const done = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: done.signal }).then(() =>
    assert.fail(`${what} did not end within ${patienceMs / 1000} s`),
  );
  late.catch(() => undefined); // it loses the race in every good case
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** That the work rejects, and with this very error. */
export async function assertRejectsWith(work: Promise<unknown>, reason: unknown, what: string): Promise<void> {
  const ended = await promptly(
    work.then(
      () => ({ error: undefined }),
      (error: unknown) => ({ error }),
    ),
    what,
  );
  assert.equal(ended.error, reason, `${what} did not reject with the reason of the signal`);
}

/** How the judges of this suite put their findings together: what must have changed, exactly once each, and what must be said. */
import {
  type Allowed,
  answerObject,
  type Change,
  type Checkpoint,
  checkpoint,
  type Evidence,
  type Findings,
  type Json,
  type JsonObject,
  timesMade,
} from 'practicum';

/** A change that must be there once, and not twice. */
export interface Wanted extends Allowed {
  readonly name: string;
  readonly points?: number;
}

/** What the answer must say. Texts and lists of texts are compared without regard to case and order. */
export type Said = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export function findings({ snapshot, answer }: Evidence, wanted: readonly Wanted[], said: Said): Findings {
  return {
    checkpoints: [
      ...wanted.map((one) => madeOnce(snapshot.changes, one)),
      ...Object.entries(said).map(([key, value]) => saidSo(answerObject(answer), key, value)),
    ],
    allowed: [...wanted, { table: 'audit', kind: 'inserted' }],
  };
}

function madeOnce(changes: readonly Change[], wanted: Wanted): Checkpoint {
  const { name, points = 2 } = wanted;
  const count = timesMade(changes, wanted);
  return checkpoint(name, count === 1, { points, detail: `${count} such changes` });
}

function saidSo(object: JsonObject | null, key: string, expected: Said[string]): Checkpoint {
  const found = object?.[key];
  const detail = `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`;
  return checkpoint(`answer: ${key}`, isSame(found, expected), { detail });
}

function isSame(found: Json | undefined, expected: Said[string]): boolean {
  if (typeof expected === 'number') return typeof found === 'number' && Math.abs(found - expected) < NEARLY;
  if (typeof expected === 'string') return typeof found === 'string' && plain(found) === plain(expected);
  if (typeof expected === 'boolean') return found === expected;
  if (!Array.isArray(found) || found.length !== expected.length) return false;
  const wanted = expected.map(plain).sort();
  return found
    .map((item) => plain(String(item)))
    .sort()
    .every((item, i) => item === wanted[i]);
}

/** Below half a unit of the finest rounding asked for, two decimals. */
const NEARLY = 0.004;

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * A task's right end state as a list of changes, each to be found exactly once. What is found twice, or not at all, misses its
 * checkpoint; what is not on the list is a side effect.
 */
import {
  type Allowed,
  type Change,
  type Checkpoint,
  checkpoint,
  type Json,
  type JsonObject,
  timesMade,
} from 'practicum';

export interface ExpectedChange {
  /** For a person: `V-4821 reassessed at level 2`. */
  readonly name: string;
  readonly table: string;
  readonly kind: 'inserted' | 'updated';
  /** For updates: which row. */
  readonly key?: string;
  readonly after: JsonObject;
  /** For updates: the columns that may differ, where not those of `after`. */
  readonly columns?: readonly string[];
}

/** Several changes that one act brings about make one checkpoint. */
export function actDone(name: string, changes: readonly Change[], expected: readonly ExpectedChange[]): Checkpoint {
  const missed = expected.filter((one) => timesMade(changes, one) !== 1);
  return checkpoint(name, missed.length === 0, { detail: missed.map((one) => one.name).join(', ') });
}

export function allowing(expected: readonly ExpectedChange[]): readonly Allowed[] {
  const asked = expected.map(({ table, kind, key, after, columns }): Allowed => {
    const bounds = kind === 'updated' ? { columns: columns ?? Object.keys(after) } : {};
    return { table, kind, after, ...bounds, ...(key === undefined ? {} : { key }) };
  });
  return [...asked, { table: 'audit', kind: 'inserted' }];
}

/** Whether an answer lists exactly these, in any order. */
export function listsExactly(said: Json | undefined, expected: readonly string[]): boolean {
  if (!Array.isArray(said) || said.length !== expected.length) return false;
  return expected.every((one) => said.filter((item) => item === one).length === 1);
}

/** Whether an answer maps exactly these names to exactly these values. */
export function mapsExactly(said: Json | undefined, expected: ReadonlyMap<string, Json>): boolean {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return false;
  const entries = Object.entries(said);
  return entries.length === expected.size && entries.every(([name, value]) => expected.get(name) === value);
}

/**
 * Judges by a pure function of what happened: before, after, what changed, the log and the answer. Whatever changed that the
 * task did not ask for fails it, always: a check cannot forget side effects, since it must say which changes it allows.
 */

import { equal, type JsonObject } from '../core/json.ts';
import type { Checkpoint, Evidence, Judge, Verdict } from '../core/judge.ts';
import { type Change, changedColumns, kindOf } from '../core/state.ts';

/** A change that the task asks for or tolerates. What is not given is not looked at. */
export interface Allowed {
  readonly table: string;
  readonly kind?: ReturnType<typeof kindOf>;
  readonly key?: string;
  /** For updates: no other column may change. */
  readonly columns?: readonly string[];
  /** Values that the row must have afterwards. */
  readonly after?: JsonObject;
}

export interface Findings {
  readonly checkpoints: readonly Checkpoint[];
  readonly allowed: readonly Allowed[];
}

/** Must be pure. What it throws voids the episode. */
export type Check = (evidence: Evidence) => Findings;

export function code(name: string, check: Check): Judge {
  return {
    name,
    async judge(evidence) {
      const { checkpoints, allowed } = check(evidence);
      return verdictOf([...checkpoints, sideEffects(evidence.snapshot.changes, allowed)]);
    },
  };
}

export interface CheckpointOptions {
  readonly points?: number;
  /** A checkpoint that is not required moves the score, not the outcome. */
  readonly required?: boolean;
  /** For a person: what was expected and what was found. */
  readonly detail?: string;
}

export function checkpoint(name: string, passed: boolean, options: CheckpointOptions = {}): Checkpoint {
  const { points = 1, required = true, detail = '' } = options;
  return { name, passed, points, required, detail };
}

export function verdictOf(checkpoints: readonly Checkpoint[]): Verdict {
  const passed = checkpoints.every((point) => point.passed || !point.required);
  const total = checkpoints.reduce((sum, { points }) => sum + points, 0);
  const reached = checkpoints.reduce((sum, point) => sum + (point.passed ? point.points : 0), 0);
  const missed = checkpoints.filter((point) => !point.passed);
  const reason = missed.length === 0 ? `all ${checkpoints.length} checkpoints met` : missed.map(inWords).join('; ');
  return { passed, score: total === 0 ? Number(passed) : reached / total, reason, checkpoints };
}

function inWords({ name, detail }: Checkpoint): string {
  return detail === '' ? `not met: ${name}` : `not met: ${name} (${detail})`;
}

export function sideEffects(changes: readonly Change[], allowed: readonly Allowed[]): Checkpoint {
  const unasked = changes.filter((change) => !allowed.some((one) => isAllowed(change, one)));
  const detail = unasked.map((change) => `${kindOf(change)} ${change.table} ${change.key}`).join(', ');
  return checkpoint('no side effects', unasked.length === 0, { detail });
}

/** How often a change was made. What is wanted once and made twice is a mistake that `allowed` alone does not see. */
export function timesMade(changes: readonly Change[], wanted: Allowed): number {
  return changes.filter((change) => isAllowed(change, wanted)).length;
}

function isAllowed(change: Change, { table, kind, key, columns, after }: Allowed): boolean {
  if (change.table !== table) return false;
  if (kind !== undefined && kindOf(change) !== kind) return false;
  if (key !== undefined && change.key !== key) return false;
  if (columns !== undefined && changedColumns(change).some((column) => !columns.includes(column))) return false;
  return Object.entries(after ?? {}).every(([column, value]) => equal(change.after?.[column] ?? null, value));
}

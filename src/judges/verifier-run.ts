/**
 * Runs a verification function of Agent World Model over the databases before and after, and sorts what can go wrong with it: a
 * function that breaks, swallows its own errors or cannot be found says nothing about the agent. Does not decide anything.
 */
import { EpisodeError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Evidence } from '../core/judge.ts';
import type { PythonEngine, PythonMode, VerifyReport } from '../engines/python/engine.ts';
import { imageAfter } from '../engines/sqlite-image-after.ts';

export interface VerifierOptions {
  readonly engine: () => PythonEngine;
  /** Null where the release has none for the task. */
  readonly code: string | null;
  readonly mode: PythonMode;
  /** The database that counts as the one before, and the one that the agent's changes were made to. */
  readonly images: () => Promise<{ readonly initial: Uint8Array; readonly opened: Uint8Array }>;
}

export interface Verified {
  readonly value: Json;
  /** SQL errors that the function kept to itself. */
  readonly degraded: readonly string[];
}

export async function runVerifier(
  { engine, code, mode, images }: VerifierOptions,
  { task, snapshot, answer }: Evidence,
  signal: AbortSignal,
): Promise<Verified> {
  if (code === null)
    throw new EpisodeError('judge', 'verifier-missing', `the task ${task.id} has no verification code`);
  const { initial, opened } = await images();
  const final = imageAfter(opened, snapshot.changes);
  const report = await engine().verify({ source: code, initial, final, answer, clock: task.clock, mode }, signal);
  if (report.ok) return { value: report.value, degraded: report.degraded };
  throw new EpisodeError('judge', REASONS[report.problem], `the verification code of ${task.id}: ${report.message}`);
}

const REASONS: Readonly<Record<Extract<VerifyReport, { ok: false }>['problem'], string>> = {
  'no-function': 'verifier-no-function',
  syntax: 'verifier-syntax',
  raised: 'verifier-crashed',
  'bad-value': 'verifier-bad-value',
  'time-limit': 'verifier-time-limit',
  'memory-limit': 'verifier-memory-limit',
  lost: 'verifier-lost',
};

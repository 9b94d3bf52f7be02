/** Agent World Model's `code` mode: a function of both databases and the answer that says `complete` or `others`. No model. */
import { z } from 'zod';
import { EpisodeError } from '../core/errors.ts';
import type { Judge } from '../core/judge.ts';
import { blockedBy } from './blocked.ts';
import { type Allowed, checkpoint, sideEffects, verdictOf } from './code.ts';
import { runVerifier, type VerifierOptions } from './verifier-run.ts';

export interface VerifierCodeOptions extends VerifierOptions {
  /** The changes that the task asks for, where somebody has written them down: anything else then fails it. */
  readonly allowed: readonly Allowed[] | null;
}

const answerSchema = z.looseObject({ result: z.enum(['complete', 'others']) });

export function verifierCode(options: VerifierCodeOptions): Judge {
  return {
    name: `awm-code-${options.mode}`,
    // Named once, as a parameter, and never looked at.
    ignoresAnswer: (options.code?.match(/\bfinal_answer\b/g) ?? []).length <= 1,
    async judge(evidence, signal) {
      const { value, degraded } = await runVerifier(options, evidence, signal);
      const read = answerSchema.safeParse(value);
      if (!read.success) {
        const given = JSON.stringify(value).slice(0, 200);
        throw new EpisodeError('judge', 'verifier-bad-value', `the verification code gave ${given}, no result`);
      }
      const isComplete = read.data.result === 'complete';
      if (!isComplete && options.mode === 'repaired') refuseToBlame(degraded, blockedBy(evidence.events));
      const { changes } = evidence.snapshot;
      const checkpoints = [
        checkpoint('verification code', isComplete, { detail: `it says ${read.data.result}` }),
        ...(options.allowed === null ? [] : [sideEffects(changes, options.allowed)]),
      ];
      return { ...verdictOf(checkpoints), category: isComplete ? 'complete' : 'others' };
    },
  };
}

/** A check that could not read what it checks, or a world that stood in the way, is not the agent's failure. */
function refuseToBlame(degraded: readonly string[], bug: string | null): void {
  if (bug !== null)
    throw new EpisodeError('world', 'environment-bug', `a bug of the environment stood in the way: ${bug}`);
  const [first] = degraded;
  if (first === undefined) return;
  throw new EpisodeError('judge', 'verifier-degraded', `the verification code swallowed an SQL error: ${first}`);
}

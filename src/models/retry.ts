/**
 * Asks again when asking again may help. Goes outside the gate, so that a request that waits holds no slot. Does not know what
 * failed beyond the ModelError's fault.
 */
import type { Clock } from '../core/clock.ts';
import { ModelError, type ModelFault } from '../core/errors.ts';
import type { Model } from '../core/model.ts';
import type { Random } from '../core/random.ts';

/** The others will fail the same way the next time: a wrong key, an impossible request, a full context, a refusal, no money. */
const MAY_PASS: ReadonlySet<ModelFault> = new Set(['rate-limit', 'unavailable', 'timeout', 'malformed']);

export interface Retry {
  readonly error: ModelError;
  /** Which try failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
}

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Tries in all, the first included. */
  readonly attempts?: number;
  /** The first wait is at most this; each further one twice the last. */
  readonly baseMs?: number;
  readonly longestMs?: number;
  /** A server that asks for more is not waited for: the error says so. */
  readonly longestAskedMs?: number;
  readonly onRetry?: (retry: Retry) => void;
}

export function retried(model: Model, options: RetryOptions): Model {
  const { clock, attempts = 6, longestAskedMs = 600_000, onRetry } = options;
  return {
    name: model.name,
    generate: async (request, signal) => {
      const began = clock.now();
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.generate(request, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ModelError) || !MAY_PASS.has(error.fault)) throw error;
          const tried = { attempt, took: clock.now() - began };
          if ((error.retryAfter ?? 0) > longestAskedMs)
            throw givenUp(error, tried, `, since we wait ${seconds(longestAskedMs)} at most`);
          if (attempt >= attempts) throw givenUp(error, tried);
          const waitMs = waitFor(error, attempt, options);
          onRetry?.({ error, attempt, waitMs });
          await clock.sleep(waitMs, signal);
        }
      }
    },
  };
}

/** Full jitter: requests that failed together do not come back together. What the server asked for is never cut short. */
function waitFor(
  error: ModelError,
  attempt: number,
  { random, baseMs = 1000, longestMs = 60_000 }: RetryOptions,
): number {
  if (error.retryAfter !== null) return Math.round(error.retryAfter + random.number() * baseMs);
  return Math.round(random.number() * Math.min(longestMs, baseMs * 2 ** (attempt - 1)));
}

function givenUp(error: ModelError, { attempt, took }: { attempt: number; took: number }, why = ''): ModelError {
  const tries = attempt === 1 ? '1 try' : `${attempt} tries`;
  const message = `${error.message} Gave up after ${tries} over ${seconds(took)}${why}.`;
  return new ModelError(error.fault, message, { cause: error, retryAfter: error.retryAfter });
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

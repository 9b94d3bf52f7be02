/** Ends work that takes too long, and tells that apart from the caller's own wish to stop. Does not know what the work is. */
import type { Clock } from '../core/clock.ts';
import { abortWatch } from './abort-watch.ts';

export interface Deadline {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The caller's. When it aborts, its reason is what is thrown. */
  readonly signal: AbortSignal;
  /** The error for work that was not done in time. */
  readonly late: () => Error;
}

const aborts = abortWatch();
const IN_TIME = Symbol('in time');

export async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, deadline: Deadline): Promise<T> {
  const { clock, timeoutMs, signal, late } = deadline;
  signal.throwIfAborted();
  const stop = new AbortController();
  const timer = new AbortController();
  const unwatch = aborts.add(signal, () => stop.abort(signal.reason));
  let isLate = false;
  clock.sleep(timeoutMs, timer.signal).then(
    () => {
      isLate = true;
      stop.abort(new Error('too late'));
    },
    () => undefined,
  );
  try {
    return await work(stop.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isLate ? late() : error;
  } finally {
    unwatch();
    timer.abort(IN_TIME); // With a reason of its own: making a DOMException costs more than the timer.
  }
}

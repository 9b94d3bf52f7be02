/** Time for tests: it stands still until told to move, and a sleep is over at once and moves it by that much. */
import type { Clock } from '../core/clock.ts';

export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
  /** How long each sleep was to be, in order. */
  readonly sleeps: readonly number[];
}

export function manualClock(start = 0): ManualClock {
  let now = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
    },
  };
}

/** Time for tests of servers: it moves only when told to, and then wakes whoever has slept long enough. */
import type { Clock } from '../src/core/clock.ts';

export interface SteppedClock extends Clock {
  advance(milliseconds: number): Promise<void>;
  /** Resolves when somebody sleeps for just so long. */
  asleepFor(milliseconds: number): Promise<void>;
}

interface Sleeper {
  readonly length: number;
  readonly until: number;
  readonly wake: () => void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function steppedClock(start = 0): SteppedClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep: (length, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const sleeper: Sleeper = { length, until: now + length, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => sleepers.delete(sleeper) && reject(signal.reason), { once: true });
      }),
    advance: async (milliseconds) => {
      now += milliseconds;
      for (const sleeper of [...sleepers].filter(({ until }) => until <= now)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await turn();
    },
    asleepFor: async (milliseconds) => {
      while (![...sleepers].some(({ length }) => length === milliseconds)) await turn();
    },
  };
}

/** The machine's own time: the one place where the house reads a clock and sets a timer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};

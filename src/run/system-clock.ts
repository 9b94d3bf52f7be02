/** The machine's own time: the one place where the house reads a clock and sets a timer. */
import type { Clock } from '../core/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // By hand, since `node:timers/promises` makes an error with a stack for each sleep that is cut short, as most deadlines are.
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const wake = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', wake);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', wake, { once: true });
    }),
};

/**
 * Lets those who wait go on one at a time, one for each round of the event loop. Requests go out only at the end of a round; so
 * when a thousand answers arrive together, and each takes a millisecond to work on, without this the first of the next requests
 * would go out a second late, after the last answer was worked on, and all would stay in step for the rest of the run.
 */
export function turnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(admit);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(admit);
    });
}

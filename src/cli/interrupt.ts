/** Ctrl-C for commands that can go on later. */
import { EXIT } from './exit.ts';
import type { ProgressLine } from './progress-line.ts';

export interface Interrupt {
  readonly signal: AbortSignal;
  release(): void;
}

/** The first Ctrl-C ends cleanly; the second one ends at once. */
export function onInterrupt(line: ProgressLine): Interrupt {
  const control = new AbortController();
  const stop = (): void => {
    if (control.signal.aborted) process.exit(EXIT.interrupted);
    line.say('Stopping … (once more to stop at once)');
    control.abort(new Error('interrupted'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const release = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  return { signal: control.signal, release };
}

/** Real time, which comes in by argument: nothing below `run/` reads a clock or sets a timer of its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

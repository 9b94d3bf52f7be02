import type { Event, ModelReplied, Result } from './event.ts';

/** One line of a segment. Time stands here and nowhere else, so that events are the same in every replay. */
export interface LogLine {
  readonly episode: string;
  /** From 1; a void episode is played again under the next number. */
  readonly attempt: number;
  /** Of the event within the attempt, from 0. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: Event;
}

/** One attempt at an episode as the log tells it. */
export interface Attempt {
  readonly episode: string;
  readonly attempt: number;
  readonly lines: readonly LogLine[];
  /** Null while it is unfinished. */
  readonly result: Result | null;
}

export function repliesIn(attempt: Attempt): readonly ModelReplied[] {
  return attempt.lines.flatMap(({ event }) => (event.type === 'model-replied' ? [event] : []));
}

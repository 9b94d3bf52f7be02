import type { Event, Result } from './event.ts';

/** What happened, from the first event to the last. Everything known about an episode is a fold over its events. */
export interface Episode {
  readonly suite: string;
  readonly task: string;
  readonly result: Result;
  /** The last thing the agent said. */
  readonly answer: string;
  readonly events: readonly Event[];
}

/** The last thing the agent said, or nothing. */
export function answerIn(events: readonly Event[]): string {
  return events.findLast((event) => event.type === 'agent-spoke')?.text ?? '';
}

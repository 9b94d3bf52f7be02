/** How fast a run went, from the times in its log. Time in which nothing was open, between two sittings, does not count. */
import type { Span } from './ledger.ts';

export interface Pace {
  /** Attempts, finished or not. */
  readonly attempts: number;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Null where the log is too short to tell. */
export function paceOf(spans: readonly Span[]): Pace | null {
  const inOrder = spans.toSorted((a, b) => a.from - b.from);
  let busy = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of inOrder) {
    busy += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  if (busy === 0) return null;
  return { attempts: spans.length, seconds: busy / 1000, perSecond: spans.length / (busy / 1000) };
}

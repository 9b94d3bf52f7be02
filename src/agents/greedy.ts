/**
 * Runs a task's solution with the oracle's care but neither asks nor plans: what is due next, from beginning to end, and only then
 * the next; it misses what was agreed for a time and what comes meanwhile. What it scores less than `never-asks` is what planning is
 * worth. Where a world gives one thing to do and nobody to ask, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';
import { solutionEntry } from './solution-entry.ts';

export interface Greed {
  readonly solution: Solution;
  readonly asked: JsonObject;
  /** What it scores then is what planning alone is worth. */
  readonly isAsking?: boolean;
}

export function greedy({ solution, asked, isAsking = false }: Greed): Agent {
  return {
    name: isAsking ? 'greedy, asking' : 'greedy',
    async act(_brief, session, signal) {
      const hands = { ...carefulHands(session, signal), manner: 'greedy' as const, isAsking };
      await session.say(await attempt(() => solution(asked, hands), signal), signal);
      return 'answered';
    },
  };
}

export const entry = solutionEntry(
  'greedy',
  'runs the solution program for one thing after the other by the next deadline, and asks nobody',
  greedy,
);

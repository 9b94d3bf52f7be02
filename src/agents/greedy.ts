/**
 * Runs a task's solution with the oracle's care but neither asks nor plans: what is due next, from beginning to end, and only then
 * the next; it misses what was agreed for a time and what comes meanwhile. What it scores less than `never-asks` is what planning is
 * worth. Where a world gives one thing to do and nobody to ask, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UserError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';

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

export const entry: AgentEntry = {
  name: 'greedy',
  summary: 'runs the solution program for one thing after the other by the next deadline, and asks nobody',
  needs: 'solution',
  prompts: [],
  make({ solution, asked }) {
    if (solution === null)
      throw new UserError('The agent greedy needs tasks with a solution program; use --agent-model NAME here.');
    return greedy({ solution, asked });
  },
};

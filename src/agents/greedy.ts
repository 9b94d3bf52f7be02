/**
 * Runs a task's solution with the oracle's care but without a plan for the day: always what is due next, whatever was agreed for
 * when. Where a world gives one thing to do, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UserError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';

export function greedy({ solution, asked }: { readonly solution: Solution; readonly asked: JsonObject }): Agent {
  return {
    name: 'greedy',
    async act(_brief, session, signal) {
      const hands = { ...carefulHands(session, signal), manner: 'greedy' as const };
      await session.say(await attempt(() => solution(asked, hands), signal), signal);
      return 'answered';
    },
  };
}

export const entry: AgentEntry = {
  name: 'greedy',
  summary: 'runs the solution program by the next deadline alone, and is late for appointments',
  needs: 'solution',
  prompts: [],
  make({ solution, asked }) {
    if (solution === null)
      throw new UserError('The agent greedy needs tasks with a solution program; use --agent-model NAME here.');
    return greedy({ solution, asked });
  },
};

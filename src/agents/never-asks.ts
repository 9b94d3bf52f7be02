/**
 * Runs a task's solution with the oracle's care but never asks anybody: what only a colleague knows it does not learn. What it scores
 * less than the oracle is what asking is worth. Where a world has nobody to ask, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UserError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';

export function neverAsks({ solution, asked }: { readonly solution: Solution; readonly asked: JsonObject }): Agent {
  return {
    name: 'never-asks',
    async act(_brief, session, signal) {
      const hands = { ...carefulHands(session, signal), isAsking: false };
      await session.say(await attempt(() => solution(asked, hands), signal), signal);
      return 'answered';
    },
  };
}

export const entry: AgentEntry = {
  name: 'never-asks',
  summary: 'runs the solution program but leaves out every question to a colleague',
  needs: 'solution',
  prompts: [],
  make({ solution, asked }) {
    if (solution === null)
      throw new UserError('The agent never-asks needs tasks with a solution program; use --agent-model NAME here.');
    return neverAsks({ solution, asked });
  },
};

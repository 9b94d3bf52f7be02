/**
 * Runs a task's solution with the oracle's care but never asks anybody: what only a colleague knows it does not learn. What it scores
 * less than the oracle is what asking is worth. Where a world has nobody to ask, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';
import { solutionEntry } from './solution-entry.ts';

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

export const entry = solutionEntry(
  'never-asks',
  'runs the solution program but leaves out every question to a colleague',
  neverAsks,
);

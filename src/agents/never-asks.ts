/**
 * Runs a task's solution with the oracle's care but never asks anybody: what only a colleague knows it does not learn. What it scores
 * less than the oracle is what asking is worth. Where a world has nobody to ask, it is the oracle.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UserError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Hands, Solution } from '../core/solution.ts';
import { attempt } from './attempt.ts';
import { carefulHands } from './oracle.ts';

export function neverAsks({ solution, asked }: { readonly solution: Solution; readonly asked: JsonObject }): Agent {
  return {
    name: 'never-asks',
    async act(_brief, session, signal) {
      const hands = unasking(carefulHands(session, signal));
      await session.say(await attempt(() => solution(asked, hands), signal), signal);
      return 'answered';
    },
  };
}

/** Tools that put a question to somebody, each with the parameter that says to whom. */
const QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['send_message', 'to'],
  ['send_group_message', 'group'],
]);

/** A question that was not put is answered with nothing, so that the program does not wait all day for a reply. */
function unasking(hands: Hands): Hands {
  const unasked = new Set<string>();
  return {
    ...hands,
    act: async (tool, input, done) => {
      const whom = QUESTIONS.get(tool);
      if (whom === undefined) return hands.act(tool, input, done);
      unasked.add(String(input[whom]));
    },
    look: async (tool, input) => {
      const answer = await hands.look(tool, input);
      return tool === 'read_chat' && unasked.has(String(input.person)) ? withSilence(answer, input) : answer;
    },
  };
}

function withSilence(answer: JsonObject, { person = '' }: JsonObject): JsonObject {
  const messages = Array.isArray(answer.messages) ? answer.messages : [];
  return { ...answer, messages: [...messages, { from: person, text: '', time: '' }], total: messages.length + 1 };
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

/**
 * Runs a task's solution without any care: each call once, every answer taken at its word, every error passed over. What is missing
 * in an answer it reads as careless programs do: no number is 0, no list is empty.
 */
import type { Agent } from '../core/agent.ts';
import { textOf } from '../core/block.ts';
import type { JsonObject } from '../core/json.ts';
import { type Hands, type Solution, SolutionStuck } from '../core/solution.ts';
import type { Session } from '../core/world.ts';
import { parseAnswer } from './answer.ts';
import { withoutGaps } from './gap.ts';
import { solutionEntry } from './solution-entry.ts';

export function hasty({ solution, asked }: { readonly solution: Solution; readonly asked: JsonObject }): Agent {
  return {
    name: 'hasty',
    async act(_brief, session, signal) {
      await session.say(await attempt(() => solution(asked, hastyHands(session, signal)), signal), signal);
      return 'answered';
    },
  };
}

async function attempt(work: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    // Only the program's own stumbling over what it was told is the agent's; the world's breakage is not.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SolutionStuck) {
      return `I could not finish: ${error.message}`;
    }
    throw error;
  }
}

function hastyHands(session: Session, signal: AbortSignal): Hands {
  const promised = new Map(session.tools.map(({ name, output }) => [name, output]));
  let calls = 0;
  const call = async (name: string, input: JsonObject): Promise<JsonObject> => {
    const seen = await session.call({ id: `call-${++calls}`, name, input }, signal);
    const answer = parseAnswer(textOf(seen.blocks)) ?? {};
    return seen.isError ? answer : withoutGaps(answer, promised.get(name) ?? {});
  };
  return {
    look: call,
    act: async (tool, input) => {
      await call(tool, input);
    },
  };
}

export const entry = solutionEntry('hasty', 'runs the same program without that care, so that faults matter', hasty);

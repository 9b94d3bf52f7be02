/** The entry of an agent that runs a task's solution program, and says so where there is none. */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UserError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';

export interface Program {
  readonly solution: Solution;
  readonly asked: JsonObject;
}

export function solutionEntry(name: string, summary: string, make: (program: Program) => Agent): AgentEntry {
  return {
    name,
    summary,
    needs: 'solution',
    prompts: [],
    make({ solution, asked }) {
      if (solution === null)
        throw new UserError(`The agent ${name} needs tasks with a solution program; use --agent-model NAME here.`);
      return make({ solution, asked });
    },
  };
}

import type { Agent } from './agent.ts';
import type { Clock } from './clock.ts';
import type { JsonObject } from './json.ts';
import type { Model } from './model.ts';
import type { Solution } from './solution.ts';

/** What an agent may need for one episode. Each kind takes what it needs and says in a sentence what it lacks. */
export interface AgentParts {
  /** The facts of the brief, and the program that solves the task, where there is one. */
  readonly asked: JsonObject;
  readonly solution: Solution | null;
  readonly model: Model | null;
  readonly limits: AgentLimits;
  /** The system prompt for agents that have one, by file name: ours or the user's own. */
  readonly prompt: (file: string) => string;
  /** For agents that are a command. */
  readonly command: string | null;
  readonly clock: Clock;
}

export interface AgentLimits {
  /** Turns of a model, or calls of a command. */
  readonly maxSteps: number;
  /** Tokens in and out over the whole episode; null for no limit. */
  readonly maxTokens: number | null;
  /** Of one reply; null leaves it to the model's own settings. */
  readonly maxOutputTokens: number | null;
  readonly reasoningEffort: string | null;
  readonly temperature: number | null;
}

/** How a built-in agent makes itself known: each file in `agents/` that is one exports such an `entry`. */
export interface AgentEntry {
  readonly name: string;
  readonly summary: string;
  readonly needs: 'solution' | 'model' | 'command' | 'nothing';
  /** Prompt files it reads, beside its source. */
  readonly prompts: readonly string[];
  make(parts: AgentParts): Agent;
}

/** An action of OpenEnv's tool environments in an episode: listing tools, or calling one. Knows no transport. */
import { z } from 'zod';
import type { Json } from '../core/json.ts';
import { attempt } from './attempt.ts';
import type { Environment } from './environment.ts';
import { type Answer, answerTo, type Called, listed, RESERVED } from './openenv-answer.ts';
import type { ServedSession } from './session.ts';

const LONGEST_NAME = 256;
const input = z.union([z.record(z.string(), z.json()), z.string()]);

export const actionSchema = z.union([
  z.object({ type: z.literal('list_tools') }),
  z.object({
    type: z.literal('call_tool').default('call_tool'),
    tool_name: z.string().min(1).max(LONGEST_NAME),
    arguments: input.nullish(),
  }),
]);
export type Action = z.infer<typeof actionSchema>;

/** Where an action takes place; null before a reset. */
export interface Stage {
  readonly environment: Environment;
  readonly session: ServedSession | null;
  /** Why there is none. */
  readonly unready: string;
}

export async function act(stage: Stage, action: Action): Promise<Answer> {
  if (action.type === 'list_tools') return listed(stage.session);
  return answerTo(action.tool_name, await callTool(stage, action.tool_name, action.arguments ?? {}));
}

export async function callTool(stage: Stage, name: string, given: Json): Promise<Called> {
  const { environment, session } = stage;
  if (name === '__list_scenarios__') {
    return { kind: 'scenarios', scenarios: [...new Set(environment.suite.tasks.map(({ world }) => world))] };
  }
  if (session === null) return { kind: 'unready', message: stage.unready };
  if (RESERVED.has(name)) {
    const message = `'${name}' is not a valid tool here; a tool of the scenario with this name is reached by call_scenario_tool`;
    return { kind: 'refused', reason: 'not_found', message };
  }
  const isOurs = !session.tools.some((tool) => tool.name === name);
  if (isOurs && name === 'done') {
    await session.leave('client-done', 'the client was done before anything was submitted');
    return { kind: 'left', settlement: session.settlement() };
  }
  // What Agent World Model's port calls verifying is ours by another name.
  return attempt(session, isOurs && name === 'verify' ? 'submit' : name, given);
}

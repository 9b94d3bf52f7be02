/**
 * What OpenEnv's clients are told: observations in the form of its tool environments, with the fields of Agent World Model's port.
 * Clients look at which keys there are, so that what is not there is left out, never null.
 */
import { textOf } from '../core/block.ts';
import type { JsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import { type Attempted, BROKEN } from './attempt.ts';
import type { Environment } from './environment.ts';
import { contentBlock } from './mcp-result.ts';
import { contentOf, GENERIC_TOOLS, outcomeData, toolsFor } from './served-tools.ts';
import type { ServedSession, Settlement } from './session.ts';

export interface Answer {
  readonly observation: JsonObject;
  /** Null on ordinary steps, and for a void. */
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata?: JsonObject;
}

/** What came of a call here, where a few names beside the world's mean something. */
export type Called =
  | Attempted
  /** There is no episode to act in. */
  | { readonly kind: 'unready'; readonly message: string }
  | { readonly kind: 'scenarios'; readonly scenarios: readonly string[] }
  /** The client says that it is done; null where it had not begun. */
  | { readonly kind: 'left'; readonly settlement: Settlement | null };

/** Names that OpenEnv keeps for itself. A world's tool of such a name is called by `call_scenario_tool`. */
export const RESERVED: ReadonlySet<string> = new Set(['reset', 'step', 'state', 'close']);

/** Tools can be listed before there is an episode: then those that every task has. */
export function toolsIn(session: ServedSession | null): readonly Tool[] {
  const tools = session === null ? GENERIC_TOOLS : toolsFor(session, 'all');
  return tools.filter(({ name }) => !RESERVED.has(name));
}

export function listed(session: ServedSession | null): Answer {
  const tools = toolsIn(session).map(({ name, description, input }) => ({ name, description, input_schema: input }));
  return { observation: { tools }, reward: null, done: session !== null && session.settlement() !== null };
}

export function begun(environment: Environment, session: ServedSession): Answer {
  const { scenario = '', task_idx: at = 0 } = environment.specOf(session.task);
  return withMetadata(
    {
      observation: {
        reward_type: 'reset_ok',
        scenario,
        task: session.brief,
        task_idx: at,
        has_verifier: { sql: false, code: true },
        num_tools: session.tools.length,
      },
      reward: null,
      done: false,
    },
    { episode_id: session.id, task_id: session.task.id },
  );
}

export function answerTo(name: string, called: Called): Answer {
  switch (called.kind) {
    case 'step': {
      const { isError, isOver } = called.step;
      const observation = { ...stepped(name, called), reward_type: isError ? 'tool_call_error' : 'tool_call_ok' };
      return withMetadata({ observation, reward: null, done: false }, isOver ? { only_submit_is_left: true } : {});
    }
    case 'settled':
      return ended(called.settlement, { ...stepped(name, called), reward_type: verdictOf(called.settlement) });
    case 'broken':
      return ended(called.settlement, failed(name, 'execution_error', { message: BROKEN, type: 'server_error' }));
    case 'over': {
      const { message } = called;
      const observation = failed(name, 'execution_error', { message, type: 'episode_already_done' });
      return { observation, reward: null, done: true };
    }
    case 'left': {
      const observation = { tool_name: name, result: 'done', reward_type: 'episode_done' };
      const outcome = called.settlement?.result.outcome ?? null;
      return withMetadata({ observation, reward: null, done: true }, { outcome });
    }
    case 'unready':
      return ordinary(failed(name, 'execution_error', { message: called.message, type: 'invalid_action' }));
    case 'refused': {
      const [error, type] =
        called.reason === 'not_found' ? ['tool_not_found', 'tool_not_found'] : ['invalid_args', 'invalid_args'];
      return ordinary(failed(name, error, { message: called.message, type }));
    }
    case 'scenarios': {
      const { scenarios } = called;
      const total = scenarios.length;
      return ordinary({ tool_name: name, result: { scenarios, total }, scenarios, total, reward_type: 'tool_call_ok' });
    }
  }
}

type Acted = Extract<Called, { kind: 'step' | 'settled' }>;

/** In the shape of a FastMCP result: the client hands out its `data`, which of a verdict is the outcome. */
export function resultOf(acted: Acted): JsonObject {
  const isSettled = acted.kind === 'settled';
  const blocks = isSettled ? acted.blocks : contentOf(acted.step);
  return {
    content: blocks.map((block) => ({ ...contentBlock(block) })) as unknown as JsonObject[],
    data: isSettled ? outcomeData(acted.settlement) : textOf(blocks),
    is_error: !isSettled && acted.step.isError,
  };
}

function stepped(name: string, acted: Acted): JsonObject {
  const blocks = acted.kind === 'settled' ? acted.blocks : contentOf(acted.step);
  return { tool_name: name, result: resultOf(acted), tool_result: textOf(blocks) };
}

function failed(name: string, error: string, { message, type }: { message: string; type: string }): JsonObject {
  return { tool_name: name, error: { error_type: error, message }, reward_type: type };
}

function ordinary(observation: JsonObject): Answer {
  return { observation, reward: null, done: false };
}

function ended(settlement: Settlement, observation: JsonObject): Answer {
  const outcome = outcomeData(settlement);
  return withMetadata(
    { observation: { ...observation, verify_result: outcome }, reward: settlement.reward, done: true },
    outcome,
  );
}

/** In the words of the port. */
function verdictOf({ result }: Settlement): string {
  return result.outcome === 'passed' ? 'complete' : result.outcome === 'failed' ? 'incomplete' : 'judge_error';
}

/** Within the observation for typed clients, and beside it for those that read the plain form. */
function withMetadata(answer: Answer, metadata: JsonObject): Answer {
  if (Object.keys(metadata).length === 0) return answer;
  return { ...answer, observation: { ...answer.observation, metadata }, metadata };
}

/**
 * An episode in Harbor's Agent Trajectory Interchange Format: steps of system, user and agent, where an agent's step holds its
 * calls and what they were answered. Fields that are not known are left out, never guessed.
 */
import { isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';
import { agentUsage, functionOf, metadataOf, timeOf } from './chat-trajectory.ts';
import { type AgentTurn, type Turn, type TurnCall, turnsOf } from './episode-turns.ts';
import type { Setting, Trajectory } from './trajectories.ts';

/** The newest that Harbor 0.25 reads and writes. */
const ATIF_VERSION = 'ATIF-v1.8';

export function atifTrajectory(trajectory: Trajectory, { tools, system }: Setting): JsonObject {
  const { plan, planned, attempt } = trajectory;
  const { agent, id } = planned;
  const begun = timeOf(attempt.lines.at(0)?.at);
  const opening = system === null ? [] : [{ source: 'system', ...known({ timestamp: begun }), message: system }];
  const turns = turnsOf(attempt.lines).map((turn) => stepOf(turn, isProgram(trajectory)));
  const steps = [...opening, ...turns].map((step, i) => ({ step_id: i + 1, ...step }));
  return {
    schema_version: ATIF_VERSION,
    session_id: id,
    trajectory_id: `${id}-${attempt.attempt}`,
    agent: {
      name: agent.name,
      version: plan.versions.practicum,
      ...known({ model_name: agent.model, tool_definitions: tools?.map(functionOf) ?? null }),
    },
    steps,
    final_metrics: metricsOf(trajectory, steps.length),
    extra: metadataOf(trajectory),
  };
}

function stepOf(turn: Turn, isByProgram: boolean): JsonObject {
  const time = known({ timestamp: timeOf(turn.at) });
  if (turn.kind === 'told') return { ...time, source: 'user', message: turn.text };
  const { text, reasoning, calls, model, usage } = turn;
  return {
    ...time,
    source: 'agent',
    message: text,
    ...known({ model_name: model, reasoning_content: reasoning, llm_call_count: inferences(turn, isByProgram) }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(called), observation: { results: calls.map(observed) } }),
    ...(usage === null
      ? {}
      : known({
          metrics: filled(
            known({
              prompt_tokens: usage.input,
              completion_tokens: usage.output,
              cached_tokens: usage.cachedInput,
              extra: usage.reasoning === null ? null : { reasoning_tokens: usage.reasoning },
            }),
          ),
        })),
  };
}

/** None where a program acted, one where a model replied; of commands nobody knows. */
function inferences({ model }: AgentTurn, isByProgram: boolean): number | null {
  if (model !== null) return 1;
  return isByProgram ? 0 : null;
}

/** Built-in agents without a model are programs; what a command or a client is, nobody knows. */
function isProgram({ planned: { agent } }: Trajectory): boolean {
  return agent.model === null && ['oracle', 'hasty', 'idle'].includes(String(agent.settings.kind ?? ''));
}

function called({ id, name, input }: TurnCall): JsonObject {
  const value = typeof input === 'string' ? parseJson(input) : input;
  const isEmpty = input === null || (typeof input === 'string' && input.trim() === '');
  return {
    tool_call_id: id,
    function_name: name,
    arguments: isObject(value) ? value : {},
    // Arguments that are no object are kept as they were sent.
    ...(isObject(value) || isEmpty ? {} : { extra: { sent: input } }),
  };
}

function observed({ id, answer, isError }: TurnCall): JsonObject {
  return { source_call_id: id, content: answer, ...(isError ? { extra: { is_error: true } } : {}) };
}

function metricsOf({ attempt, result }: Trajectory, steps: number): JsonObject {
  const usage = agentUsage(attempt);
  return {
    ...known({
      total_prompt_tokens: usage?.input ?? null,
      total_completion_tokens: usage?.output ?? null,
      total_cached_tokens: usage?.cached ?? null,
    }),
    total_steps: steps,
    extra: { outcome: result.outcome, score: result.score },
  };
}

function known(fields: { readonly [key: string]: Json }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function filled(fields: JsonObject): JsonObject | null {
  return Object.keys(fields).length === 0 ? null : fields;
}

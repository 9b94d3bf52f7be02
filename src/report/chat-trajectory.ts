/**
 * An episode as one line of chat-format JSONL, as trainers read it: messages with roles, calls with their arguments as JSON text,
 * tools as functions, and beside them what became of it.
 */
import { isObject, type Json, parseJson } from '../core/json.ts';
import { type Attempt, repliesIn } from '../core/log.ts';
import type { Tool } from '../core/tool.ts';
import { type AgentTurn, type TurnCall, turnsOf } from './episode-turns.ts';
import { eventsIn } from './row.ts';
import type { Setting, Trajectory } from './trajectories.ts';
import { type Consumption, usageByRole } from './usage.ts';

/** A type alias, so that it is plain JSON. */
export type ChatLine = {
  readonly messages: readonly Json[];
  readonly tools?: readonly Json[];
  readonly metadata: { readonly [key: string]: Json };
};

export function chatLine(trajectory: Trajectory, { tools, system }: Setting): ChatLine {
  const turns = turnsOf(trajectory.attempt.lines);
  return {
    messages: [
      ...(system === null ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap((turn) =>
        turn.kind === 'told'
          ? [{ role: 'user', content: turn.text }]
          : [saidAndDone(turn), ...turn.calls.map(answered)],
      ),
    ],
    ...(tools === null ? {} : { tools: tools.map(functionOf) }),
    metadata: metadataOf(trajectory),
  };
}

function saidAndDone({ text, reasoning, calls }: AgentTurn): Json {
  return {
    role: 'assistant',
    content: text,
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(called) }),
  };
}

function called({ id, name, input }: TurnCall): Json {
  return { id, type: 'function', function: { name, arguments: argumentsOf(input) } };
}

function answered({ id, name, answer }: TurnCall): Json {
  return { role: 'tool', tool_call_id: id, name, content: answer };
}

/** As the model wrote them where that is an object's JSON; else the JSON of what it wrote. */
function argumentsOf(input: Json): string {
  if (typeof input !== 'string') return JSON.stringify(input ?? {});
  if (input.trim() === '') return '{}';
  return isObject(parseJson(input)) ? input : JSON.stringify(input);
}

/** A tool in the form in which models are told of it. */
export function functionOf({ name, description, input }: Tool): { readonly [key: string]: Json } {
  return { type: 'function', function: { name, description, parameters: input } };
}

/** What became of an episode, and what it was: enough to choose by. Settings of agents are not in it: commands may hold a key. */
export function metadataOf({ plan, planned, attempt, result }: Trajectory): { readonly [key: string]: Json } {
  const { task, agent, mode, trial, seed, id } = planned;
  return {
    run: plan.run,
    suite: task.suite,
    task: task.id,
    agent: agent.name,
    model: agent.model,
    mode,
    trial,
    outcome: result.outcome,
    score: result.score,
    reason: result.reason,
    episode: id,
    attempt: attempt.attempt,
    seed,
    task_hash: task.hash,
    world: task.world,
    family: task.family,
    category: task.category,
    domain: task.domain,
    scenario: task.scenario,
    difficulty: task.difficulty,
    with_plan: plan.withPlan,
    world_model: plan.worldModel,
    verifier_model: plan.verifierModel,
    faults: eventsIn(attempt).filter(({ type }) => type === 'fault-injected').length,
    usage: agentUsage(attempt),
    begun: timeOf(attempt.lines.at(0)?.at),
    ended: timeOf(attempt.lines.at(-1)?.at),
    practicum: plan.versions.practicum,
  };
}

/** Of the agent's own model; null where it has none. */
export function agentUsage(attempt: Attempt): Consumption | null {
  return usageByRole(repliesIn(attempt)).agent ?? null;
}

export function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

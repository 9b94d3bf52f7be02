/**
 * The model that imagines the environment, asked call by call. Holds the history that it is shown again, and in the tracked style
 * the state that code keeps for it. An answer that cannot be used is explained to the model and asked for again; after that the
 * episode is void, and no answer is made up. Does not know tools' schemas, faults made by code, agents or judges.
 */
import { text } from '../../core/block.ts';
import { EpisodeError, ModelError } from '../../core/errors.ts';
import type { Emit } from '../../core/event.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Means } from '../../core/means.ts';
import { type Message, type Model, type Reply, replyText } from '../../core/model.ts';
import { type Action, type Layout, layoutFor } from './layout.ts';
import { type LeakFinder, leakFinder } from './leak.ts';
import { readObservation } from './observation.ts';
import type { LanguageSetup } from './setup.ts';
import { type Operation, patched, readPatch, STATE_PATCH, splitPatch } from './state-patch.ts';
import { stateRules } from './state-rules.ts';
import { filled } from './template.ts';

/** Asking more often has not been seen to help a model that was told twice what is wrong. */
const MOST_ATTEMPTS = 3;

export interface SimulatorParts {
  readonly setup: LanguageSetup;
  readonly clock: string;
  /** What the agent was told: no secret any more. */
  readonly brief: string;
  readonly means: Means;
  readonly emit: Emit;
}

export interface Exchange {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly observation: Json;
}

export interface Simulator {
  answer(action: Action, signal: AbortSignal): Promise<Json>;
  /** What was asked and answered, in the simulator's own words: faults made by code are not in it. */
  history(): readonly Exchange[];
  /** The state as it is now, in the tracked style; the initial one otherwise. */
  state(): JsonObject;
}

interface Understood {
  readonly observation: Json;
  readonly operations: readonly Operation[];
  readonly state: JsonObject;
}

type Understanding =
  | { readonly ok: true; readonly value: Understood }
  | { readonly ok: false; readonly reason: 'unparsable' | 'state-violation' | 'leaked'; readonly problem: string };

export function openSimulator(parts: SimulatorParts): Simulator {
  const { setup, means, emit } = parts;
  const isTracked = means.styles.state === 'tracked';
  const read = reader(parts);
  const past: Message[] = [];
  const exchanges: Exchange[] = [];
  let state = setup.state;
  // Asked for when the first call needs them: worlds are opened for browsing too.
  let told: { readonly model: Model; readonly layout: Layout } | undefined;

  return {
    answer: async (action, signal) => {
      told ??= { model: means.model('world'), layout: layoutFor(parts) };
      const { model, layout } = told;
      const asked = user(layout.action(action));
      const extra = isTracked ? shownState(state, means) : layout.reminder;
      const current = extra === '' ? asked : user(`${layout.action(action)}\n${extra}`);
      const heard = [...exchanges.map((one) => one.arguments), action.input];
      const { observation, operations, ...after } = await untilUsable(
        { model, layout, means, messages: [...past, current], signal },
        (reply) => read(reply, state, heard),
      );
      if (operations.length > 0)
        emit({
          type: 'world-noted',
          kind: 'state-patched',
          data: { operations: operations.map((one) => ({ ...one })) },
        });
      state = after.state;
      past.push(asked, assistant(`${layout.answer(observation)}${isTracked ? shownPatch(operations) : ''}`));
      exchanges.push({ name: action.name, arguments: action.input, observation });
      return observation;
    },
    history: () => [...exchanges],
    state: () => state,
  };
}

interface Asking {
  readonly model: Model;
  readonly layout: Layout;
  readonly means: Means;
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
}

/** The failed attempts are shown to the model while it tries again, and forgotten afterwards. */
async function untilUsable(asking: Asking, read: (reply: Reply) => Understanding): Promise<Understood> {
  const { model, layout, means, signal } = asking;
  const { system, maxOutputTokens } = layout;
  const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  let messages = asking.messages;
  for (let attempt = 1; ; attempt++) {
    const reply = await model.generate({ system, messages, tools: [], ...limit }, signal);
    const understood = read(reply);
    if (understood.ok) return understood.value;
    if (reply.finish === 'refused') throw new ModelError('refused', 'the simulator declined to answer a call');
    const { reason, problem } = understood;
    if (attempt === MOST_ATTEMPTS)
      throw new EpisodeError('world', reason, `the simulator gave no usable answer in ${attempt} attempts. ${problem}`);
    const said = replyText(reply).trim();
    const correction = filled(means.prompt('simulator-correction.md'), { problem }).trim();
    messages = [...messages, assistant(said === '' ? '(no text)' : said), user(correction)];
  }
}

type Reader = (reply: Reply, state: JsonObject, heard: readonly Json[]) => Understanding;

function reader({ setup, brief, means }: SimulatorParts): Reader {
  const isTracked = means.styles.state === 'tracked';
  const rules = stateRules(setup.state);
  const leak: LeakFinder = leakFinder(setup, brief);
  return (reply, state, heard) => {
    const said = isTracked ? splitPatch(replyText(reply)) : { rest: replyText(reply), patch: '[]' };
    const observation = readObservation(said.rest, reply.finish === 'length');
    if (!observation.ok) return { ok: false, reason: 'unparsable', problem: observation.problem };
    const operations = readPatch(said.patch);
    if (!operations.ok) return { ok: false, reason: 'unparsable', problem: operations.problem };
    const next = patched(state, operations.value, rules);
    if (!next.ok) return { ok: false, reason: 'state-violation', problem: next.problem };
    const leaked = leak(observation.value, heard);
    if (leaked !== null) return { ok: false, reason: 'leaked', problem: `${leaked} The agent must not see that.` };
    return {
      ok: true,
      value: { observation: observation.value, operations: operations.value, state: next.value },
    };
  };
}

function shownState(state: JsonObject, means: Means): string {
  return filled(means.prompt('simulator-state.md'), { state: JSON.stringify(state, null, 2) }).trim();
}

function shownPatch(operations: readonly Operation[]): string {
  return `\n<${STATE_PATCH}>\n${JSON.stringify(operations).replaceAll('</', '<\\/')}\n</${STATE_PATCH}>`;
}

function user(content: string): Message {
  return { role: 'user', blocks: [text(content)] };
}

function assistant(content: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text: content }] };
}

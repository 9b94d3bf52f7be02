/**
 * Faults laid around any session, by a schedule fixed before the first call. The world inside always answers clean and keeps a
 * clean history; what it really said is noted beside each fault that landed. Speaking is never faulted.
 */
import { type Block, text, withoutBytes } from '../core/block.ts';
import type { Emit } from '../core/event.ts';
import type { Fault } from '../core/fault.ts';
import { canonical, type Json, parseJson } from '../core/json.ts';
import type { Mode } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import type { ToolCall } from '../core/tool.ts';
import { type Observation, type Session, wrap } from '../core/world.ts';
import { errorOf } from './explicit.ts';
import { alteredBy } from './implicit.ts';
import { pointer } from './json-path.ts';
import {
  type FaultyMode,
  type PlannedAlteration,
  type PlannedError,
  planSchedule,
  requireSpells,
  USUAL_LENGTH,
} from './schedule.ts';

export interface FaultOptions {
  /** Spells of faults in an episode; 2 unless said otherwise, as in OccuBench. */
  readonly count?: number;
  /** Consecutive calls in a spell; 2 unless said otherwise. */
  readonly duration?: number;
  /** How many calls the oracle makes in the clean world; null where there is none. */
  readonly length?: number | null;
}

/** The faults of a mode: none for E0. */
export function faultsFor(mode: Mode, options: FaultOptions = {}): readonly Fault[] {
  return mode === 'E0' ? [] : [injected({ mode, ...options })];
}

export function injected(options: FaultOptions & { readonly mode: FaultyMode }): Fault {
  const { mode, count = 2, duration = 2 } = options;
  const length = options.length ?? USUAL_LENGTH;
  requireSpells({ count, duration });
  const name = `injected-${mode}`;
  return {
    name,
    wrap(session, { emit, random }) {
      const schedule = planSchedule({ mode, count, duration, length, random: random('faults', mode) });
      const data = { ...schedule, calls: schedule.calls.map((planned) => ({ ...planned })) };
      emit({ type: 'fault-planned', fault: name, data });
      const planned = new Map(schedule.calls.map((one) => [one.call, one]));
      const scene: Scene = { session, emit, fault: name, answered: new Map() };
      let calls = 0;
      const call: Session['call'] = async (asked, signal) => {
        const now = planned.get(++calls);
        if (now?.manner === 'explicit') return broken(scene, now, { asked, signal });
        const clean = await session.call(asked, signal);
        const earlier = remember(scene, asked, clean);
        return now === undefined ? clean : altered(scene, now, { asked, clean, earlier });
      };
      return wrap(session, { call });
    },
  };
}

interface Scene {
  readonly session: Session;
  readonly emit: Emit;
  readonly fault: string;
  /** Clean answers by what was asked, oldest first. */
  readonly answered: Map<string, Json[]>;
}

interface Asked {
  readonly asked: ToolCall;
  readonly signal: AbortSignal;
}

/** A write whose answer is lost is carried out behind the error; whatever else is asked never reaches the world. */
async function broken(scene: Scene, planned: PlannedError, { asked, signal }: Asked): Promise<Observation> {
  const { session, emit, fault } = scene;
  const { kind, manner, spell, call } = planned;
  const effect = session.tools.find(({ name }) => name === asked.name)?.effect ?? 'read';
  const applied = effect === 'read' ? 'never' : planned.applied;
  const clean = applied === 'lost' ? await session.call(asked, signal) : null;
  if (clean !== null) remember(scene, asked, clean);
  const hidden = clean === null ? null : withoutBytes(clean.blocks);
  const injection = { fault, kind, manner, spell, call, tool: asked.name, applied, paths: [], clean: hidden };
  emit({ type: 'fault-injected', ...injection });
  return errorOf(kind, clean?.notices ?? []);
}

interface Answered {
  readonly asked: ToolCall;
  readonly clean: Observation;
  readonly earlier: readonly Json[];
}

function altered(scene: Scene, planned: PlannedAlteration, { asked, clean, earlier }: Answered): Observation {
  const { emit, fault } = scene;
  const { manner, spell, call } = planned;
  const miss = (why: string): Observation => {
    emit({ type: 'fault-missed', fault, spell, call, why });
    return clean;
  };
  if (clean.isError) return miss('the world itself answered with an error');
  const found = jsonIn(clean.blocks);
  if (found === null) return miss('the answer holds no JSON');
  const change = alteredBy(planned.kind, { clean: found.value, earlier }, stream(planned.seed, 'alteration'));
  if (change === null) return miss('the answer holds nothing that could be altered');
  const { kind, value } = change;
  const paths = change.paths.map(pointer);
  const hidden = withoutBytes(clean.blocks);
  emit({
    type: 'fault-injected',
    fault,
    kind,
    manner,
    spell,
    call,
    tool: asked.name,
    applied: 'yes',
    paths,
    clean: hidden,
  });
  return { ...clean, blocks: clean.blocks.with(found.index, text(written(value, found.text))) };
}

/** Takes the answer into memory, and gives what the same call was answered before. Errors are no answers. */
function remember({ answered }: Scene, { name, input }: ToolCall, clean: Observation): readonly Json[] {
  const key = canonical([name, parsedInput(input)]);
  const earlier = answered.get(key) ?? [];
  const found = clean.isError ? null : jsonIn(clean.blocks);
  if (found !== null) answered.set(key, [...earlier, found.value]);
  return earlier;
}

/** Models send arguments as an object or as the text of one: the same call either way. */
function parsedInput(input: Json): Json {
  return typeof input === 'string' ? (parseJson(input) ?? input) : input;
}

interface JsonBlock {
  readonly index: number;
  readonly text: string;
  readonly value: Json;
}

/** The first block of text that is JSON. */
function jsonIn(blocks: readonly Block[]): JsonBlock | null {
  for (const [index, block] of blocks.entries()) {
    const value = block.type === 'text' ? parseJson(block.text) : undefined;
    if (block.type === 'text' && value !== undefined) return { index, text: block.text, value };
  }
  return null;
}

/** Indented as the world indents: a change of layout would give the fault away. */
function written(value: Json, like: string): string {
  const indent = /^[{[]\r?\n( +|\t)/.exec(like.trimStart())?.[1];
  return JSON.stringify(value, null, indent);
}

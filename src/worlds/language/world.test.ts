import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ModelError, UsageError } from '../../core/errors.ts';
import { type Event, eventsOf } from '../../core/event.ts';
import { DEFAULT_STYLES, type Means, NO_MEANS, type Styles } from '../../core/means.ts';
import type { Model, ModelRequest } from '../../core/model.ts';
import { type Cast, play } from '../../core/play.ts';
import { stream } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { Session } from '../../core/world.ts';
import { recorder } from '../../models/record.ts';
import { replayer } from '../../models/replay.ts';
import { type Script, scripted, testWorld } from '../../testing.ts';
import { setupFrom } from './setup.ts';
import { LANGUAGE_PROMPTS, languageWorld } from './world.ts';

const file = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const setup = setupFrom(JSON.parse(file('bakery.json')));
const task: Task = {
  id: '7',
  suite: 'bakeries',
  world: setup.environment,
  family: 'bakery',
  title: 'Send an order',
  category: 'Commerce & Consumer',
  domain: 'Food',
  scenario: 'Bakery',
  difficulty: 1,
  brief: 'Send order B-1.',
  asked: {},
  clock: '2024-03-04T06:00:00Z',
  setup: JSON.parse(JSON.stringify(setup)),
  truth: {},
  plan: null,
};
const never = new AbortController().signal;

interface Given {
  readonly model?: Model;
  readonly styles?: Partial<Styles>;
  readonly faults?: Means['faults'];
}

const meansOf = ({ model, styles, faults }: Given): Means => ({
  ...NO_MEANS,
  ...(model ? { model: () => model } : {}),
  prompt: file,
  styles: { ...DEFAULT_STYLES, ...styles },
  ...(faults ? { faults } : {}),
});

const shown = (request: ModelRequest): string => JSON.stringify(request.messages.at(-1));
const call = (session: Session, name: string): Promise<unknown> => session.call({ id: 'c', name, input: {} }, never);
const tags = (json: string): string => `<predicted_observation>${json}</predicted_observation>`;
const withPatch = (json: string, patch: string): string => `${tags(json)}\n<state_patch>${patch}</state_patch>`;
const send = { order_id: 'B-1', status: 'sent' };
const SENT = '[{"op": "replace", "path": "/orders/0/status", "value": "sent"}]';
const tracked = { state: 'tracked' } as const;
const reference = { prompts: 'reference' } as const;

/** Answers by the tool that is called last. */
const bakery: Script = (request) => {
  const last = shown(request);
  const isWrite = last.includes('set_order_status');
  const json = isWrite ? '{"order_id": "B-1", "status": "sent"}' : '[{"order_id": "B-1"}]';
  return request.system.includes('<state_patch>') ? withPatch(json, isWrite ? SENT : '[]') : tags(json);
};

describe.each<[string, Partial<Styles>]>([
  ['free', {}],
  ['tracked', tracked],
  ['reference', reference],
  ['reference and tracked', { ...reference, ...tracked }],
])('the contract of worlds, %s', (_what, styles) => {
  const world = () => languageWorld(setup, meansOf({ model: scripted(bakery), styles }));
  const calls = [
    { name: 'list_orders', input: {} },
    { name: 'set_order_status', input: send },
    { name: 'list_orders', input: {} },
  ];
  for (const { name, run } of testWorld({ world, task, calls })) it(name, run);
});

describe('a language world', () => {
  it('can be looked at without a model or a prompt, and shows nothing of its state', async () => {
    const world = languageWorld(setup, NO_MEANS);
    expect(world.about).toMatchObject({ kind: 'language', facts: { tools: 4, stateKeys: 6, hiddenKeys: 1 } });
    expect(world.about.rules).toContain('You imagine a bakery');
    expect(JSON.stringify(world.about)).not.toMatch(/rye loaf|\{\{|thermocouple/);
    const session = await world.open(task, { seed: '0', emit: () => undefined, random: () => stream(0) });
    expect(await session.snapshot()).toEqual({ initial: {}, current: {}, changes: [] });
    await expect(call(session, 'list_orders')).rejects.toThrow(UsageError);
  });

  it('asks for its model when the first call needs it, and once', async () => {
    let asked = 0;
    const model = scripted(bakery);
    const means: Means = {
      ...meansOf({}),
      model: () => {
        asked++;
        return model;
      },
    };
    const world = languageWorld(setup, means);
    const session = await world.open(task, { seed: '0', emit: () => undefined, random: () => stream(0) });
    await call(session, 'no_such_tool');
    expect(asked).toBe(0);
    await call(session, 'ring_bell');
    await call(session, 'ring_bell');
    expect(asked).toBe(1);
  });

  it('names all the prompts that it reads', async () => {
    const read = new Set<string>();
    const spy = (name: string): string => {
      read.add(name);
      return file(name);
    };
    for (const prompts of ['clean', 'reference'] as const) {
      for (const state of ['free', 'tracked'] as const) {
        for (const mode of ['E1', 'E2', 'E3'] as const) {
          const replies = scripted((_request, turn) => (turn === 0 ? 'what?' : withPatch('1', '[]')));
          const means = meansOf({
            model: replies,
            styles: { prompts, state, faults: 'prompted' },
            faults: { mode, count: 1, duration: 1 },
          });
          const world = languageWorld(setup, { ...means, prompt: spy });
          const session = await world.open(task, { seed: '0', emit: () => undefined, random: () => stream(0) });
          await call(session, 'ring_bell');
        }
      }
    }
    expect([...read].sort()).toEqual([...LANGUAGE_PROMPTS].sort());
  });
});

describe('episodes', () => {
  const endings = (model: Model): Cast => ({
    world: languageWorld(setup, meansOf({ model })),
    agent: {
      name: 'one-call',
      act: async (_brief, session, signal) => {
        await session.call({ id: 'a', name: 'list_orders', input: {} }, signal);
        await session.say('done', signal);
        return 'answered';
      },
    },
    judge: { name: 'yes', judge: async () => ({ passed: true, score: 1, reason: 'fine', checkpoints: [] }) },
  });

  it('H3: a simulator that fails voids the episode as the fault of the world, and is never an empty observation', async () => {
    for (const [fault, reason] of [
      ['unavailable', 'unavailable'],
      ['context-full', 'context-full'],
      ['refused', 'refused'],
    ] as const) {
      const { result, events } = await play(task, endings(scripted([new ModelError(fault, 'no')])));
      expect(result).toMatchObject({ outcome: 'void', blame: 'world', reason });
      expect(eventsOf(events, 'tool-answered')).toEqual([]);
    }
    const prose = await play(task, endings(scripted(['a', 'b', 'c'])));
    expect(prose.result).toMatchObject({ outcome: 'void', blame: 'world', reason: 'unparsable' });
    const declined = await play(task, endings(scripted([{ text: 'I will not', finish: 'refused' }])));
    expect(declined.result).toMatchObject({ outcome: 'void', blame: 'world', reason: 'refused' });
  });
});

describe('resume', () => {
  it.each<[string, Partial<Styles>]>([
    ['free', {}],
    ['tracked', tracked],
  ])('gives the same events for the same replies (%s)', async (_what, styles) => {
    const cast =
      (model: Model) =>
      ({ emit }: { emit: (event: Event) => void }): Cast => ({
        world: languageWorld(setup, meansOf({ model: recorder({ emit })('world', model), styles })),
        agent: {
          name: 'three-calls',
          act: async (_brief, session, signal) => {
            for (const [n, name] of ['list_orders', 'set_order_status', 'list_orders'].entries())
              await session.call({ id: `c${n}`, name, input: name === 'set_order_status' ? send : {} }, signal);
            await session.say('done', signal);
            return 'answered';
          },
        },
        judge: { name: 'yes', judge: async () => ({ passed: true, score: 1, reason: 'fine', checkpoints: [] }) },
      });
    const script: Script = (request, turn) =>
      turn === 1 ? 'no JSON' : typeof bakery === 'function' ? bakery(request, turn) : '';
    const first = await play(task, cast(scripted(script)));
    expect(first.result.outcome).toBe('passed');
    const replies = eventsOf(first.events, 'model-replied');
    expect(replies).toHaveLength(4);
    const second = await play(task, cast(replayer({ replies })('world', scripted([]))));
    expect(second.events).toEqual(first.events);
  });
});

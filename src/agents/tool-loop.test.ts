import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { shopkeeper } from '../../test/shop-run.ts';
import type { Agent } from '../core/agent.ts';
import type { AgentLimits } from '../core/agent-entry.ts';
import { text } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { ModelError } from '../core/errors.ts';
import { eventsOf } from '../core/event.ts';
import type { Model, ModelRequest } from '../core/model.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { type Hearing, type Session, type World, wrap } from '../core/world.ts';
import { type Script, scripted, testAgent } from '../testing.ts';
import { entry, toolLoop } from './tool-loop.ts';

const task = cornerShop.tasks[0] as Task;
const judge = cornerShop.judge(task);
const order = { name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } };
const answer = 'Done. {"ordered":"SKU-2","quantity":18}';
const good: Script = [
  { text: 'I look first.', calls: [{ name: 'list_items', input: {} }] },
  { calls: [order] },
  answer,
];

describe('the tool loop', () => {
  const trial = { world: () => cornerShopWorld, judge, task };
  const agent = (): Agent => toolLoop({ model: scripted(good), system: '' });
  const outage = (): Agent =>
    toolLoop({ model: scripted([new ModelError('unavailable', 'the server is down')]), system: '' });
  for (const { name, run } of testAgent({ ...trial, agent, outage })) it(name, run);
});

describe('the tool loop around a model that knows the job', () => {
  const agent = (): Agent => toolLoop({ model: shopkeeper(), system: '' });
  for (const { name, run } of testAgent({ world: () => cornerShopWorld, judge, task, agent })) {
    // The shopkeeper does not look at the signal: the recorder stops the agent at its first move.
    it(name, run);
  }
});

interface Played extends Episode {
  readonly requests: readonly ModelRequest[];
}
async function playWith(
  script: Script,
  {
    limits = {},
    replace = (session) => session,
  }: { limits?: Partial<AgentLimits>; replace?: (inner: Session) => Session } = {},
): Promise<Played> {
  const requests: ModelRequest[] = [];
  const inner = scripted(script);
  const model: Model = {
    name: 'noted',
    generate: (request, signal) => {
      requests.push(structuredClone(request));
      return inner.generate(request, signal);
    },
  };
  const world: World = {
    ...cornerShopWorld,
    open: async (...given) => replace(await cornerShopWorld.open(...given)),
  };
  const episode = await play(task, { world, judge, agent: toolLoop({ model, system: 'You keep a shop.', limits }) });
  return { ...episode, requests };
}

describe('one turn after another', () => {
  it('tells the model who it is, what is asked, and what the tools are', async () => {
    const { requests, result } = await playWith(good);
    expect(result.outcome).toBe('passed');
    const [first] = requests;
    expect(first?.system).toBe('You keep a shop.');
    expect(first?.messages).toEqual([
      { role: 'user', blocks: [text(`It is Monday, 2026-03-02, 08:00 UTC.\n\n${task.brief}`)] },
    ]);
    expect(first?.tools.map((tool) => Object.keys(tool))).toEqual(
      first?.tools.map(() => ['name', 'description', 'input']),
    );
    expect(first).toMatchObject({ maxOutputTokens: 12_288 });
    expect(first).not.toHaveProperty('temperature');
    expect(first).not.toHaveProperty('reasoningEffort');
  });

  it('hands on the limits of a reply that were set', async () => {
    const limits = { maxOutputTokens: null, temperature: 0, reasoningEffort: 'high' };
    const { requests } = await playWith(good, { limits });
    expect(requests[0]).toMatchObject({ temperature: 0, reasoningEffort: 'high' });
    expect(requests[0]).not.toHaveProperty('maxOutputTokens');
  });

  it('goes on after calls, whatever the provider says about why it stopped', async () => {
    for (const finish of ['stop', 'other', 'length'] as const) {
      const { result } = await playWith([{ calls: [order], finish }, answer]);
      expect(result.outcome).toBe('passed');
    }
  });

  it('makes several calls in the order given, and answers each by its id', async () => {
    const calls = [
      { name: 'list_orders', input: { sku: 'SKU-2' } },
      order,
      { name: 'list_orders', input: { sku: 'SKU-2' } },
    ];
    const { events, requests } = await playWith([{ text: 'All at once.', calls }, answer]);
    expect(eventsOf(events, 'tool-called').map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
    const message = requests[1]?.messages[2];
    const results = message?.role === 'tool' ? message.results : [];
    expect(results.map(({ callId }) => callId)).toEqual(['call-1-1', 'call-1-2', 'call-1-3']);
    expect(results.map(({ blocks }) => JSON.stringify(blocks))).toEqual([
      expect.stringContaining('\\"total\\":0'),
      expect.stringContaining('ORD-X1001'),
      expect.stringContaining('\\"total\\":1'),
    ]);
  });

  it('notes what was said beside calls once, with the first of them', async () => {
    const { events, answer: said } = await playWith([{ text: 'Two things.', calls: [order, order] }, answer]);
    expect(eventsOf(events, 'tool-called').map(({ remark }) => remark)).toEqual(['Two things.', undefined]);
    expect(eventsOf(events, 'agent-spoke')).toHaveLength(1);
    expect(said).toBe(answer);
  });

  it('sends back what the model reasoned, with whatever the provider wants back', async () => {
    const extra = { signature: 'sealed' };
    const parts = [
      { type: 'reasoning', text: 'Hm.', extra },
      { type: 'text', text: 'I order.' },
      { type: 'tool-call', id: 'x', name: order.name, input: JSON.stringify(order.input), extra: { thought: 'y' } },
    ] as const;
    const requests: ModelRequest[] = [];
    const said = scripted([answer]);
    const model: Model = {
      name: 'reasoning',
      generate: async (request, signal) => {
        requests.push(request);
        const usage = { input: 1, cachedInput: 0, output: 1, reasoning: 1 };
        return requests.length === 1 ? { parts, finish: 'tool-calls', usage } : said.generate(request, signal);
      },
    };
    await play(task, { world: cornerShopWorld, judge, agent: toolLoop({ model, system: '' }) });
    expect(requests[1]?.messages[1]).toEqual({ role: 'assistant', parts });
    expect(requests[0]?.messages).toHaveLength(1);
  });

  it('shows malformed arguments, unknown tools and refusals to the model as errors', async () => {
    const { requests, result, events } = await playWith([
      { calls: [{ name: 'place_order', input: '{"sku": ' }] },
      { calls: [{ name: 'order_place', input: {} }] },
      { calls: [{ name: 'place_order', input: { sku: 'SKU-99', quantity: 1 } }] },
      { calls: [order] },
      answer,
    ]);
    expect(result.outcome).toBe('passed');
    const results = requests.at(-1)?.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    expect(results?.map(({ isError }) => isError)).toEqual([true, true, true, false]);
    expect(JSON.stringify(results?.[0]?.blocks)).toContain('not valid JSON');
    expect(eventsOf(events, 'tool-called')[0]?.input).toBe('{"sku": ');
  });
});

describe('the end', () => {
  it('is a failure with a reason at the turn limit', async () => {
    const { result, requests } = await playWith(() => ({ calls: [{ name: 'list_items', input: {} }] }), {
      limits: { maxSteps: 4 },
    });
    expect(result).toEqual({ outcome: 'failed', score: 0, reason: 'turn-limit: stopped after 4 turns' });
    expect(requests).toHaveLength(4);
  });

  it('is a failure with a reason at the token limit, before the call is made', async () => {
    const usage = { input: 60, output: 50 };
    const { result, events } = await playWith(
      [
        { calls: [{ name: 'list_items', input: {} }], usage },
        { calls: [order], usage },
      ],
      {
        limits: { maxTokens: 200 },
      },
    );
    expect(result).toMatchObject({ outcome: 'failed', reason: 'token-limit: stopped after 220 tokens' });
    expect(eventsOf(events, 'tool-called')).toHaveLength(1);
  });

  it('is the same within the limits', async () => {
    const { result } = await playWith(good, { limits: { maxSteps: 3, maxTokens: 0 } });
    expect(result.outcome).toBe('passed');
  });

  it('is called truncated when the last word was cut off', async () => {
    const { events, result } = await playWith([{ calls: [order] }, { text: 'Done. {"ordered":"SK', finish: 'length' }]);
    expect(eventsOf(events, 'agent-stopped')).toEqual([{ type: 'agent-stopped', reason: 'truncated' }]);
    expect(result.outcome).toBe('failed');
  });

  it.each([
    ['context-full', 'failed'],
    ['refused', 'failed'],
    ['unavailable', 'void'],
    ['malformed', 'void'],
    ['budget', 'void'],
  ] as const)('is, when the model says %s, %s', async (fault, outcome) => {
    const { result } = await playWith([{ calls: [order] }, new ModelError(fault, 'no')]);
    expect(result.outcome).toBe(outcome);
    if (result.outcome === 'void') expect(result.blame).toBe(fault === 'budget' ? 'host' : 'model');
  });
});

describe('notices', () => {
  const news = { from: 'Ann', text: 'The van is late.', at: '2026-03-02T09:00:00Z' };

  it('reach the model with the answer that they came with', async () => {
    const { requests } = await playWith(good, {
      replace: (session) =>
        wrap(session, {
          call: async (call, signal) => ({ ...(await session.call(call, signal)), notices: [news] }),
        }),
    });
    const message = requests[1]?.messages[2];
    const [result] = message?.role === 'tool' ? message.results : [];
    expect(result?.blocks).toHaveLength(2);
    expect(result?.blocks[1]).toEqual(text('[2026-03-02T09:00:00Z] Ann: The van is late.'));
  });

  it('reach the model when it speaks and it is not over yet; silence is told too', async () => {
    const hearings: Hearing[] = [
      { over: false, brief: null, notices: [news, { ...news, text: 'It is here.' }] },
      { over: false, brief: null, notices: [] },
    ];
    const { requests, events } = await playWith(['Anything new?', 'And now?', answer], {
      replace: (session) =>
        wrap(session, { say: async (words, signal) => hearings.shift() ?? session.say(words, signal) }),
    });
    expect(requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      blocks: [text('[2026-03-02T09:00:00Z] Ann: The van is late.\n[2026-03-02T09:00:00Z] Ann: It is here.')],
    });
    expect(requests[2]?.messages.at(-1)).toEqual({ role: 'user', blocks: [text('(no news)')] });
    expect(eventsOf(events, 'agent-spoke')).toHaveLength(3);
  });
});

describe('its entry', () => {
  it('says what it lacks without a model', () => {
    const parts = {
      asked: {},
      solution: null,
      limits: { maxSteps: 1, maxTokens: null, maxOutputTokens: null, reasoningEffort: null, temperature: null },
      prompt: (file: string) => `the prompt ${file}`,
      command: null,
      clock: { now: () => 0, sleep: async () => undefined },
    };
    expect(() => entry.make({ ...parts, model: null })).toThrow('--agent-model');
    expect(entry.make({ ...parts, model: scripted([]) }).name).toBe('tool-loop');
  });
});

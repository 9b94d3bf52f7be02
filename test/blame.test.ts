/** Who is to blame: a model's API misbehaves over real HTTP, and each episode ends as the outcome table says. */
import { afterEach, describe, expect, it } from 'vitest';
import { toolLoop } from '../src/agents/tool-loop.ts';
import type { Clock } from '../src/core/clock.ts';
import type { Episode } from '../src/core/episode.ts';
import { eventsOf } from '../src/core/event.ts';
import { play } from '../src/core/play.ts';
import { stream } from '../src/core/random.ts';
import type { Task } from '../src/core/task.ts';
import { openDesk } from '../src/models/desk.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { cornerShop } from './corner-shop.ts';
import {
  type LoopbackAnswer,
  type LoopbackBehaviour,
  type LoopbackModel,
  startLoopbackModel,
} from './loopback-model.ts';

/** Fifty times as fast, so that backing off does not take a minute. */
const hurried: Clock = {
  now: systemClock.now,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 50, signal),
};
const task = cornerShop.tasks[0] as Task;

let server: LoopbackModel | undefined;
afterEach(() => server?.close());

const call = (name: string, input: object | string): LoopbackAnswer => ({
  does: 'reply',
  calls: [{ name, input: input as Record<string, unknown> | string }],
});
const order = call('place_order', { sku: 'SKU-2', quantity: 18 });
const answer: LoopbackAnswer = { does: 'reply', text: '{"ordered":"SKU-2","quantity":18}' };
const good = [order, answer];

async function episode(behaviour: LoopbackBehaviour): Promise<Episode> {
  server = await startLoopbackModel(behaviour);
  const desk = openDesk(['shop/model'], {
    aliases: new Map(),
    env: {},
    overrides: { baseUrl: `${server.url}/v1`, apiKey: 'canary-key-0123456789', timeoutMs: 50_000 },
    cap: 4,
    limits: {},
    clock: hurried,
    random: stream(1, 'jitter'),
  });
  return play(task, ({ emit }) => {
    const model = desk.forEpisode({ emit, replies: [], trial: 0 })('agent', 'shop/model');
    return {
      world: cornerShop.world(task),
      judge: cornerShop.judge(task),
      agent: toolLoop({ model, system: 'You keep a shop.', limits: { maxSteps: 6 } }),
    };
  });
}

const always = (wrong: LoopbackAnswer): LoopbackBehaviour => [wrong];
const fail = (status: number, more: object = {}): LoopbackAnswer => ({ does: 'fail', status, ...more });

describe('what the server does to every request', () => {
  it.each<[string, LoopbackAnswer, object]>([
    ['401', fail(401), { outcome: 'void', blame: 'model', reason: 'auth' }],
    ['403', fail(403), { outcome: 'void', blame: 'model', reason: 'auth' }],
    ['400', fail(400, { message: 'unknown parameter' }), { outcome: 'void', blame: 'model', reason: 'bad-request' }],
    ['429 without Retry-After', fail(429), { outcome: 'void', blame: 'model', reason: 'rate-limit' }],
    [
      '429 with Retry-After',
      fail(429, { headers: { 'retry-after': '2' } }),
      { outcome: 'void', blame: 'model', reason: 'rate-limit' },
    ],
    ['500', fail(500), { outcome: 'void', blame: 'model', reason: 'unavailable' }],
    ['hang', { does: 'hang' }, { outcome: 'void', blame: 'model', reason: 'timeout' }],
    ['reset', { does: 'reset' }, { outcome: 'void', blame: 'model', reason: 'unavailable' }],
    ['truncated body', { does: 'truncate' }, { outcome: 'void', blame: 'model' }],
    ['HTML instead of JSON', { does: 'html' }, { outcome: 'void', blame: 'model', reason: 'malformed' }],
    ['empty choices', { does: 'empty-choices' }, { outcome: 'void', blame: 'model', reason: 'malformed' }],
    [
      'context overflow',
      fail(400, { code: 'context_length_exceeded', message: 'maximum context length is 8192 tokens' }),
      { outcome: 'failed' },
    ],
    ['refusal', { does: 'reply', refusal: 'I cannot help with that.' }, { outcome: 'failed' }],
    ['content filter', { does: 'reply', finish: 'content_filter' }, { outcome: 'failed' }],
    ['calls without end', call('list_items', {}), { outcome: 'failed', reason: 'turn-limit: stopped after 6 turns' }],
    [
      'malformed tool arguments',
      call('place_order', '{"sku": "SKU-2", '),
      { outcome: 'failed', reason: 'turn-limit: stopped after 6 turns' },
    ],
  ])('%s', { timeout: 60_000 }, async (_name, wrong, result) => {
    const played = await episode(always(wrong));
    expect(played.result).toMatchObject(result);
    expect(JSON.stringify(played)).not.toContain('canary-key');
  });
});

describe('what the server does once', () => {
  it.each<[string, LoopbackAnswer]>([
    ['429', fail(429)],
    ['429 with Retry-After', fail(429, { headers: { 'retry-after': '1' } })],
    ['500', fail(500)],
    ['503', fail(503)],
    ['408', fail(408)],
    ['reset', { does: 'reset' }],
    ['truncated body', { does: 'truncate' }],
    ['HTML instead of JSON', { does: 'html' }],
    ['empty choices', { does: 'empty-choices' }],
    ['hang', { does: 'hang' }],
    ['malformed tool arguments', call('place_order', '{"sku": "SKU-2", ')],
    ['an unknown tool', call('order_place', {})],
  ])('%s does not keep the agent from passing', { timeout: 60_000 }, async (_name, wrong) => {
    expect((await episode([wrong, ...good])).result.outcome).toBe('passed');
  });

  it('asks a 401 once and a 500 six times', async () => {
    await episode(always(fail(401)));
    expect(server?.requests).toHaveLength(1);
    await server?.close();
    await episode(always(fail(500)));
    expect(server?.requests).toHaveLength(6);
  });

  it('shows malformed arguments to the agent as an error of its own', async () => {
    const { events } = await episode([call('place_order', '{"sku": '), ...good]);
    expect(eventsOf(events, 'tool-answered')[0]).toMatchObject({ isError: true });
    expect(eventsOf(events, 'tool-called')[0]?.input).toBe('{"sku": ');
  });

  it('goes on after tool calls although the provider says stop', async () => {
    const stop = { ...order, finish: 'stop' } as LoopbackAnswer;
    expect((await episode([stop, answer])).result.outcome).toBe('passed');
  });
});

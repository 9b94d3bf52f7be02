import { afterEach, describe, expect, it } from 'vitest';
import {
  brokenShop,
  changedShop,
  closedShop,
  RIGHT_ANSWER,
  RIGHT_ORDER,
  SECRET,
  type ServedShop,
  servedShop,
} from '../../test/face-shop.ts';
import { callOf, openSocket, type TestSocket } from '../../test/openenv-socket.ts';
import { steppedClock } from '../../test/stepped-clock.ts';
import { openenvFace } from './openenv.ts';

const shops: ServedShop[] = [];
const sockets: TestSocket[] = [];
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  for (const shop of shops.splice(0)) await shop.close();
});

type Options = Omit<Parameters<typeof servedShop>[0], 'faces'>;
async function serve(options: Options = {}): Promise<ServedShop> {
  const shop = await servedShop({ ...options, faces: (parts) => [openenvFace(parts)] });
  shops.push(shop);
  return shop;
}

async function talk({ address }: ServedShop, path = '/ws'): Promise<TestSocket> {
  const socket = await openSocket(`${address}/openenv/corner-shop${path}`);
  sockets.push(socket);
  return socket;
}

const base = ({ address }: ServedShop): string => `${address}/openenv/Corner-Shop`;
async function post(shop: ServedShop, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(base(shop) + path, { method: 'POST', body: text });
  return { status: response.status, body: await response.json() };
}
const reset = { type: 'reset', data: {} };
const submit = callOf('submit', { final_answer: RIGHT_ANSWER });

describe('a socket of OpenEnv', () => {
  it('plays an episode, gives the reward once, and says nothing more of the verdict', async () => {
    const shop = await serve();
    const { ask } = await talk(shop);
    const begun = await ask({ type: 'reset', data: { id: 'restock-2', seed: null, llm_api_key: 'k', env_mode: 'E0' } });
    expect(begun).toMatchObject({
      type: 'observation',
      data: { reward: null, done: false, observation: { reward_type: 'reset_ok', task_idx: 0, num_tools: 4 } },
    });
    await ask(callOf('place_order', RIGHT_ORDER));
    expect(await ask({ type: 'state' })).toEqual({
      type: 'state',
      data: { episode_id: expect.any(String), step_count: 1 },
    });
    const settled = await ask(submit);
    expect(settled).toEqual({
      type: 'observation',
      data: {
        reward: 1,
        done: true,
        metadata: { outcome: 'passed', score: 1, reward: 1 },
        observation: {
          tool_name: 'submit',
          reward_type: 'complete',
          result: expect.objectContaining({ is_error: false }),
          tool_result: 'Submitted. Outcome: passed.',
          verify_result: { outcome: 'passed', score: 1, reward: 1 },
          metadata: { outcome: 'passed', score: 1, reward: 1 },
        },
      },
    });
    const again = await ask(submit);
    expect(again.data).toMatchObject({
      reward: null,
      done: true,
      observation: { reward_type: 'episode_already_done' },
    });
    expect(shop.host.stats()).toMatchObject({ passed: 1, begun: 1 });
  });

  it('leaves its earlier episode when it is reset, unless the new one is not named well', async () => {
    const shop = await serve();
    const { ask } = await talk(shop);
    await ask(reset);
    expect((await ask({ type: 'reset', data: { id: 'nothing' } })).data).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await ask({ type: 'reset', data: { split: 'all', index: 9 } })).data).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(shop.host.stats()).toMatchObject({ active: 1, void: 0 });
    await ask(callOf('place_order', RIGHT_ORDER));
    const second = await ask({ type: 'reset', data: { scenario: 'corner-shop', task_idx: 0 } });
    expect(second.data).toMatchObject({ observation: { reward_type: 'reset_ok' } });
    expect(JSON.stringify(await ask(callOf('list_orders', { sku: 'SKU-2' })))).not.toContain('ORD');
    expect(shop.host.stats()).toMatchObject({ active: 1, begun: 2, void: 1 });
  });

  it('is left with its socket, whether that says so or not', async () => {
    const shop = await serve();
    const [polite, rude] = [await talk(shop), await talk(shop)];
    await polite.ask(reset);
    await rude.ask(reset);
    polite.socket.send(JSON.stringify({ type: 'close' }));
    expect(await polite.closed()).toBe(1005);
    rude.socket.terminate();
    await expect.poll(() => shop.host.stats()).toMatchObject({ active: 0, void: 2 });
  });

  it('lists tools before a reset, and calls none', async () => {
    const { ask } = await talk(await serve());
    const listed = await ask({ type: 'step', data: { type: 'list_tools' } });
    expect(JSON.stringify(listed)).toContain('list_scenario_tools');
    expect((await ask(callOf('list_items'))).data).toMatchObject({
      done: false,
      observation: { tool_name: 'list_items', error: { error_type: 'execution_error', message: expect.any(String) } },
    });
    expect((await ask({ type: 'state' })).data).toEqual({ episode_id: null, step_count: 0 });
    expect((await ask(callOf('__list_scenarios__'))).data).toMatchObject({
      observation: { scenarios: ['corner-shop'], total: 1 },
    });
  });

  it('knows the names of the other port, and which names are kept', async () => {
    const called: string[] = [];
    const suite = changedShop(({ tools }) => ({
      tools: [...tools, { name: 'reset', description: '', input: {}, effect: 'write' }],
      call: async ({ name }) => {
        called.push(name);
        return { blocks: [], isError: false, notices: [] };
      },
    }));
    const shop = await serve({ suite });
    const { ask } = await talk(shop);
    await ask(reset);
    expect((await ask(callOf('reset'))).data).toMatchObject({
      observation: { reward_type: 'tool_not_found', error: { error_type: 'tool_not_found' } },
    });
    await ask(callOf('call_scenario_tool', { tool_name: 'reset' }));
    expect(called.filter((name) => name === 'reset')).toEqual(['reset']);
    const listed = await ask({ type: 'step', data: { type: 'list_tools' } });
    expect(JSON.stringify(listed)).not.toContain('"reset"');
    expect((await ask(callOf('verify', { final_answer: 'x' }))).data).toMatchObject({ reward: 0, done: true });
    expect((await ask(callOf('done'))).data).toMatchObject({
      reward: null,
      done: true,
      metadata: { outcome: 'failed' },
    });
    await ask(reset);
    expect((await ask(callOf('done'))).data).toMatchObject({ reward: null, metadata: { outcome: 'void' } });
    expect((await ask(submit)).data).toMatchObject({ reward: null, done: true });
  });

  it('answers each mistake with its code, and goes on', async () => {
    const shop = await serve();
    const { ask } = await talk(shop);
    await ask(reset);
    const mistakes: readonly (readonly [unknown, string])[] = [
      ['{', 'INVALID_JSON'],
      [Buffer.from('{"type":"state"}'), 'INVALID_JSON'],
      [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'INVALID_JSON'],
      [{ type: 'explode' }, 'UNKNOWN_TYPE'],
      [{}, 'UNKNOWN_TYPE'],
      [[], 'VALIDATION_ERROR'],
      [{ type: 'state', extra: 1 }, 'VALIDATION_ERROR'],
      [{ type: 'step', data: { type: 'fly' } }, 'VALIDATION_ERROR'],
      [{ type: 'reset', data: { task_idx: -1 } }, 'VALIDATION_ERROR'],
      [{ type: 'reset', data: { env_mode: 'E9' } }, 'VALIDATION_ERROR'],
    ];
    for (const [message, code] of mistakes)
      expect([message, await ask(message)]).toMatchObject([message, { type: 'error', data: { code } }]);
    expect((await ask(callOf('place_order', { sku: 1 }))).data).toMatchObject({ done: false });
    expect((await ask(submit)).data).toMatchObject({ done: true });
    expect(shop.errors).toEqual([]);
  });

  it('is refused when all places are taken, by sockets or by episodes', async () => {
    const shop = await serve({ maxSessions: 1 });
    const first = await talk(shop);
    const second = await talk(shop);
    const full = { type: 'error', data: { code: 'CAPACITY_REACHED', active_sessions: 1, max_sessions: 1 } };
    expect(await second.next()).toMatchObject(full);
    expect(await second.closed()).toBe(1013);
    expect((await post(shop, '/reset')).status).toBe(200);
    expect(await first.ask(reset)).toMatchObject(full);
    expect(await first.closed()).toBe(1013);
    expect((await post(shop, '/reset')).status).toBe(503);
  });

  it('tells of a world that breaks, or does not open, as void and no more', async () => {
    const broken = await serve({ suite: brokenShop });
    const { ask } = await talk(broken);
    await ask(reset);
    const told = await ask(callOf('list_items'));
    expect(told.data).toMatchObject({ reward: null, done: true, metadata: { outcome: 'void', reward: null } });
    const after = await ask(submit);
    expect(after.data).toMatchObject({ reward: null, done: true });
    const closed = await serve({ suite: closedShop });
    const socket = await talk(closed);
    const refused = await socket.ask(reset);
    expect(refused.data).toMatchObject({ code: 'FACTORY_ERROR' });
    expect(JSON.stringify([told, after, refused])).not.toContain(SECRET);
    expect(closed.errors).toHaveLength(1);
  });

  it('keeps its episode while it answers pings, however long its client thinks', async () => {
    const clock = steppedClock();
    const shop = await serve({ clock, idleMs: 60_000 });
    const { ask, socket } = await talk(shop);
    await ask(reset);
    for (let i = 0; i < 5; i++) {
      const pinged = new Promise((resolve) => socket.once('ping', resolve));
      await clock.advance(20_000);
      await pinged;
      // The pong comes before this does.
      await ask({ type: 'state' });
    }
    expect((await ask(callOf('list_items'))).data).toMatchObject({ observation: { reward_type: 'tool_call_ok' } });
  });

  it('is given up when it answers no pings, long before it would expire', async () => {
    const clock = steppedClock();
    const shop = await serve({ clock });
    const { ask, socket } = await talk(shop);
    await ask(reset);
    socket.pause();
    await clock.advance(20_000);
    expect(shop.host.stats().active).toBe(1);
    await clock.advance(20_000);
    await expect.poll(() => shop.host.stats()).toMatchObject({ active: 0, void: 1 });
  });
});

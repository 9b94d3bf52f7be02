/** What strangers and broken clients do to the OpenEnv face: nothing of it may crash it, leak sessions, or show its inside. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { changedShop, type ServedShop, servedShop } from '../../test/face-shop.ts';
import { callOf, openSocket, type TestSocket } from '../../test/openenv-socket.ts';
import type { Suite } from '../core/suite.ts';
import { openenvFace } from './openenv.ts';

const shops: ServedShop[] = [];
const sockets: TestSocket[] = [];
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  for (const shop of shops.splice(0)) await shop.close();
});
async function serve(options: Omit<Parameters<typeof servedShop>[0], 'faces'> = {}): Promise<ServedShop> {
  const shop = await servedShop({ ...options, faces: (parts) => [openenvFace(parts)] });
  shops.push(shop);
  return shop;
}
async function talk({ address }: ServedShop, path = '/ws'): Promise<TestSocket> {
  const socket = await openSocket(`${address}/openenv/corner-shop${path}`);
  sockets.push(socket);
  return socket;
}

const INSIDE = /\.ts:\d|\.mjs:\d|node_modules|\bat \w+ \(|ZodError|TypeError|RangeError/;
const reset = { type: 'reset', data: {} };
const nearly = fc.record(
  {
    type: fc.oneof(fc.constantFrom('reset', 'step', 'state', 'mcp'), fc.string()),
    data: fc.oneof(
      fc.record(
        {
          type: fc.constantFrom('list_tools', 'call_tool', 'x'),
          tool_name: fc.oneof(
            fc.constantFrom('list_items', 'place_order', 'done', '__proto__', 'state'),
            fc.jsonValue(),
          ),
          arguments: fc.jsonValue(),
          id: fc.oneof(fc.constant('restock-2'), fc.jsonValue()),
          split: fc.oneof(fc.constant('all'), fc.jsonValue()),
          index: fc.jsonValue(),
          seed: fc.jsonValue(),
          jsonrpc: fc.constant('2.0'),
          method: fc.constantFrom('tools/list', 'tools/call', 'openenv/session/create', 'openenv/session/close', 'x'),
          params: fc.oneof(fc.record({ name: fc.jsonValue(), session_id: fc.jsonValue() }), fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: ['type'] },
);
const frame = fc.oneof(
  { weight: 6, arbitrary: nearly.map((one): string | Buffer => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.json().map((one): string | Buffer => one) },
  { weight: 1, arbitrary: fc.string().map((one): string | Buffer => one) },
  { weight: 1, arbitrary: fc.uint8Array().map((one): string | Buffer => Buffer.from(one)) },
);

describe('the OpenEnv face under abuse', () => {
  it('answers every frame with one message, whatever it holds', async () => {
    const shop = await serve({ maxSessions: 3 });
    let { ask, socket } = await talk(shop);
    await ask(reset);
    await fc.assert(
      fc.asyncProperty(frame, async (sent) => {
        if (socket.readyState !== socket.OPEN) ({ ask, socket } = await talk(shop));
        const said = JSON.stringify(await ask(sent));
        expect(said).not.toMatch(INSIDE);
      }),
      { numRuns: 400 },
    );
    expect(shop.errors).toEqual([]);
    expect((await ask(reset)).type).toBe('observation');
    for (const one of sockets.splice(0)) one.socket.terminate();
    await expect.poll(() => shop.host.stats().active).toBe(0);
  });

  it('answers every body, whatever it holds', async () => {
    const shop = await serve({ maxSessions: 3 });
    const path = fc.constantFrom('/mcp', '/reset', '/step', '/state', '/nothing');
    const text = fc.oneof(
      nearly.map((one) => JSON.stringify(one.data)),
      nearly.map((one) => JSON.stringify({ action: one.data, episode_id: one.type })),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(path, text, async (at, body) => {
        const response = await fetch(`${shop.address}/openenv/corner-shop${at}`, { method: 'POST', body });
        expect(response.status === 503 || response.status < 500).toBe(true);
        expect(await response.text()).not.toMatch(INSIDE);
      }),
      { numRuns: 300 },
    );
    expect(shop.errors).toEqual([]);
    expect(shop.host.stats().active).toBeLessThanOrEqual(3);
  });

  it('ends sockets that send too much, no text, or too fast, and the episodes with them', async () => {
    const gate = Promise.withResolvers<void>();
    const suite = changedShop(({ call }) => ({
      call: async (asked, signal) => {
        if (asked.name === 'list_orders') await gate.promise;
        return call(asked, signal);
      },
    }));
    const shop = await serve({ suite });
    const huge = await talk(shop);
    await huge.ask(reset);
    huge.socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await huge.closed()).toBe(1009);
    const garbled = await talk(shop);
    await garbled.ask(reset);
    garbled.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect(await garbled.closed()).toBe(1007);
    const hasty = await talk(shop);
    await hasty.ask(reset);
    for (let i = 0; i < 40; i++) hasty.socket.send(JSON.stringify(callOf('list_orders', { sku: 'SKU-2' })));
    expect(await hasty.closed()).toBe(1008);
    gate.resolve();
    await expect.poll(() => shop.host.stats()).toMatchObject({ active: 0, void: 3 });
    expect(shop.errors).toEqual([]);
  });

  it('survives bytes that are no frames, and handshakes that are none', async () => {
    const shop = await serve();
    const raw = async (text: string, then: Buffer): Promise<void> => {
      const socket = connect(shop.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      socket.write(then);
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.resume();
        setTimeout(() => socket.destroy(), 300);
      });
    };
    const upgrade = (key: string): string =>
      `GET /openenv/corner-shop/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
    await raw(upgrade('dGhlIHNhbXBsZSBub25jZQ=='), Buffer.alloc(200, 0xff));
    await raw(upgrade('short'), Buffer.alloc(0));
    await raw(upgrade('dGhlIHNhbXBsZSBub25jZQ==').replace('corner-shop', '%E0%A4%A'), Buffer.alloc(0));
    const { ask } = await talk(shop);
    expect((await ask(reset)).type).toBe('observation');
    expect(shop.errors).toEqual([]);
  });

  it('gives up the episode of a client that is killed in the middle of a call', async () => {
    const gates: PromiseWithResolvers<void>[] = [];
    const suite = changedShop(({ call }) => ({
      call: async (asked, signal) => {
        if (asked.name !== 'list_orders') return call(asked, signal);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return call(asked, signal);
      },
    }));
    const shop = await serve({ suite });
    const killed = await talk(shop);
    await killed.ask(reset);
    killed.socket.send(JSON.stringify(callOf('list_orders', { sku: 'SKU-2' })));
    await expect.poll(() => gates.length).toBe(1);
    killed.socket.terminate();
    await expect.poll(() => shop.host.stats()).toMatchObject({ active: 0, void: 1 });
    gates[0]?.resolve();
    expect(shop.errors).toEqual([]);
  });

  it('keeps no episode whose client went while the world was opened', async () => {
    const gate = Promise.withResolvers<void>();
    let opened = 0;
    const suite: Suite = {
      ...cornerShop,
      world: (task, means) => {
        const world = cornerShop.world(task, means);
        return {
          ...world,
          open: async (...parts) => {
            const session = await world.open(...parts);
            // The plan is made with a few episodes of its own.
            if (isServing) {
              opened++;
              await gate.promise;
            }
            return session;
          },
        };
      },
    };
    let isServing = false;
    const shop = await serve({ suite });
    const first = await talk(shop);
    await first.ask(reset);
    isServing = true;
    const early = await talk(shop);
    early.socket.send(JSON.stringify(reset));
    await expect.poll(() => opened).toBe(1);
    early.socket.terminate();
    await early.closed();
    await first.ask({ type: 'state' });
    gate.resolve();
    await expect.poll(() => shop.host.stats()).toMatchObject({ begun: 2, active: 1, void: 1 });
    expect(shop.errors).toEqual([]);
  });

  it('lets nobody into a session of somebody else', async () => {
    const shop = await serve();
    const mine = await talk(shop);
    const begun = await mine.ask(reset);
    const episode = /"episode_id":"([^"]+)"/.exec(JSON.stringify(begun))?.[1] ?? '';
    const other = await talk(shop);
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_items', session_id: episode } };
    expect(await other.ask({ type: 'mcp', data: asked })).toMatchObject({ data: { error: { code: -32602 } } });
    await other.ask({ type: 'reset', data: { episode_id: episode } });
    await mine.ask(callOf('list_items'));
    expect((await mine.ask({ type: 'state' })).data).toEqual({ episode_id: episode, step_count: 1 });
    expect(shop.host.stats()).toMatchObject({ active: 2, void: 0 });
  });

  it('lets nobody act in one environment by an id of another', async () => {
    const shop = await serve({ second: { ...cornerShop, name: 'second' } });
    const post = async (path: string, body: object): Promise<{ readonly status: number; readonly said: string }> => {
      const response = await fetch(`${shop.address}/openenv/${path}`, { method: 'POST', body: JSON.stringify(body) });
      return { status: response.status, said: await response.text() };
    };
    const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
    const begun = await post('corner-shop/mcp', rpc('openenv/session/create', { id: 'restock-2' }));
    const session_id = /"session_id":"([^"]+)"/.exec(begun.said)?.[1] ?? '';
    const call = rpc('tools/call', { session_id, name: 'list_items' });
    expect((await post('corner-shop/mcp', call)).said).toContain('SKU-2');
    expect((await post('second/mcp', call)).said).toContain('-32602');
    const episode_id = /"episode_id":"([^"]+)"/.exec(begun.said)?.[1] ?? '';
    const step = { episode_id, action: { tool_name: 'list_items' } };
    expect((await post('corner-shop/step', step)).status).toBe(200);
    expect((await post('second/step', step)).status).toBe(404);
  });
});

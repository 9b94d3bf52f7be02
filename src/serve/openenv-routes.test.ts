import { afterEach, describe, expect, it } from 'vitest';
import { RIGHT_ANSWER, RIGHT_ORDER, type ServedShop, servedShop } from '../../test/face-shop.ts';
import { callOf, openSocket, type TestSocket } from '../../test/openenv-socket.ts';
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
async function get(shop: ServedShop, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(base(shop) + path);
  return { status: response.status, body: await response.json() };
}
const rpc = (shop: ServedShop, method: string, params: object = {}) =>
  post(shop, '/mcp', { jsonrpc: '2.0', id: 1, method, params });

const reset = { type: 'reset', data: {} };

describe('OpenEnv by JSON-RPC', () => {
  const idOf = (answer: { body: unknown }): string =>
    /"session_id":"([^"]+)"/.exec(JSON.stringify(answer.body))?.[1] ?? 'none';

  it('opens a session in a task, acts in it, and closes it', async () => {
    const shop = await serve();
    const session_id = idOf(await rpc(shop, 'openenv/session/create', { scenario: 'corner-shop', task_idx: 0 }));
    const listed = await rpc(shop, 'tools/list', { session_id });
    expect(JSON.stringify(listed.body)).toContain('place_order');
    await rpc(shop, 'tools/call', { session_id, name: 'place_order', arguments: RIGHT_ORDER });
    const settled = await rpc(shop, 'tools/call', { session_id, name: 'submit', arguments: { answer: RIGHT_ANSWER } });
    expect(settled.body).toMatchObject({ id: 1, result: { reward: 1, done: true, data: { outcome: 'passed' } } });
    const again = await rpc(shop, 'tools/call', { session_id, name: 'submit' });
    expect(again.body).toMatchObject({ error: { code: -32000 } });
    const closed = await rpc(shop, 'openenv/session/close', { session_id });
    expect(closed.body).toMatchObject({ result: { closed: true } });
    const gone = await rpc(shop, 'openenv/session/close', { session_id });
    expect(gone.body).toMatchObject({ error: { code: -32602 } });
    expect(shop.host.stats()).toMatchObject({ active: 0, passed: 1 });
  });

  it('shares a session with one socket, and closes it when that is gone', async () => {
    const shop = await serve();
    const session_id = idOf(await rpc(shop, 'openenv/session/create'));
    const call = { session_id, name: 'list_orders', arguments: { sku: 'SKU-2' } };
    expect((await rpc(shop, 'tools/call', call)).body).toMatchObject({ error: { code: -32000 } });
    const socket = await talk(shop, `/ws?session_id=${session_id}`);
    await socket.ask(reset);
    await socket.ask(callOf('place_order', RIGHT_ORDER));
    expect(JSON.stringify((await rpc(shop, 'tools/call', call)).body)).toContain('ORD');
    const other = await talk(shop, `/ws?session_id=${session_id}`);
    expect(await other.next()).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR' } });
    expect((await rpc(shop, 'openenv/session/close', { session_id })).body).toMatchObject({
      result: { closing: true },
    });
    expect(shop.host.stats().active).toBe(1);
    socket.socket.close();
    await expect.poll(() => shop.host.stats()).toMatchObject({ active: 0, void: 1 });
  });

  it('works over a socket of its own, and within the other', async () => {
    const shop = await serve();
    const socket = await talk(shop, '/mcp');
    const ask = (method: string, params: object = {}) => socket.ask({ jsonrpc: '2.0', id: 'a', method, params });
    expect(await ask('tools/list')).toMatchObject({ id: 'a', result: { tools: expect.any(Array) } });
    const session_id = idOf({ body: await ask('openenv/session/create', { id: 'restock-2' }) });
    expect(await ask('tools/call', { name: 'list_items' })).toMatchObject({ result: { is_error: false } });
    expect(await ask('openenv/session/close', { session_id })).toMatchObject({ error: { code: -32600 } });
    expect(await socket.ask('{')).toMatchObject({ error: { code: -32700 } });
    const both = await talk(shop);
    await both.ask(reset);
    const request = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_items' } };
    expect(await both.ask({ type: 'mcp', data: request })).toMatchObject({ type: 'mcp', data: { id: 2 } });
  });

  it('answers each mistake with its code', async () => {
    const shop = await serve({ maxSessions: 1 });
    const mistakes: readonly (readonly [unknown, number])[] = [
      ['{', -32700],
      [[], -32600],
      [{ jsonrpc: '1.0', method: 'x' }, -32600],
      [{ jsonrpc: '2.0', method: 'x' }, -32601],
      [{ jsonrpc: '2.0', method: 'tools/call' }, -32602],
      [{ jsonrpc: '2.0', method: 'tools/call', params: { name: 'submit', session_id: 'guess' } }, -32602],
      [{ jsonrpc: '2.0', method: 'openenv/session/close' }, -32602],
      [{ jsonrpc: '2.0', method: 'openenv/session/create', params: { id: 'nothing' } }, -32602],
    ];
    for (const [body, code] of mistakes)
      expect([body, await post(shop, '/mcp', body)]).toMatchObject([body, { status: 200, body: { error: { code } } }]);
    await rpc(shop, 'openenv/session/create');
    expect((await rpc(shop, 'openenv/session/create')).body).toMatchObject({
      error: { code: -32000, data: { active_sessions: 1, max_sessions: 1 } },
    });
  });
});

describe('OpenEnv by plain HTTP', () => {
  it('says what it is', async () => {
    const shop = await serve();
    expect(await get(shop, '/health')).toEqual({ status: 200, body: { status: 'healthy' } });
    expect((await get(shop, '/metadata')).body).toMatchObject({ name: 'corner-shop', version: '1.2.3', author: null });
    expect(Object.keys((await get(shop, '/schema')).body as object)).toEqual(['action', 'observation', 'state']);
    expect((await fetch(`${shop.address}/openenv/nowhere/health`)).status).toBe(404);
    await expect(openSocket(`${shop.address}/openenv/nowhere/ws`)).rejects.toThrow('404');
  });

  it('plays an episode by its id, and knows no other', async () => {
    const shop = await serve();
    const begun = await post(shop, '/reset', { scenario: 'corner-shop' });
    const episode_id = /"episode_id":"([^"]+)"/.exec(JSON.stringify(begun.body))?.[1] ?? '';
    const act = (name: string, args: object = {}) =>
      post(shop, '/step', { episode_id, action: { tool_name: name, arguments: args }, timeout_s: 3 });
    await act('place_order', RIGHT_ORDER);
    expect((await get(shop, `/state?episode_id=${episode_id}`)).body).toEqual({ episode_id, step_count: 1 });
    expect((await act('submit', { final_answer: RIGHT_ANSWER })).body).toMatchObject({ reward: 1, done: true });
    expect((await post(shop, '/step', { episode_id: 'guess', action: { type: 'list_tools' } })).status).toBe(404);
    expect((await post(shop, '/step', { action: { tool_name: 'submit' } })).body).toMatchObject({
      observation: { error: { message: expect.stringContaining('episode_id') } },
    });
    expect((await post(shop, '/step', { action: { type: 'fly' } })).status).toBe(422);
    expect((await post(shop, '/reset', { id: 'nothing' })).status).toBe(422);
    expect((await get(shop, '/state')).body).toEqual({ episode_id: null, step_count: 0 });
  });
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
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
import { steppedClock } from '../../test/stepped-clock.ts';
import { mcpFace } from './mcp.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Options = Omit<Parameters<typeof servedShop>[0], 'faces'>;
async function serve(options: Options = {}): Promise<ServedShop> {
  const shop = await servedShop({ ...options, faces: (parts) => [mcpFace(parts)] });
  closing.push(shop.close);
  return shop;
}

/** The newest protocol, and the handshake of 2025. */
const ERAS = ['auto', 'legacy'] as const;
async function connect(shop: ServedShop, path: string, mode: (typeof ERAS)[number] = 'auto'): Promise<Client> {
  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.address}${path}`)));
  closing.push(() => client.close());
  return client;
}

const begunSchema = z.object({ handle: z.string(), mcp: z.string(), brief: z.string(), tools: z.number() });
async function begin(shop: ServedShop, body: unknown = { task: 'restock-2' }): Promise<z.infer<typeof begunSchema>> {
  const response = await post(shop, '/episodes', body);
  expect(response.status).toBe(201);
  return begunSchema.parse(await response.json());
}

function post(shop: ServedShop, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return fetch(`${shop.address}${path}`, { method: 'POST', headers: init, body: JSON.stringify(body) });
}

const initialize = {
  jsonrpc: '2.0',
  id: 7,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const textOf = (result: unknown): string =>
  z
    .object({ content: z.array(z.looseObject({ text: z.string().optional() })) })
    .parse(result)
    .content.map(({ text }) => text ?? '')
    .join('\n');

describe.each(ERAS)('an MCP client (%s)', (mode) => {
  it('finds the task in three ways, acts, submits, and learns what it was worth', async () => {
    const shop = await serve();
    const { handle, mcp, brief, tools } = await begin(shop);
    const client = await connect(shop, mcp, mode);
    expect(client.getInstructions()).toBe(brief);
    expect(textOf(await client.callTool({ name: 'read_brief' }))).toBe(brief);
    const { messages } = await client.getPrompt({ name: 'task' });
    expect(messages[0]?.content).toEqual({ type: 'text', text: brief });
    const listed = (await client.listTools()).tools;
    expect(listed).toHaveLength(tools);
    const byName = new Map(listed.map((tool) => [tool.name, tool]));
    expect(byName.get('list_items')?.annotations).toEqual({ readOnlyHint: true });
    expect(byName.get('place_order')?.annotations).toEqual({ readOnlyHint: false });
    expect(byName.get('place_order')?.inputSchema.required).toEqual(['sku', 'quantity']);
    expect(listed.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
    expect(textOf(await client.callTool({ name: 'list_items' }))).toContain('SKU-2');
    const missing = await client.callTool({ name: 'place_order', arguments: { sku: 'SKU-99', quantity: 1 } });
    expect(missing.isError).toBe(true);
    const unknown = await client.callTool({ name: 'place_ordr', arguments: {} });
    expect([unknown.isError, textOf(unknown)]).toEqual([true, expect.stringContaining("did you mean 'place_order'")]);
    await client.callTool({ name: 'place_order', arguments: RIGHT_ORDER });
    const submitted = await client.callTool({ name: 'submit', arguments: { final_answer: RIGHT_ANSWER } });
    expect(submitted.structuredContent).toEqual({ outcome: 'passed', score: 1, reward: 1 });
    const again = await client.callTool({ name: 'submit', arguments: { final_answer: 'x' } });
    expect([again.isError, textOf(again), again.structuredContent]).toEqual([
      true,
      expect.stringContaining('it was submitted'),
      undefined,
    ]);
    expect((await client.callTool({ name: 'list_items' })).isError).toBe(true);
    const state = await (await fetch(`${shop.address}/episodes/${handle}`)).json();
    expect(state).toMatchObject({ finished: true, outcome: 'passed', reward: 1, steps: 3 });
    expect(shop.errors).toEqual([]);
  });

  it('is worth nothing when the work is not done', async () => {
    const shop = await serve();
    const client = await connect(shop, (await begin(shop)).mcp, mode);
    const submitted = await client.callTool({ name: 'submit', arguments: { final_answer: 'done' } });
    expect(submitted.structuredContent).toMatchObject({ outcome: 'failed', reward: 0 });
  });

  it('is told of a broken world as void, never as 0, and not why', async () => {
    const shop = await serve({ suite: brokenShop });
    const { handle, mcp } = await begin(shop);
    const client = await connect(shop, mcp, mode);
    const broken = await client.callTool({ name: 'list_items' });
    expect(broken.isError).toBe(true);
    expect(broken.structuredContent).toMatchObject({ outcome: 'void', blame: 'world', reward: null });
    const later = await client.callTool({ name: 'submit', arguments: {} });
    expect([later.isError, textOf(later)]).toEqual([true, expect.stringContaining('void')]);
    const state = await (await fetch(`${shop.address}/episodes/${handle}`)).text();
    expect(JSON.parse(state)).toMatchObject({ finished: true, outcome: 'void', reward: null });
    expect(JSON.stringify([broken, later, state])).not.toContain(SECRET);
  });

  it('comes to the same episode under the same label, also after it has ended', async () => {
    const shop = await serve();
    const path = '/mcp/corner-shop~restock-2~mine';
    const [first, second] = await Promise.all([connect(shop, path, mode), connect(shop, path, mode)]);
    expect(shop.host.stats().begun).toBe(1);
    await first.callTool({ name: 'place_order', arguments: RIGHT_ORDER });
    expect(textOf(await second.callTool({ name: 'list_orders', arguments: { sku: 'SKU-2' } }))).toContain('ORD');
    await second.callTool({ name: 'submit', arguments: { final_answer: RIGHT_ANSWER } });
    const third = await connect(shop, path, mode);
    expect(textOf(await third.callTool({ name: 'submit', arguments: {} }))).toContain('submitted');
    const other = await connect(shop, '/mcp/Corner-Shop~restock-2~other', mode);
    expect(textOf(await other.callTool({ name: 'list_orders', arguments: { sku: 'SKU-2' } }))).not.toContain('ORD');
    expect(shop.host.stats()).toMatchObject({ begun: 2, passed: 1 });
    const state = await (await fetch(`${shop.address}/episodes/corner-shop~restock-2~mine`)).json();
    expect(state).toMatchObject({ outcome: 'passed' });
  });

  it('sees the tools it asks for', async () => {
    const shop = await serve();
    const { mcp } = await begin(shop);
    const names = async (tools: string): Promise<readonly string[]> => {
      const client = await connect(shop, `${mcp}?tools=${tools}`, mode);
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    expect(await names('generic')).toEqual(['read_brief', 'list_scenario_tools', 'call_scenario_tool', 'submit']);
    expect(await names('direct')).toEqual([
      'read_brief',
      'list_items',
      'list_orders',
      'place_order',
      'break_down',
      'submit',
    ]);
  });

  it('sees pictures, notices, and that only submit is left', async () => {
    const picture = { type: 'image', mediaType: 'image/png', hash: 'h', data: 'aGk=' } as const;
    const notice = { from: 'Till', text: 'closing soon', at: '2026-03-02T08:00:00Z' };
    const suite = changedShop(() => ({
      goesOn: true,
      call: async () => ({ blocks: [picture], isError: false, notices: [notice] }),
      say: async (text) => ({ over: text === 'bye', brief: null, notices: [notice] }),
    }));
    const shop = await serve({ suite });
    const client = await connect(shop, (await begin(shop)).mcp, mode);
    const { content } = await client.callTool({ name: 'list_items' });
    expect(content[0]).toEqual({ type: 'image', data: 'aGk=', mimeType: 'image/png' });
    expect(JSON.stringify(content[1])).toContain('closing soon');
    expect(textOf(await client.callTool({ name: 'say', arguments: { text: 'hello' } }))).not.toContain('only submit');
    expect(textOf(await client.callTool({ name: 'say', arguments: { text: 'bye' } }))).toContain('only submit is left');
  });
});

describe('a place without a label', () => {
  const path = '/mcp/corner-shop~restock-2';
  it('gives each session of the older protocols an episode of its own, and ends it with the session', async () => {
    const shop = await serve();
    const [one, two] = [await connect(shop, path, 'legacy'), await connect(shop, path, 'legacy')];
    await one.callTool({ name: 'place_order', arguments: RIGHT_ORDER });
    expect(textOf(await two.callTool({ name: 'list_orders', arguments: { sku: 'SKU-2' } }))).not.toContain('ORD');
    expect(shop.host.stats()).toMatchObject({ begun: 2, active: 2 });
    const transport = two.transport;
    if (!(transport instanceof StreamableHTTPClientTransport)) throw new Error('another transport');
    const session = transport.sessionId ?? '';
    expect(session).not.toBe('');
    await transport.terminateSession();
    expect(shop.host.stats()).toMatchObject({ active: 1, void: 1 });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await post(shop, path, call, { 'mcp-session-id': session })).status).toBe(404);
    expect((await post(shop, path, call)).status).toBe(400);
  });

  it('is one episode for the newest protocol', async () => {
    const shop = await serve();
    const [one, two] = [await connect(shop, path), await connect(shop, path)];
    await one.callTool({ name: 'place_order', arguments: RIGHT_ORDER });
    expect(textOf(await two.callTool({ name: 'list_orders', arguments: { sku: 'SKU-2' } }))).toContain('ORD');
    expect(shop.host.stats().begun).toBe(1);
  });

  it('takes a session id only for a session of its own task', async () => {
    const shop = await serve();
    const { handle } = await begin(shop, { task: 'restock-4' });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await post(shop, path, call, { 'mcp-session-id': handle })).status).toBe(404);
    const dropped = await fetch(`${shop.address}${path}`, { method: 'DELETE', headers: { 'mcp-session-id': handle } });
    expect([dropped.status, shop.host.stats().active]).toEqual([404, 1]);
  });
});

describe('what cannot be served', () => {
  const call = { jsonrpc: '2.0', id: 9, method: 'tools/list', params: {} };
  it('answers for handles that never were and that have gone in the same words', async () => {
    const shop = await serve();
    const { handle } = await begin(shop);
    await fetch(`${shop.address}/episodes/${handle}`, { method: 'DELETE' });
    const answers = [
      handle,
      '0',
      'corner-shop~nothing',
      'nowhere~restock-2~x',
      `corner-shop~restock-2~${'x'.repeat(65)}`,
    ];
    for (const guess of answers) {
      const response = await post(shop, `/mcp/${guess}`, call);
      expect([response.status, await response.json()]).toEqual([
        404,
        { jsonrpc: '2.0', id: 9, error: { code: -32001, message: 'there is no such episode, or it is gone' } },
      ]);
    }
    expect(shop.host.stats().begun).toBe(1);
  });

  it('does not begin anew at a place whose episode has expired', async () => {
    const clock = steppedClock();
    const shop = await serve({ clock, idleMs: 60_000 });
    const path = '/mcp/corner-shop~restock-2~mine';
    expect((await post(shop, path, initialize)).status).toBe(200);
    await clock.advance(120_000);
    expect((await post(shop, path, call)).status).toBe(404);
    expect(shop.host.stats()).toMatchObject({ begun: 1, active: 0, void: 1 });
  });

  it('says when it is full, and goes on when there is a place', async () => {
    const shop = await serve({ maxSessions: 1 });
    const { handle } = await begin(shop);
    const place = '/mcp/corner-shop~restock-2';
    for (const path of ['/episodes', `${place}~mine`, place]) {
      const response = await post(shop, path, path === '/episodes' ? {} : initialize);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(JSON.stringify(await response.json())).toContain('"max_sessions":1');
    }
    await fetch(`${shop.address}/episodes/${handle}`, { method: 'DELETE' });
    expect((await post(shop, `${place}~mine`, initialize)).status).toBe(200);
  });

  it('does not count against the limit what has been submitted', async () => {
    const shop = await serve({ maxSessions: 1 });
    const client = await connect(shop, (await begin(shop)).mcp);
    await client.callTool({ name: 'submit', arguments: {} });
    await begin(shop);
  });

  it('tells nothing of a world that does not open', async () => {
    const shop = await serve({ suite: closedShop });
    for (const path of ['/episodes', '/mcp/corner-shop~restock-2~mine']) {
      const response = await post(shop, path, path === '/episodes' ? {} : initialize);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain(SECRET);
    }
    expect(shop.errors).toHaveLength(2);
  });

  it('refuses what it does not understand with a sentence', async () => {
    const shop = await serve();
    const { mcp } = await begin(shop);
    const bad: readonly (readonly [string, unknown, number])[] = [
      [`${mcp}?tools=some`, call, 400],
      ['/episodes', { task: 'nothing' }, 400],
      ['/episodes', { environment: 'nowhere' }, 400],
      ['/episodes', { split: 'train', index: 99 }, 400],
      ['/episodes', { env_mode: 'E9' }, 400],
      ['/episodes', { suite: 'corner-shop', what: 1 }, 400],
      ['/episodes', [], 400],
    ];
    for (const [path, body, status] of bad) expect((await post(shop, path, body)).status).toBe(status);
    expect((await fetch(`${shop.address}${mcp}`)).status).toBe(405);
    const { handle } = await begin(shop, {
      environment: 'Corner-Shop',
      split: 'all',
      index: 1,
      env_mode: 'E2',
      seed: 3,
    });
    expect(shop.host.session(handle)?.task.id).toBe('restock-4');
    await begin(shop, { task_spec: { scenario: 'corner-shop', task_idx: 2 } });
  });
});

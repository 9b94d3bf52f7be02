/** What strangers and broken clients do to the MCP face: nothing of it may crash it, leak sessions, or show its inside. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { changedShop, SECRET, type ServedShop, servedShop } from '../../test/face-shop.ts';
import { mcpFace } from './mcp.ts';

const shops: ServedShop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});
async function serve(options: Omit<Parameters<typeof servedShop>[0], 'faces'> = {}): Promise<ServedShop> {
  const shop = await servedShop({ ...options, faces: (parts) => [mcpFace(parts)] });
  shops.push(shop);
  return shop;
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INSIDE = /\.ts:\d|\.mjs:\d|node_modules|\bat \w+ \(|ZodError|TypeError|RangeError/;

async function begin(shop: ServedShop): Promise<string> {
  const [environment] = shop.host.environments;
  const [task] = environment?.suite.tasks ?? [];
  if (environment === undefined || task === undefined) throw new Error('no task');
  return (await shop.host.open({ environment: environment.name, task })).id;
}

const call = (name: string, input: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
const post = (shop: ServedShop, path: string, body: string, more: RequestInit = {}): Promise<Response> =>
  fetch(shop.address + path, { method: 'POST', headers: HEADERS, body, ...more });

/** Nearly right messages get further in than noise does. */
const meta = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.constantFrom('2026-07-28', '2025-06-18', 7, null),
    'io.modelcontextprotocol/clientInfo': fc.oneof(fc.constant({ name: 'x', version: '1' }), fc.jsonValue()),
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
    progressToken: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const METHODS = [
  ...['initialize', 'server/discover', 'ping', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...[
    'notifications/initialized',
    'notifications/cancelled',
    'resources/list',
    'logging/setLevel',
    'completion/complete',
  ],
];
const params = fc.record(
  {
    _meta: fc.oneof(meta, fc.jsonValue()),
    name: fc.oneof(
      fc.constantFrom('list_items', 'place_order', 'call_scenario_tool', 'task', '__proto__'),
      fc.jsonValue(),
    ),
    arguments: fc.jsonValue(),
    cursor: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: fc.string() }),
    params: fc.oneof({ weight: 5, arbitrary: params }, { weight: 1, arbitrary: fc.jsonValue() }),
  },
  { requiredKeys: ['method'] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

describe('the MCP face under abuse', () => {
  it('answers any message in any place without showing its inside or leaking a session', async () => {
    const shop = await serve({ maxSessions: 4 });
    const handle = await begin(shop);
    const path = fc.constantFrom(
      `/mcp/${handle}`,
      `/mcp/${handle}?tools=generic`,
      '/mcp/corner-shop~restock-2~fuzz',
      '/mcp/corner-shop~restock-4',
      '/mcp/unknown',
      '/episodes',
    );
    const version = fc.constantFrom('', '2026-07-28', '2025-06-18', 'x');
    await fc.assert(
      fc.asyncProperty(path, body, version, async (at, text, protocol) => {
        const headers = { ...HEADERS, ...(protocol === '' ? {} : { 'mcp-protocol-version': protocol }) };
        const response = await post(shop, at, text, { headers });
        const said = await response.text();
        expect(response.status === 503 || response.status < 500).toBe(true);
        expect(said).not.toMatch(INSIDE);
      }),
      { numRuns: 400 },
    );
    expect(shop.errors).toEqual([]);
    expect(shop.host.stats().active).toBeLessThanOrEqual(4);
    expect((await post(shop, `/mcp/${handle}`, call('list_items'))).status).toBe(200);
  });

  it('takes no body that is too large, too deep, or of another kind', async () => {
    const shop = await serve();
    const path = `/mcp/${await begin(shop)}`;
    expect((await post(shop, path, call('list_items', { x: 'x'.repeat(1_100_000) }))).status).toBe(413);
    expect((await post(shop, path, `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).status).toBe(400);
    expect((await post(shop, path, call('list_items'), { headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await post(shop, '/mcp/%E0%A4%A', call('list_items'))).status).toBe(404);
    expect((await post(shop, '/mcp/..%2f..%2fetc', call('list_items'))).status).toBe(404);
    expect(shop.errors).toEqual([]);
  });

  it('tells nothing of a mistake of ours', async () => {
    const odd = {
      name: 'odd',
      get description(): string {
        throw new Error(SECRET);
      },
      input: {},
      effect: 'read' as const,
    };
    const shop = await serve({ suite: changedShop(({ tools }) => ({ tools: [...tools, odd] })) });
    const path = `/mcp/${await begin(shop)}`;
    for (const asked of [
      call('list_scenario_tools'),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ]) {
      const said = await (await post(shop, path, asked)).text();
      expect(said).toContain('-32603');
      expect(said).not.toContain(SECRET);
    }
    expect(shop.errors).toHaveLength(2);
  });

  it('goes on when a client is killed in the middle of a call', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const suite = changedShop((session) => ({
      call: async (asked, signal) => {
        if (asked.name === 'list_orders') {
          reached.resolve();
          await gate.promise;
        }
        return session.call(asked, signal);
      },
    }));
    const shop = await serve({ suite });
    const path = `/mcp/${await begin(shop)}`;
    const killed = new AbortController();
    const lost = post(shop, path, call('list_orders', { sku: 'SKU-2' }), { signal: killed.signal });
    await reached.promise;
    killed.abort();
    await expect(lost).rejects.toThrow();
    gate.resolve();
    expect(await (await post(shop, path, call('list_items'))).text()).toContain('SKU-2');
    expect(await (await post(shop, path, call('submit'))).text()).toContain('failed');
    expect(shop.host.stats()).toMatchObject({ begun: 1, failed: 1, void: 0 });
    expect(shop.errors).toEqual([]);
  });

  it('settles once, however many submit at a time', async () => {
    const shop = await serve();
    const path = `/mcp/${await begin(shop)}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => (await post(shop, path, call(i % 2 ? 'submit' : 'list_items'))).text()),
    );
    expect(answers.filter((text) => text.includes('"reward"'))).toHaveLength(1);
    expect(shop.host.stats()).toMatchObject({ begun: 1, failed: 1 });
  });

  it('counts a world once that breaks under several calls', async () => {
    const gate = Promise.withResolvers<void>();
    const suite = changedShop((session) => ({
      call: async (asked, signal) => {
        if (asked.name !== 'break_down') return session.call(asked, signal);
        await gate.promise;
        throw new Error('broken');
      },
    }));
    const shop = await serve({ suite });
    const handle = await begin(shop);
    const path = `/mcp/${handle}`;
    const steps = (): number => shop.host.session(handle)?.steps() ?? 0;
    const answers = Array.from({ length: 4 }, async () => (await post(shop, path, call('break_down'))).text());
    await expect.poll(() => steps()).toBe(4);
    gate.resolve();
    for (const text of await Promise.all(answers)) expect(text).toContain('void');
    expect(shop.host.stats()).toMatchObject({ begun: 1, void: 1, failed: 0 });
    expect(shop.errors).toEqual([]);
  });

  it('begins one episode, however many come to a place at a time', async () => {
    const shop = await serve();
    const path = '/mcp/corner-shop~restock-2~rush';
    await Promise.all(Array.from({ length: 8 }, async () => (await post(shop, path, call('list_items'))).text()));
    expect(shop.host.stats()).toMatchObject({ begun: 1, active: 1 });
  });
});

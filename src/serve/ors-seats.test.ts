/** The life of a session: from an id, through a world that takes its time, to deletion, expiry or a full host. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { eventsIn, type OrsClient, orsClient } from '../../test/ors-client.ts';
import {
  closedShop,
  gatedShop,
  IDLE_MS,
  INSIDE,
  type OrsShop,
  type OrsShopOptions,
  orsShop,
} from '../../test/ors-shop.ts';
import { steppedClock } from '../../test/stepped-clock.ts';

let shop: OrsShop | null = null;
afterEach(async () => {
  await shop?.close();
  shop = null;
});

async function served(options: OrsShopOptions = {}): Promise<{ shop: OrsShop; client: OrsClient }> {
  shop = await orsShop(options);
  return { shop, client: orsClient(shop.url) };
}

const FIRST = { split: 'all', index: 0 };
const as = (sid: string): { 'x-session-id': string } => ({ 'x-session-id': sid });
const detail = (words: string): object => ({ detail: words });

describe('an id', () => {
  it('comes as events or as JSON, as the client accepts', async () => {
    const { shop: open, client } = await served();
    const response = await fetch(`${open.url}/create_session`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: '{"env": {"A": "b"}}',
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = eventsIn(await response.text());
    expect(events).toEqual([
      { event: 'task_id', data: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { event: 'end', data: '' },
    ]);
    const [first] = events;
    expect((await client.post('/create', FIRST, as(first?.data ?? ''))).status).toBe(200);
    expect(await client.issue()).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is needed wherever a session is meant', async () => {
    const { client } = await served();
    const missing = { status: 400, body: detail('X-Session-ID header is required') };
    for (const path of ['/create', '/ping', '/delete', '/delete_session', '/call', '/corner-shop/call'])
      expect(await client.post(path, { ...FIRST, name: 'list_items' })).toEqual(missing);
    for (const path of ['/prompt', '/task_tools', '/corner-shop/prompt'])
      expect(await client.get(path)).toEqual(missing);
  });

  it('must be one of ours, and bound to a task before anything is done with it', async () => {
    const { client, shop: open } = await served();
    expect((await client.post('/create', FIRST, as('made-up'))).status).toBe(404);
    for (const sid of ['made-up', await client.issue()]) {
      const unknown = { status: 404, body: detail('Active environment not found') };
      expect(await client.get('/prompt', sid)).toEqual(unknown);
      expect(await client.get('/task_tools', sid)).toEqual(unknown);
      expect(await client.post('/ping', {}, as(sid))).toEqual(unknown);
      expect(await client.post('/call', { name: 'list_items', input: {} }, as(sid))).toEqual(unknown);
      expect(await client.post('/delete', {}, as(sid))).toEqual({ status: 200, body: { sid } });
      expect(await client.post('/delete_session', {}, as(sid))).toEqual({ status: 200, body: { sid } });
    }
    expect(open.host.stats().begun).toBe(0);
  });

  it('is bound once, and can be bound again after a deletion', async () => {
    const { client, shop: open } = await served();
    const sid = await client.open();
    expect(await client.post('/create', FIRST, as(sid))).toEqual({
      status: 400,
      body: detail('Session already exists'),
    });
    await client.post('/delete', {}, as(sid));
    const gone = { status: 410, body: detail('Session deleted') };
    expect(await client.get('/prompt', sid)).toEqual(gone);
    expect(await client.post('/call', { name: 'list_items', input: {} }, as(sid))).toEqual(gone);
    expect((await client.post('/create', FIRST, as(sid))).status).toBe(200);
    expect((await client.get('/prompt', sid)).status).toBe(200);
    await client.post('/delete_session', {}, as(sid));
    expect((await client.get('/prompt', sid)).status).toBe(404);
    expect(open.host.stats()).toMatchObject({ active: 0, begun: 2, void: 2 });
  });
});

describe('creating', () => {
  it.each([
    [{}, 422],
    [{ split: 'all' }, 422],
    [{ index: 0 }, 422],
    [{ task_spec: { id: 'restock-2' }, split: 'all', index: 0 }, 422],
    [{ task_spec: { id: 'restock-2' }, split: 'all' }, 422],
    [{ task_spec: 'restock-2' }, 422],
    [{ split: 'all', index: 0.5 }, 422],
    [{ ...FIRST, secrets: { KEY: 7 } }, 422],
    [{ split: 'nope', index: 0 }, 400],
    [{ split: 'all', index: 3 }, 400],
    [{ task_spec: { id: 'nope' } }, 400],
    [{ task_spec: {} }, 400],
    [{ task_spec: { id: 'restock-2', env_mode: 'E9' } }, 400],
    [{ ...FIRST, env_name: 'nowhere' }, 404],
    [{ ...FIRST, unheard_of: true, env_name: null, task_spec: null }, 200],
    [{ task_spec: { scenario: 'corner-shop', task_idx: 1, task: 'words' }, split: null, index: null }, 200],
    [{ split: 'all', index: -1 }, 200],
  ])('%j is answered with %i', async (body, status) => {
    const { client, shop: open } = await served();
    const answer = await client.post('/create', body, as(await client.issue()));
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    expect(open.host.stats().begun).toBe(status === 200 ? 1 : 0);
  });

  it('takes secrets in the body and in the header, and keeps none', async () => {
    const { client, shop: open } = await served();
    const header = Buffer.from(JSON.stringify({ KEY: { value: 'hush-1', allowed_domains: [] } })).toString('base64');
    const sid = await client.issue();
    const body = { ...FIRST, secrets: { KEY: 'hush-2', OTHER: { value: 'hush-3' } } };
    expect((await client.post('/create', body, { ...as(sid), 'x-secrets': header })).status).toBe(200);
    const said = [await client.get('/prompt', sid), await client.get('/task_tools', sid)];
    const called = await client.call(sid, 'list_scenario_tools');
    expect(JSON.stringify([said, called, open.errors])).not.toContain('hush');
    for (const bad of ['%%%', Buffer.from('[1]').toString('base64'), Buffer.from('{"A": 1}').toString('base64')])
      expect((await client.post('/create', FIRST, { ...as(await client.issue()), 'x-secrets': bad })).status).toBe(422);
  });
});

describe('a host without room', () => {
  it('pushes back on /create, and takes the same id once there is room', async () => {
    const { client, shop: open } = await served({ maxSessions: 2 });
    const first = await client.open();
    await client.open();
    const sid = await client.issue();
    const full = await fetch(`${open.url}/create`, { method: 'POST', headers: as(sid), body: JSON.stringify(FIRST) });
    expect([full.status, full.headers.get('retry-after'), await full.json()]).toEqual([
      429,
      '2',
      detail('the host is full: 2 of 2 sessions are taken; close one, or try again later'),
    ]);
    expect((await client.get('/prompt', sid)).status).toBe(404);
    await client.post('/delete', {}, as(first));
    expect((await client.post('/create', FIRST, as(sid))).status).toBe(200);
    expect(open.host.stats().active).toBe(2);
  });

  it('counts worlds that are still being opened', async () => {
    const gate = gatedShop('opening');
    const { client } = await served({ maxSessions: 1, suites: [gate.suite] });
    await client.open();
    expect((await client.post('/create', FIRST, as(await client.issue()))).status).toBe(429);
    gate.open();
  });

  it('pushes back on /create_session when too many ids wait, until they are old', async () => {
    const clock = steppedClock();
    const { client } = await served({ maxFree: 3, clock });
    const kept = await client.open();
    const ids = [await client.issue(), await client.issue(), await client.issue()];
    expect((await client.post('/create_session')).status).toBe(429);
    await client.post('/delete_session', {}, as(ids[0] ?? ''));
    await client.issue();
    expect((await client.post('/create_session')).status).toBe(429);
    await clock.advance(IDLE_MS / 2);
    expect((await client.post('/ping', {}, as(kept))).status).toBe(200);
    await clock.advance(IDLE_MS / 2 + 1);
    await client.issue();
    expect((await client.post('/create', FIRST, as(ids[1] ?? ''))).status).toBe(404);
    expect((await client.post('/ping', {}, as(kept))).status).toBe(200);
  });
});

describe('a world that takes its time to open', () => {
  it('is created at once, and whatever is asked meanwhile waits for it', async () => {
    const gate = gatedShop('opening');
    const { client } = await served({ suites: [gate.suite] });
    const sid = await client.open();
    expect((await client.post('/ping', {}, as(sid))).status).toBe(200);
    let isAnswered = false;
    const answers = Promise.all([
      client.get('/prompt', sid),
      client.get('/task_tools', sid),
      client.call(sid, 'list_items'),
    ]);
    void answers.then(() => {
      isAnswered = true;
    });
    for (let i = 0; i < 20; i++) await turn();
    expect(isAnswered).toBe(false);
    gate.open();
    const [prompt, tools, called] = await answers;
    expect([prompt.status, tools.status, called.result.ok]).toEqual([200, 200, true]);
  });

  it('answers 410 to whoever waits when it is deleted, and is closed once it is open', async () => {
    const gate = gatedShop('opening');
    const { client, shop: open } = await served({ suites: [gate.suite] });
    const sid = await client.open();
    const waiting = [
      client.get('/prompt', sid),
      client.get('/task_tools', sid),
      client.post('/call', { name: 'list_items', input: {} }, as(sid)),
    ];
    await turnUntil(() => gate.came() === 1);
    for (let i = 0; i < 50; i++) await turn();
    expect((await client.post('/delete', {}, as(sid))).status).toBe(200);
    const gone = { status: 410, body: detail('Session deleted') };
    expect(await Promise.all(waiting)).toEqual([gone, gone, gone]);
    gate.open();
    await turnUntil(() => open.host.stats().void === 1);
    expect(open.host.stats()).toMatchObject({ active: 0, begun: 1, passed: 0, failed: 0 });
    expect(open.errors).toEqual([]);
  });

  it('streams signs of life when that takes long', async () => {
    const gate = gatedShop('opening');
    const clock = steppedClock();
    const { client } = await served({ suites: [gate.suite], clock });
    const sid = await client.open();
    const calling = client.call(sid, 'list_items');
    await clock.asleepFor(20_000);
    await clock.advance(20_000);
    await clock.asleepFor(20);
    await clock.advance(20);
    await clock.asleepFor(10_000);
    gate.open();
    expect((await calling).result.ok).toBe(true);
  });

  it('that cannot be opened is void: calls say so as a result, other questions with a sentence', async () => {
    const { client, shop: open } = await served({ suites: [closedShop] });
    const sid = await client.open();
    const sentence = 'The world could not be opened (world: no-database): the episode is void and is not scored.';
    expect(await client.get('/prompt', sid)).toEqual({ status: 500, body: detail(sentence) });
    expect(await client.get('/task_tools', sid)).toEqual({ status: 500, body: detail(sentence) });
    const { result } = await client.call(sid, 'submit', { final_answer: 'x' });
    expect(result).toEqual({
      ok: true,
      output: {
        blocks: [{ type: 'text', text: sentence, detail: null }],
        metadata: { outcome: 'void', blame: 'world', reason: 'no-database', reward: null },
        reward: null,
        finished: true,
      },
    });
    expect(String(open.errors[0])).toContain(INSIDE);
    expect((await client.post('/ping', {}, as(sid))).status).toBe(200);
    expect((await client.post('/delete', {}, as(sid))).status).toBe(200);
    expect(open.host.stats().active).toBe(0);
  });
});

describe('silence', () => {
  it('ends a session after a quarter of an hour; any question about it counts as a sign of life', async () => {
    const clock = steppedClock();
    const { client, shop: open } = await served({ suites: [cornerShop], clock });
    const [silent, pinged] = [await client.open(), await client.open()];
    for (let i = 0; i < 4; i++) {
      await clock.advance(IDLE_MS / 3);
      expect((await client.post('/ping', {}, as(pinged))).status).toBe(200);
    }
    await turnUntil(() => open.host.stats().active === 1);
    const gone = { status: 410, body: detail('Session expired') };
    expect(await client.post('/ping', {}, as(silent))).toEqual(gone);
    expect(await client.post('/call', { name: 'submit', input: {} }, as(silent))).toEqual(gone);
    expect((await client.get('/prompt', pinged)).status).toBe(200);
    expect(open.host.stats()).toMatchObject({ active: 1, void: 1, failed: 0 });
  });
});

it('leaves a session alone for as long as the host does', async () => {
  const clock = steppedClock();
  const { client } = await served({ clock, idleMs: 4 * IDLE_MS });
  const sid = await client.open();
  expect((await client.get('/prompt', sid)).status).toBe(200);
  await clock.advance(2 * IDLE_MS);
  await client.issue();
  expect((await client.post('/ping', {}, as(sid))).status).toBe(200);
});

async function turnUntil(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 10_000 && !isSo(); i++) await turn();
  expect(isSo()).toBe(true);
}

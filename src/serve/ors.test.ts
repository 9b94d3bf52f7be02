/** Every endpoint of the Open Reward Standard, over a real port. Calls and the life of sessions have files of their own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { type OrsClient, orsClient, SOLUTION } from '../../test/ors-client.ts';
import { type OrsShop, orsShop } from '../../test/ors-shop.ts';

let shop: OrsShop;
let client: OrsClient;
beforeEach(async () => {
  shop = await orsShop({ suites: [cornerShop, { ...cornerShop, name: 'Second' }] });
  client = orsClient(shop.url);
});
afterEach(() => shop.close());

const spec = (n: number): object => ({
  scenario: 'corner-shop',
  task_idx: n,
  task: cornerShop.tasks[n]?.brief,
  id: cornerShop.tasks[n]?.id,
});

describe('without a session', () => {
  it('says that it lives, which version it is, and which environments there are', async () => {
    expect(await client.get('/health')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await client.get('/version')).toEqual({ status: 200, body: { version: '1.2.3', build_sha: null } });
    expect(await client.get('/list_environments')).toEqual({ status: 200, body: ['corner-shop', 'second'] });
  });

  it('lists the tools that all tasks share, by name in any case, and bare for the first environment', async () => {
    const { body } = await client.get('/corner-shop/tools');
    expect(body).toMatchObject({
      tools: [{ name: 'list_scenario_tools' }, { name: 'call_scenario_tool' }, { name: 'submit' }],
    });
    for (const tool of (body as { tools: object[] }).tools)
      expect(Object.keys(tool).sort()).toEqual(['description', 'input_schema', 'name']);
    expect(await client.get('/Corner-SHOP/tools')).toEqual({ status: 200, body });
    expect(await client.get('/tools')).toEqual({ status: 200, body });
    expect(await client.get('/nowhere/tools')).toEqual({
      status: 404,
      body: { detail: "unknown environment 'nowhere'" },
    });
  });

  it('lists splits with their types', async () => {
    const splits = [
      { name: 'train', type: 'train' },
      { name: 'test', type: 'test' },
      { name: 'all', type: 'validation' },
    ];
    expect(await client.get('/second/splits')).toEqual({ status: 200, body: splits });
    expect(await client.get('/splits')).toEqual({ status: 200, body: splits });
  });

  it('lists and counts tasks without their truth', async () => {
    const all = { tasks: [spec(0), spec(1), spec(2)], env_name: 'corner-shop' };
    expect(await client.post('/tasks', { split: 'all' })).toEqual({ status: 200, body: all });
    expect(await client.post('/SECOND/tasks', { split: 'all', more: 1 })).toEqual({
      status: 200,
      body: { ...all, env_name: 'second' },
    });
    expect(await client.post('/num_tasks', { split: 'all' })).toEqual({ status: 200, body: { num_tasks: 3 } });
    for (const path of ['/tasks', '/num_tasks', '/task', '/task_range'])
      expect(await client.post(path, { split: 'nope', index: 0 })).toEqual({
        status: 400,
        body: { detail: 'Invalid split' },
      });
  });

  it('gives single tasks as Python lists do', async () => {
    for (const path of ['/task', '/get_task', '/corner-shop/task', '/corner-shop/get_task']) {
      expect((await client.post(path, { split: 'all', index: 1 })).body).toEqual({
        task: spec(1),
        env_name: 'corner-shop',
      });
      expect((await client.post(path, { split: 'all', index: -1 })).body).toMatchObject({ task: spec(2) });
      for (const index of [3, -4])
        expect(await client.post(path, { split: 'all', index })).toEqual({
          status: 400,
          body: { detail: 'Invalid index' },
        });
    }
  });

  it.each([
    [{}, [0, 1, 2]],
    [{ start: 1 }, [1, 2]],
    [{ start: null, stop: null }, [0, 1, 2]],
    [{ stop: -1 }, [0, 1]],
    [{ start: -2, stop: 99 }, [1, 2]],
    [{ start: -99, stop: 1 }, [0]],
    [{ start: 2, stop: 1 }, []],
    [{ start: 7 }, []],
  ])('gives the slice %j', async (range, expected) => {
    for (const path of ['/task_range', '/get_task_range']) {
      const { status, body } = await client.post(path, { split: 'all', ...range });
      expect({ status, body }).toEqual({
        status: 200,
        body: { tasks: expected.map(spec), env_name: 'corner-shop' },
      });
    }
  });

  it.each(['/tasks', '/num_tasks', '/task', '/task_range', '/second/tasks'])(
    'refuses bad bodies of %s',
    async (path) => {
      for (const body of ['', '{', '[]', '"x"', '{"split": 1}', '{"split": "all", "index": "0", "start": 0.5}']) {
        if (body.includes('start') && path.endsWith('tasks')) continue;
        const answer = await client.post(path, body);
        expect([answer.status, typeof (answer.body as { detail: unknown }).detail]).toEqual([422, 'string']);
      }
    },
  );
});

describe('in a session', () => {
  it('plays an episode to its reward', async () => {
    const sid = await client.open({ task_spec: { scenario: 'corner-shop', task_idx: 0 }, env_name: 'Corner-Shop' });
    const { body } = await client.get('/prompt', sid);
    expect(body).toEqual([
      { type: 'text', detail: null, text: `It is Monday, 2026-03-02, 08:00 UTC.\n\n${cornerShop.tasks[0]?.brief}` },
    ]);
    expect(await client.get('/corner-shop/prompt', sid)).toEqual({ status: 200, body });
    expect(await client.post('/ping', {}, { 'x-session-id': sid })).toEqual({ status: 200, body: { status: 'ok' } });

    const listed = await client.call(sid, 'list_scenario_tools');
    expect(listed.result).toMatchObject({ ok: true, output: { metadata: null, reward: null, finished: false } });
    expect(JSON.stringify(listed.result)).toContain('place_order');
    const ordered = await client.call(sid, 'call_scenario_tool', {
      tool_name: 'place_order',
      arguments: SOLUTION.order,
    });
    expect(ordered.result).toMatchObject({ ok: true, output: { reward: null, finished: false, metadata: null } });
    const end = await client.call(sid, 'submit', { final_answer: SOLUTION.answer });
    expect(end.result).toEqual({
      ok: true,
      output: {
        blocks: [{ type: 'text', text: 'Submitted. Outcome: passed.', detail: null }],
        metadata: { outcome: 'passed', score: 1, reward: 1 },
        reward: 1,
        finished: true,
      },
    });
    expect((await client.call(sid, 'submit', {})).result).toMatchObject({ ok: false, reason: 'episode_finished' });
    expect(await client.post('/delete', {}, { 'x-session-id': sid })).toEqual({ status: 200, body: { sid } });
    expect(shop.host.stats()).toMatchObject({ active: 0, begun: 1, passed: 1, failed: 0, void: 0 });
  });

  it('offers the tools of the set that was asked for', async () => {
    const names = async (toolset?: string): Promise<readonly string[]> => {
      const sid = await client.open({ split: 'all', index: 0, ...(toolset ? { toolset_name: toolset } : {}) });
      const { body } = await client.get('/task_tools', sid);
      return (body as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    const generic = ['list_scenario_tools', 'call_scenario_tool', 'submit'];
    const own = ['list_items', 'list_orders', 'place_order', 'break_down'];
    expect(await names()).toEqual([...generic, ...own]);
    expect(await names('all')).toEqual([...generic, ...own]);
    expect(await names('generic')).toEqual(generic);
    expect(await names('direct')).toEqual([...own, 'submit']);
    const sid = await client.issue();
    const answer = await client.post('/create', { split: 'all', index: 0, toolset_name: 'x' }, { 'x-session-id': sid });
    expect(answer).toEqual({
      status: 400,
      body: { detail: "unknown toolset 'x'; valid options are all, direct, generic" },
    });
  });

  it('serves bare paths for the environment of the session, and says so when another is named', async () => {
    const sid = await client.open({ env_name: 'second', split: 'all', index: 1 });
    expect((await client.get('/prompt', sid)).status).toBe(200);
    expect((await client.get('/SECOND/task_tools', sid)).status).toBe(200);
    expect((await client.call(sid, 'list_items', {}, { path: '/Second/call' })).result.ok).toBe(true);
    expect(await client.get('/corner-shop/prompt', sid)).toEqual({
      status: 400,
      body: { detail: "this session is in 'second', not in 'corner-shop'; name the environment when you create it" },
    });
    expect((await client.get('/nowhere/prompt', sid)).status).toBe(404);
  });

  it('takes the names that other clients use for arguments', async () => {
    const sid = await client.open();
    for (const input of [
      { name: 'list_items', args: {} },
      { tool: 'list_items', input: '{}' },
      { tool_name: 'mcp_tool_list_items', arguments: '{}' },
    ])
      expect((await client.call(sid, 'call_scenario_tool', input)).result).toMatchObject({ ok: true });
  });
});

/** Calls: what comes of them, in which form, and what happens when the client's line drops. */
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { eventsIn, joined, type OrsClient, orsClient, resultIn, SOLUTION, taskIdIn } from '../../test/ors-client.ts';
import { gatedShop, type OrsShop, type OrsShopOptions, orsShop, talkativeShop } from '../../test/ors-shop.ts';
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

const as = (sid: string): { 'x-session-id': string } => ({ 'x-session-id': sid });

/** The text of a result with a single block. */
function textIn(result: ReturnType<typeof resultIn>): string {
  if (!result.ok) throw new Error(result.error);
  return result.output.blocks.map(({ text }) => text).join('\n');
}

describe('what comes of a call', () => {
  it('is a failed episode with the reward 0 when the wrong thing was submitted', async () => {
    const { client } = await served();
    const sid = await client.open();
    const { result } = await client.call(sid, 'submit', { final_answer: 'nothing was done' });
    expect(result).toMatchObject({ ok: true, output: { reward: 0, finished: true, metadata: { outcome: 'failed' } } });
    // Why would tell the truth to somebody who meets the task again.
    expect(JSON.stringify(result)).not.toMatch(/ordered|SKU|checkpoint|reason/);
  });

  it('is a void with the reward null when the world breaks, and never 0', async () => {
    const { client, shop: open } = await served();
    const sid = await client.open();
    const { result } = await client.call(sid, 'break_down');
    expect(result).toEqual({
      ok: true,
      output: {
        blocks: [{ type: 'text', text: expect.stringContaining('void'), detail: null }],
        metadata: { outcome: 'void', blame: 'world', reason: 'tool-crashed', reward: null },
        reward: null,
        finished: true,
      },
    });
    expect(JSON.stringify(result)).not.toContain('a bug');
    const after = await client.call(sid, 'submit', { final_answer: SOLUTION.answer });
    expect(after.result).toMatchObject({ ok: false, reason: 'episode_finished' });
    expect(open.host.stats()).toMatchObject({ void: 1, failed: 0, passed: 0 });
  });

  it('is a refusal with a reason and the words that older clients look for when the call was wrong', async () => {
    const { client } = await served();
    const sid = await client.open();
    expect((await client.call(sid, 'list_item')).result).toEqual({
      ok: false,
      error: "'list_item' is not a valid tool; did you mean 'list_items'?",
      reason: 'not_found',
    });
    expect((await client.call(sid, 'call_scenario_tool', { arguments: {} })).result).toEqual({
      ok: false,
      error: expect.stringMatching(/^Tool input validation error: /),
      reason: 'input_validation',
    });
  });

  it('is an answer that says it is an error when the world says so', async () => {
    const { client } = await served();
    const sid = await client.open();
    const { result } = await client.call(sid, 'place_order', { sku: 'SKU-99', quantity: 1 });
    expect(result).toMatchObject({ ok: true, output: { metadata: { is_error: true }, reward: null, finished: false } });
  });

  it.each(['{', '[]', '{"input": {}}', '{"name": 7}', '{"name": "x", "input": [1]}', '{"name": "x", "task_id": 5}'])(
    'is 422 for the body %s',
    async (body) => {
      const { client } = await served();
      expect((await client.post('/call', body, as(await client.open()))).status).toBe(422);
    },
  );

  it('is 422 for a body that is nested without end, and the episode goes on', async () => {
    const { client } = await served();
    const sid = await client.open();
    const deep = `{"name": "list_items", "input": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    expect((await client.post('/call', deep, as(sid))).status).toBe(422);
    expect((await client.call(sid, 'list_items')).result.ok).toBe(true);
  });
});

describe('a long result', () => {
  it('arrives whole although clients strip what stands on the left of each line', async () => {
    const text = `${' '.repeat(13_000)}${'𝄞 '.repeat(5000)}end`;
    const { client } = await served({ suites: [talkativeShop(text)] });
    const { result, events } = await client.call(await client.open(), 'list_items');
    expect(events.map(({ event }) => event)).toEqual(['task_id', ...Array(events.length - 2).fill('chunk'), 'end']);
    expect(events.length).toBeGreaterThan(5);
    expect(textIn(result)).toBe(text);
  });
});

describe('a result that is not there at once', () => {
  it('is streamed: the id first, signs of life every ten seconds, the result at the end', async () => {
    const gate = gatedShop('calls');
    const clock = steppedClock();
    const { client, shop: open } = await served({ suites: [gate.suite], clock });
    const sid = await client.open();
    const response = fetch(`${open.url}/call`, {
      method: 'POST',
      headers: { ...as(sid), 'content-type': 'application/json' },
      body: '{"name": "list_items", "input": {}}',
    });
    await clock.asleepFor(20);
    await clock.advance(20);
    const body = await response.then(({ body: stream }) => stream?.pipeThrough(new TextDecoderStream()).getReader());
    expect((await body?.read())?.value).toMatch(/^event: task_id\ndata: [0-9a-f]{32}\n\n$/);
    for (let i = 0; i < 3; i++) {
      await clock.asleepFor(10_000);
      await clock.advance(9_999);
      await clock.advance(1);
      expect((await body?.read())?.value).toMatch(/^: .*\n\n$/);
    }
    gate.open();
    const rest: string[] = [];
    for (let part = await body?.read(); part && !part.done; part = await body?.read()) rest.push(part.value);
    expect(resultIn(eventsIn(rest.join(''))).ok).toBe(true);
  });

  it('keeps the session alive while the client listens', async () => {
    const gate = gatedShop('calls');
    const clock = steppedClock();
    const { client, shop: open } = await served({ suites: [gate.suite], clock });
    const sid = await client.open();
    const calling = client.call(sid, 'list_items');
    await clock.asleepFor(20);
    await clock.advance(20);
    for (let i = 0; i < 100; i++) {
      await clock.asleepFor(10_000);
      await clock.advance(10_000);
    }
    gate.open();
    expect((await calling).result.ok).toBe(true);
    expect(open.host.stats()).toMatchObject({ active: 1, void: 0 });
  });
});

describe('a line that drops', () => {
  /** Calls, reads until the id is known, and hangs up. */
  function callAndHangUp(url: string, sid: string, name: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { ...as(sid), 'content-type': 'application/json' };
      const asking = httpRequest(`${url}/call`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('error', () => undefined);
        response.on('data', (part: Buffer) => {
          text += part.toString();
          if (!text.includes('\n\n')) return;
          asking.destroy();
          resolve(taskIdIn(eventsIn(text)));
        });
      });
      asking.on('error', reject);
      asking.end(JSON.stringify({ name, input: { sku: 'SKU-2', quantity: 18 } }));
    });
  }

  it('does not end the call: whoever comes back with its id gets the one result', async () => {
    const gate = gatedShop('calls');
    const { client, shop: open } = await served({ suites: [gate.suite] });
    const sid = await client.open();
    const taskId = await callAndHangUp(open.url, sid, 'place_order');
    await pause(30);
    expect(gate.came()).toBe(1);
    const again = client.call(sid, 'place_order', SOLUTION.order, { taskId });
    const twice = client.call(sid, 'place_order', SOLUTION.order, { taskId });
    gate.open();
    const [one, two] = await Promise.all([again, twice]);
    expect(one.taskId).toBe(taskId);
    expect(one.result).toMatchObject({ ok: true, output: { metadata: null } });
    expect(two.result).toEqual(one.result);
    expect(gate.came()).toBe(1);
    // The order was placed once: another one is a conflict, and the episode can be finished.
    expect((await client.call(sid, 'submit', { final_answer: SOLUTION.answer })).result).toMatchObject({
      output: { reward: 1 },
    });
  });

  it('leaves the result there for a minute, and for this session only', async () => {
    const clock = steppedClock();
    const { client } = await served({ clock });
    const [sid, other] = [await client.open(), await client.open()];
    const { taskId, result } = await client.call(sid, 'list_items');
    const unknown = [{ event: 'error', data: 'unknown task_id' }];
    expect(await client.events(other, { name: 'list_items', input: {}, task_id: taskId })).toEqual(unknown);
    expect(await client.events(sid, { name: 'list_items', input: {}, task_id: 'made-up' })).toEqual(unknown);
    await clock.advance(59_000);
    await client.call(sid, 'list_items');
    expect((await client.call(sid, 'list_items', {}, { taskId })).result).toEqual(result);
    await clock.advance(2_000);
    await client.call(sid, 'list_items');
    expect(await client.events(sid, { name: 'list_items', input: {}, task_id: taskId })).toEqual(unknown);
  });

  it('keeps a bounded number of results', async () => {
    const { client } = await served();
    const sid = await client.open();
    const { taskId } = await client.call(sid, 'list_items');
    for (let i = 0; i < 40; i++) await client.call(sid, 'list_items');
    const events = await client.events(sid, { name: 'list_items', input: {}, task_id: taskId });
    expect(events).toEqual([{ event: 'error', data: 'unknown task_id' }]);
  });

  it('does not hand a result out after the session was deleted', async () => {
    const { client } = await served();
    const sid = await client.open();
    const { taskId } = await client.call(sid, 'list_items');
    await client.post('/delete', {}, as(sid));
    expect((await client.post('/call', { name: 'list_items', input: {}, task_id: taskId }, as(sid))).status).toBe(410);
  });
});

describe('calls at once', () => {
  it('are taken one after the other, and what waits behind the last one is refused', async () => {
    const { client, shop: open } = await served();
    const sid = await client.open();
    const names = ['list_items', 'place_order', 'list_orders', 'submit', 'list_items', 'submit'];
    const inputs: Readonly<Record<string, object>> = {
      place_order: SOLUTION.order,
      list_orders: { sku: 'SKU-2' },
      submit: { final_answer: SOLUTION.answer },
    };
    const all = await Promise.all(names.map((name) => client.call(sid, name, inputs[name] ?? {})));
    const rewards = all.flatMap(({ result }) =>
      result.ok && result.output.reward !== null ? [result.output.reward] : [],
    );
    expect(rewards.length).toBe(1);
    expect(open.host.stats()).toMatchObject({ begun: 1, void: 0 });
    expect(open.errors).toEqual([]);
  });

  it('are refused when what they waited behind has ended the work, of which only submit is left', async () => {
    const gate = gatedShop('speech');
    const { client, shop: open } = await served({ suites: [gate.suite] });
    const sid = await client.open();
    const saying = client.call(sid, 'say', { text: 'Good night.' });
    while (gate.came() === 0) await pause(1);
    const waiting = client.call(sid, 'list_items');
    await pause(50);
    gate.open();
    expect((await saying).result).toMatchObject({ ok: true, output: { metadata: { is_over: true }, finished: false } });
    expect((await waiting).result).toEqual({ ok: false, error: 'the episode is over', reason: 'episode_finished' });
    expect((await client.call(sid, 'submit')).result).toMatchObject({
      ok: true,
      output: { reward: 0, finished: true },
    });
    expect(open.errors).toEqual([]);
  });

  it('are bounded in number', async () => {
    const gate = gatedShop('calls');
    const { client, shop: open } = await served({ suites: [gate.suite] });
    const sid = await client.open();
    let refused = 0;
    const calls = Array.from({ length: 70 }, async () => {
      const body = '{"name": "list_items", "input": {}}';
      const answer = await fetch(`${open.url}/call`, { method: 'POST', headers: as(sid), body });
      if (answer.status === 429) refused++;
      return answer;
    });
    // Until all have come, however slow the machine.
    for (let waits = 0; refused < 6 && waits < 500; waits++) await pause(20);
    gate.open();
    const answers = await Promise.all(
      (await Promise.all(calls)).map(async (one) => [one.status, await one.text()] as const),
    );
    expect(answers.filter(([status]) => status === 429).length).toBe(6);
    for (const [status, text] of answers) if (status === 200) expect(JSON.parse(joined(eventsIn(text))).ok).toBe(true);
  });
});

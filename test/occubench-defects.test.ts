/** The defects that were measured in the original harness, H1 to H28, each shown not to be here. Scripted models play all roles. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../src/core/block.ts';
import { ModelError } from '../src/core/errors.ts';
import { eventsOf } from '../src/core/event.ts';
import type { ModelRequest, Role } from '../src/core/model.ts';
import type { Suite } from '../src/core/suite.ts';
import { type Ended, startCommand } from './command.ts';
import { GOOD, kioskSuite, playKiosk, writeKiosk } from './kiosk.ts';
import {
  type LoopbackAnswer,
  type LoopbackBehaviour,
  type LoopbackModel,
  startLoopbackModel,
} from './loopback-model.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-defects-'));
let suite: Suite;
let server: LoopbackModel | undefined;
beforeAll(async () => {
  suite = await kioskSuite(place);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(join(place, 'results'), { recursive: true, force: true });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const down = new ModelError('unavailable', 'the server is down');
const observed = (text: string): string => `<predicted_observation>${text}</predicted_observation>`;
const whole = { rubric: 'whole' } as const;

const practicum = (...args: readonly string[]): Promise<Ended> => startCommand(place, args).end;

/** One server that plays all three roles, told apart by what they are asked. */
const everybody: LoopbackBehaviour = (body): LoopbackAnswer => {
  const messages = body.messages as { role: string; content: unknown }[];
  const all = JSON.stringify(messages);
  if (body.tools !== undefined) {
    const seen = messages.filter(({ role }) => role === 'tool').length;
    if (seen === 0) return { does: 'reply', calls: [{ name: 'check_stock', input: { item: 'umbrella' } }] };
    if (seen === 1) return { does: 'reply', calls: [{ name: 'sell', input: { item: 'umbrella', count: 2 } }] };
    return { does: 'reply', text: 'Sold two umbrellas; five are left.' };
  }
  if (JSON.stringify(messages[0]).includes('You are the judge')) {
    const criteria = [1, 2].map((id) => ({
      id,
      quote: '',
      reason: 'looked',
      met: all.includes('Sold two umbrellas; five'),
    }));
    return { does: 'reply', text: JSON.stringify({ criteria, feedback: 'fine' }) };
  }
  const last = JSON.stringify(messages.at(-1));
  return { does: 'reply', text: observed(last.includes('check_stock') ? '{"left":7}' : '{"sold":2,"left":5}') };
};
async function runKiosk(...more: readonly string[]): Promise<Ended> {
  server ??= await startLoopbackModel(everybody);
  const models = ['--agent-model', 'org/agent', '--world-model', 'sim', '--base-url', `${server.url}/v1`];
  return practicum('run', '--suite', writeKiosk(place), ...models, ...more);
}
const runs = (): readonly string[] => readdirSync(join(place, 'results'));
const read = (run: string, file: string): string => readFileSync(join(place, 'results', run, file), 'utf8');
const files = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

describe('a clean play', () => {
  it('passes with good models, in both prompt styles, tracked or not, atomic or whole', async () => {
    expect((await playKiosk(suite)).result).toMatchObject({ outcome: 'passed', score: 1 });
    expect((await playKiosk(suite, { styles: { prompts: 'reference', rubric: 'whole' } })).result.outcome).toBe(
      'passed',
    );
    const world = (request: ModelRequest) =>
      `${String((GOOD.world as (r: ModelRequest) => string)(request))}<state_patch>[]</state_patch>`;
    expect((await playKiosk(suite, { styles: { state: 'tracked' }, models: { world } })).result.outcome).toBe('passed');
  });
});

describe('agent', () => {
  it('H2: an outage of the agent’s model is void, not a failure', async () => {
    const { result } = await playKiosk(suite, { models: { agent: [down] } });
    expect(result).toMatchObject({ outcome: 'void', blame: 'model' });
  });
  it('H8: finish "stop" beside tool calls does not end the episode', async () => {
    const agent = (request: ModelRequest) => {
      const said = (GOOD.agent as (r: ModelRequest) => string | object)(request);
      return typeof said === 'string' ? said : { ...said, finish: 'stop' as const };
    };
    expect((await playKiosk(suite, { models: { agent } })).result.outcome).toBe('passed');
  });
  it('H10: what the provider gave with its reasoning goes back to it', async () => {
    const asked: ModelRequest[] = [];
    const agent = (request: ModelRequest) => {
      const said = (GOOD.agent as (r: ModelRequest) => string | object)(request);
      return typeof said === 'string' ? said : { ...said, reasoning: 'a thought' };
    };
    await playKiosk(suite, {
      models: { agent },
      onAsked: (role, request) => void (role === 'agent' && asked.push(request)),
    });
    expect(JSON.stringify(asked.at(-1)?.messages)).toContain('a thought');
  });
  it('H12: an answer cut off by its length is recorded as truncated', async () => {
    const agent = [{ text: 'Sold two umbrellas; five are', finish: 'length' as const }];
    const { events } = await playKiosk(suite, { models: { agent } });
    expect(eventsOf(events, 'agent-stopped')[0]?.reason).toBe('truncated');
  });
});

describe('simulator', () => {
  it('H3: an outage of the simulator is void, never {}', async () => {
    const { result, events } = await playKiosk(suite, { models: { world: [down] } });
    expect(result).toMatchObject({ outcome: 'void', blame: 'world' });
    expect(eventsOf(events, 'tool-answered')).toHaveLength(0);
  });
  it('H11: agent, simulator and judge have one and the same date, from the state', async () => {
    const dates = new Map<Role, string>();
    await playKiosk(suite, {
      onAsked: (role, request) => dates.set(role, JSON.stringify([request.system, request.messages])),
    });
    expect([...dates.keys()].sort()).toEqual(['agent', 'judge', 'world']);
    for (const [role, asked] of dates) expect(asked, role).toContain('2024-05-02');
    const thisYear = String(new Date().getFullYear());
    expect(dates.get('agent')).not.toContain(thisYear);
  });
  it('H14: null, lists and fenced JSON are observations; what is none is explained and asked again, three times in all', async () => {
    for (const text of ['null', '[1,2]', '\n```json\n{"left": 7}\n```\n']) {
      const { events } = await playKiosk(suite, { models: { world: () => observed(text) } });
      expect(JSON.parse(textOf(eventsOf(events, 'tool-answered')[0]?.blocks ?? []))).toBeDefined();
    }
    const asked: ModelRequest[] = [];
    const { result } = await playKiosk(suite, {
      models: { world: () => 'the stock is seven, I think' },
      onAsked: (role, request) => void (role === 'world' && asked.push(request)),
    });
    expect(result).toMatchObject({ outcome: 'void', blame: 'world', reason: 'unparsable' });
    expect(asked).toHaveLength(3);
    expect(asked[1]?.messages.length).toBeGreaterThan(asked[0]?.messages.length ?? 0);
  });
  it('H15: unknown tools and invalid arguments never reach the simulator', async () => {
    let asked = 0;
    const agent = [
      { calls: [{ name: 'fly', input: {} }] },
      { calls: [{ name: 'sell', input: { item: 'umbrella', count: 'two' } }] },
      { calls: [{ name: 'sell', input: '{"item": ' }] },
      'done',
    ];
    const { events } = await playKiosk(suite, {
      models: { agent },
      onAsked: (role) => void (role === 'world' && asked++),
    });
    expect(asked).toBe(0);
    expect(eventsOf(events, 'tool-answered').map(({ isError }) => isError)).toEqual([true, true, true]);
  });
  it('H16, H17: arguments are objects and placeholders are filled; the reference style keeps the original’s ways', async () => {
    const asked: ModelRequest[] = [];
    const onAsked = (role: Role, request: ModelRequest): void => void (role === 'world' && asked.push(request));
    await playKiosk(suite, { onAsked });
    expect(JSON.stringify(asked[0]?.messages)).toContain('\\"item\\":');
    expect(asked[0]?.system).not.toContain('{{initial_state}}');
    asked.length = 0;
    await playKiosk(suite, { onAsked, styles: { prompts: 'reference' } });
    expect(JSON.stringify(asked[0]?.messages)).toContain('\\\\\\"item\\\\\\"');
    expect(asked[0]?.system).toContain('{{initial_state}}');
  });
  it('H27: the messages of one call are a prefix of the next, so that providers can cache them', async () => {
    const asked: ModelRequest[] = [];
    await playKiosk(suite, { onAsked: (role, request) => void (role === 'world' && asked.push(request)) });
    const [first, second] = asked;
    expect(second?.system).toBe(first?.system);
    expect(JSON.stringify(second?.messages.slice(0, first?.messages.length))).toBe(JSON.stringify(first?.messages));
  });
});

describe('judge', () => {
  it('H4: a judge’s outage is void, and a spoiled ballot is not a "no"', async () => {
    expect((await playKiosk(suite, { models: { judge: [down] } })).result).toMatchObject({
      outcome: 'void',
      blame: 'judge',
    });
    const yes = '{"is_correct": true, "feedback": "fine"}';
    const judge = ['no idea', 'still none', yes, yes];
    const { result, events } = await playKiosk(suite, { styles: whole, models: { judge } });
    expect(eventsOf(events, 'vote-cast').map(({ vote }) => vote)).toEqual(['spoiled', 'yes', 'yes']);
    expect(result.outcome).toBe('passed');
  });
  it('H5: the word "false" is a no', async () => {
    const judge = () => '{"is_correct": "false", "feedback": "not done"}';
    expect((await playKiosk(suite, { styles: whole, models: { judge } })).result.outcome).toBe('failed');
  });
  it('H6: a null or an object as feedback loses nothing', async () => {
    for (const feedback of ['null', '{"a": 1}']) {
      const judge = () => `{"is_correct": true, "feedback": ${feedback}}`;
      expect((await playKiosk(suite, { styles: whole, models: { judge } })).result.outcome).toBe('passed');
    }
  });
  it('H7: braces in the judge’s prose do no harm', async () => {
    const judge = () => 'The state {stock} changed as {"sold": 2} shows.\n{"is_correct": true, "feedback": "done"}';
    expect((await playKiosk(suite, { styles: whole, models: { judge } })).result.outcome).toBe('passed');
  });
  it('H28: the judge is shown JSON', async () => {
    let asked = '';
    await playKiosk(suite, {
      onAsked: (role, request) => {
        if (role === 'judge') asked = JSON.stringify(request.messages);
      },
    });
    expect(asked).toContain('\\"stock\\": \\"what is left\\"');
  });
  it('M3: it is told which answers were faulted, and what they were', async () => {
    let asked = '';
    await playKiosk(suite, {
      mode: 'E2',
      onAsked: (role, request) => {
        if (role === 'judge') asked = JSON.stringify(request.messages);
      },
    });
    expect(asked).toMatch(/fault/i);
  });
  it('no majority is void', async () => {
    const judge = ['{"is_correct": true, "feedback": ""}', '{"is_correct": false, "feedback": ""}', 'hm', 'hm'];
    expect((await playKiosk(suite, { styles: whole, models: { judge } })).result).toMatchObject({
      outcome: 'void',
      blame: 'judge',
      reason: 'no-majority',
    });
  });
});

describe('harness', () => {
  it('H1: no key in any file; H20: votes, models and stop reason are kept; H22: a model for each role; H23: names with a slash', async () => {
    const { code, err } = await runKiosk(
      '--verifier-model',
      'judge-model',
      '--api-key',
      'sk-canary-55d1c0ffee',
      '--debug',
    );
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(files(join(place, 'results')).filter((path) => readFileSync(path).includes('sk-canary'))).toEqual([]);
    expect(runs()).toHaveLength(1);
    const [run = ''] = runs();
    const log = read(run, 'segments/0001.jsonl');
    expect(log.match(/"type":"vote-cast"/g)).toHaveLength(9);
    expect(new Set(server?.requests.map(({ body }) => body.model))).toEqual(
      new Set(['org/agent', 'sim', 'judge-model']),
    );
    expect(JSON.parse(read(run, 'plan.json'))).toMatchObject({ worldModel: 'sim', verifierModel: 'judge-model' });
    expect(read(run, 'results.jsonl').split('\n')[0]).toContain('"stop_reason":"answered"');
  });
  it('H9: newer models are asked in the words they want', async () => {
    const { openModel } = await import('../src/models/provider.ts');
    const { systemClock } = await import('../src/run/system-clock.ts');
    server = await startLoopbackModel([{ does: 'reply', text: 'yes' }]);
    const settings = {
      provider: 'openai',
      model: 'o4-mini',
      apiKey: 'k',
      baseUrl: `${server.url}/v1`,
      proxyUrl: null,
      timeoutMs: 10_000,
    } as const;
    const request: ModelRequest = {
      system: '',
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
      tools: [],
      maxOutputTokens: 50,
    };
    await openModel(settings, { clock: systemClock, env: {} }).generate(request, new AbortController().signal);
    expect(server.requests[0]?.body).not.toHaveProperty('max_tokens');
    expect(JSON.stringify(server.requests[0]?.body)).toContain('50');
  });
  it('H13: a wrong key is asked once per episode, not five hundred times', async () => {
    server = await startLoopbackModel([{ does: 'fail', status: 401 }]);
    expect((await runKiosk()).code).toBe(3);
    expect(server.requests).toHaveLength(3);
  });
  it('H18: other settings under one name are refused', async () => {
    await runKiosk('--run-name', 'r');
    const other = await runKiosk('--run-name', 'r', '--verifier-model', 'other');
    expect(other.code).toBe(1);
    expect(other.err).toMatch(/verifierModel was "sim", now "other"/);
  });
  it('H19: the summary counts what is in the log, over scored and planned', async () => {
    await runKiosk('--run-name', 's', '--limit', '1');
    const { out } = await runKiosk('--run-name', 's', '--limit', '2', '--json');
    expect(JSON.parse(out)).toMatchObject({ total: { planned: 3, scored: 2, passed: 2, missing: 1 } });
  });
  it('H21: a half-written last line is left out and played again', async () => {
    await runKiosk('--run-name', 't');
    const segment = join(place, 'results/t/segments/0001.jsonl');
    writeFileSync(segment, read('t', 'segments/0001.jsonl').slice(0, -30));
    expect((await runKiosk('--run-name', 't')).code).toBe(0);
    expect(read('t', 'results.jsonl').trim().split('\n')).toHaveLength(3);
  });
  it('H24: --with-plan without plans is refused', async () => {
    expect((await runKiosk('--with-plan')).err).toMatch(/solution plan/);
  });
  it('H25: a typing error selects nothing silently', async () => {
    expect((await runKiosk('--task-ids', '11')).code).toBe(2);
    expect((await runKiosk('--categories', 'Commerce & Consumers')).err).toMatch(/Did you mean "Commerce & Consumer"/);
  });
  it('H26: the debug log keeps parallel episodes apart', async () => {
    await runKiosk('--run-name', 'd', '--debug', '--max-workers', '3');
    const blocks = read('d', 'debug.log').split(/^# /m).slice(1);
    expect(blocks).toHaveLength(3);
    expect(blocks[0]).toMatch(/\[VERIFIER\] Votes: 3 TRUE, 0 FALSE\n\[VERIFIER\] Vote 1: correct=True, feedback=/);
    for (const block of blocks)
      expect(block.match(/\[AGENT\] Step \d/g)).toEqual(['[AGENT] Step 1', '[AGENT] Step 2', '[AGENT] Step 3']);
  });
});

import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { text } from '../core/block.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { play } from '../core/play.ts';
import { stream } from '../core/random.ts';
import type { Hands, Solution } from '../core/solution.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { OVER, type Session, wrap } from '../core/world.ts';
import { testAgent } from '../testing.ts';
import { inputReader } from '../wire/tool-input.ts';
import { greedy, entry as greedyEntry } from './greedy.ts';
import { neverAsks, entry as neverAsksEntry } from './never-asks.ts';
import { newGleanings, plausibleInput } from './plausible.ts';
import { random, entry as randomEntry } from './random.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const care = { solution, asked: task.asked };
const trial = { world: () => cornerShopWorld, judge: cornerShop.judge(task), task };
const never = new AbortController().signal;

describe('the greedy agent', () => {
  for (const { name, run } of testAgent({ ...trial, agent: () => greedy(care) })) it(name, run);

  it('says that it goes by deadlines and asks nobody, and hands in what it has when it cannot go on', async () => {
    const { session, said } = office();
    let manner: readonly unknown[] = [];
    const stuck: Solution = async (_asked, hands) => {
      manner = [hands.manner, hands.isAsking];
      throw new Error('no such file');
    };
    expect(await greedy({ solution: stuck, asked: {} }).act('', session, never)).toBe('answered');
    expect(manner).toEqual(['greedy', false]);
    expect(said).toEqual(['I could not finish: no such file']);
  });
});

describe('the agent that never asks', () => {
  for (const { name, run } of testAgent({ ...trial, agent: () => neverAsks(care) })) it(name, run);

  it('tells the program not to ask, and does everything else', async () => {
    const { session, calls } = office();
    let isAsking: Hands['isAsking'];
    const asking: Solution = async (_asked, hands) => {
      isAsking = hands.isAsking;
      await hands.act('write_file', { path: 'a' }, async () => true);
      return 'done';
    };
    expect(await act(neverAsks({ solution: asking, asked: {} }), session)).toBe('done');
    expect([isAsking, calls]).toEqual([false, ['write_file']]);
  });
});

describe('the random agent', () => {
  const fumbling = { ...trial, agent: () => random(), outcome: 'failed' as const };
  for (const { name, run } of testAgent(fumbling)) it(name, run);

  it('plays the same task in the same way, with arguments that fit', async () => {
    const [world, judge] = [cornerShopWorld, cornerShop.judge(task)];
    const [one, two] = [
      await play(task, { world, agent: random(), judge }),
      await play(task, { world, agent: random(), judge }),
    ];
    expect(one.events).toEqual(two.events);
    const calls = one.events.filter(({ type }) => type === 'tool-called');
    expect(calls.length).toBe(400);
    // A write that takes nothing is left out: in this shop it is the one that breaks.
    expect(calls.filter((event) => event.type === 'tool-called' && event.name === 'break_down')).toEqual([]);
    expect((await play(task, { world, agent: random({ maxSteps: 7 }), judge })).events.length).toBeLessThan(40);
  });

  it('draws what the schema asks for, from what was seen', () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['path', 'kind', 'count', 'list', 'deep', 'either', 'flag'],
      properties: {
        path: { type: 'string' },
        kind: { type: 'string', enum: ['a', 'b'] },
        count: { type: 'integer', minimum: 3, maximum: 5 },
        list: { type: 'array', minItems: 1, items: { type: 'string' } },
        deep: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
        either: { anyOf: [{ const: 'x' }, { type: 'null' }] },
        flag: { type: 'boolean' },
        maybe: { type: 'string' },
      },
      additionalProperties: false,
    };
    const read = inputReader([{ name: 't', input: schema }]);
    const gleanings = newGleanings('Read drive/a.md, please.');
    gleanings.glean({ paths: ['drive/b.md'], total: 1 });
    const chance = stream('seed');
    const drawn = Array.from({ length: 200 }, () => plausibleInput(schema, { gleanings, random: chance }));
    for (const input of drawn) expect(read('t', input)).toMatchObject({ ok: true });
    expect(drawn.filter(({ path }) => path === 'drive/b.md').length).toBeGreaterThan(100);
    expect(new Set(drawn.map(({ count }) => count))).toEqual(new Set([3, 4, 5]));
  });
});

it('is refused in a sentence where there is no solution program', () => {
  const limits = { maxSteps: 5, maxTokens: null, maxOutputTokens: null, reasoningEffort: null, temperature: null };
  const parts = { asked: {}, solution: null, model: null, limits, prompt: () => '', command: null };
  const clock = { now: () => 0, sleep: async () => undefined };
  for (const entry of [greedyEntry, neverAsksEntry])
    expect(() => entry.make({ ...parts, clock })).toThrow(/needs tasks with a solution program/);
  expect(randomEntry.make({ ...parts, clock }).name).toBe('random');
});

async function act(agent: ReturnType<typeof neverAsks>, session: Session): Promise<string> {
  let last = '';
  const heeded = wrap(session, {
    say: async (words) => {
      last = words;
      return OVER;
    },
  });
  await agent.act('', heeded, never);
  return last;
}

function office(): { readonly session: Session; readonly calls: string[]; readonly said: string[] } {
  const calls: string[] = [];
  const said: string[] = [];
  const tool = (name: string): Tool => ({ name, description: '', effect: 'unknown', input: { type: 'object' } });
  const answer: Json = { messages: [{ from: 'Ada', text: 'Hello.', time: '09:00' }], total: 1 };
  const session: Session = {
    tools: ['read_chat', 'send_message', 'send_group_message', 'write_file'].map(tool),
    call: async ({ name }) => {
      calls.push(name);
      return { blocks: [text(JSON.stringify(answer))], isError: false, notices: [] };
    },
    say: async (words) => {
      said.push(words);
      return OVER;
    },
    snapshot: async () => ({ initial: {}, current: {}, changes: [] }),
    close: async () => undefined,
  };
  return { session, calls, said };
}

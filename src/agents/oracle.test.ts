import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { text } from '../core/block.ts';
import { EpisodeError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Hands, Solution } from '../core/solution.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { type Observation, OVER, type Session } from '../core/world.ts';
import { testAgent } from '../testing.ts';
import { hasty } from './hasty.ts';
import { idle } from './idle.ts';
import { oracle } from './oracle.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const care = { solution, asked: task.asked };
const trial = { world: () => cornerShopWorld, judge: cornerShop.judge(task), task };

describe('the oracle', () => {
  for (const { name, run } of testAgent({ ...trial, agent: () => oracle(care) })) it(name, run);
});
describe('the hasty agent', () => {
  for (const { name, run } of testAgent({ ...trial, agent: () => hasty(care) })) it(name, run);
});
describe('the idle agent', () => {
  for (const { name, run } of testAgent({ ...trial, agent: idle, outcome: 'failed' })) it(name, run);
});

const never = new AbortController().signal;
const LIST: Tool = {
  name: 'list',
  description: 'Lists.',
  effect: 'read',
  input: { type: 'object' },
  output: {
    type: 'object',
    required: ['total', 'items'],
    properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: ['string', 'null'] } } },
  },
};
const WRITE: Tool = { name: 'write', description: 'Writes.', effect: 'write', input: { type: 'object' } };
const list = (...items: readonly (string | null)[]): JsonObject => ({ total: items.length, items });
const ok = (value: Json): Observation => ({ blocks: [text(JSON.stringify(value))], isError: false, notices: [] });
const error = (value: Json): Observation => ({ ...ok(value), isError: true });
const MOMENT = error({ error: 'TimeoutError', message: 'no response' });

interface Tried {
  readonly calls: readonly string[];
  readonly said: readonly string[];
  readonly outcome: unknown;
}
/** Lets an agent run a solution against answers that are given one after the other. */
async function tried(answers: readonly Observation[], work: Solution, agentOf: typeof oracle = oracle): Promise<Tried> {
  const calls: string[] = [];
  const said: string[] = [];
  const session: Session = {
    tools: [LIST, WRITE],
    call: async ({ name, input }) => {
      const answer = answers[calls.length];
      calls.push(Object.keys(input as object).length === 0 ? name : `${name} ${JSON.stringify(input)}`);
      if (answer === undefined) throw new Error('the test has no more answers');
      return answer;
    },
    say: async (words) => {
      said.push(words);
      return OVER;
    },
    snapshot: () => Promise.reject(new Error('not here')),
    close: async () => undefined,
  };
  const agent = agentOf({ solution: work, asked: {} });
  const outcome = await agent.act('', session, never).catch((reason: unknown) => reason);
  return { calls, said, outcome };
}
const looking: Solution = async (_asked, hands) => JSON.stringify(await hands.look('list', {}));
const isListed = async (hands: Hands): Promise<boolean> => {
  const { items } = await hands.look('list', {});
  return Array.isArray(items) && items.includes('new');
};
const writing: Solution = async (_asked, hands) => {
  await hands.act('write', { name: 'new' }, () => isListed(hands));
  return 'written';
};

describe('how the oracle looks', () => {
  it('believes a sound answer at once', async () => {
    expect(await tried([ok(list('a'))], looking)).toEqual({
      calls: ['list'],
      said: [JSON.stringify(list('a'))],
      outcome: 'answered',
    });
  });

  it.each<[string, Observation]>([
    ['an error of the moment', MOMENT],
    ['an error without JSON', { ...MOMENT, blocks: [text('Bad Gateway')] }],
    ['an answer that is no JSON', { ...ok(null), blocks: [text('{"total": 1, "ite')] }],
    ['a missing field', ok({ items: ['a'] })],
    ['a field of another type', ok({ total: '1', items: ['a'] })],
    ['a list that is shorter than its total', ok({ total: 3, items: ['a'] })],
    ['a value that is null', ok(list('a', null))],
  ])('looks again after %s', async (_what, bad) => {
    const { calls, said } = await tried([bad, ok(list('a', 'b'))], looking);
    expect(calls).toEqual(['list', 'list']);
    expect(said).toEqual([JSON.stringify(list('a', 'b'))]);
  });

  it('believes null when it comes again and again', async () => {
    const odd = ok(list('a', null));
    const { calls, outcome } = await tried(
      Array.from({ length: 9 }, () => odd),
      looking,
    );
    expect(calls).toHaveLength(5);
    expect(outcome).toBe('answered');
  });

  it('gives up on a world that never answers, as its own failure', async () => {
    const { calls, said, outcome } = await tried(
      Array.from({ length: 50 }, () => MOMENT),
      looking,
    );
    expect(calls).toHaveLength(12);
    expect(said).toEqual([]);
    expect(outcome).toMatchObject({ party: 'agent', reason: 'gave-up' });
  });

  it('takes a refusal at its word', async () => {
    const { calls, outcome } = await tried([error({ error: 'not_found', message: 'no list' })], looking);
    expect(calls).toHaveLength(1);
    expect(outcome).toBeInstanceOf(EpisodeError);
    expect(outcome).toMatchObject({ party: 'agent', reason: 'refused-by-world', message: 'list was refused: no list' });
  });

  it('reads again what has not changed although it wrote', async () => {
    const work: Solution = async (_asked, hands) => {
      await hands.look('list', {});
      await hands.act('write', {}, async () => true);
      return JSON.stringify(await hands.look('list', {}));
    };
    const stale = [ok(list('a')), ok({}), ok(list('a')), ok(list('a', 'new'))];
    expect(await tried(stale, work)).toMatchObject({
      calls: ['list', 'write', 'list', 'list'],
      said: [JSON.stringify(list('a', 'new'))],
    });
    const unchanged = [ok(list('a')), ok({}), ...Array.from({ length: 5 }, () => ok(list('a')))];
    expect(await tried(unchanged, work)).toMatchObject({
      calls: ['list', 'write', 'list', 'list', 'list', 'list', 'list'],
      said: [JSON.stringify(list('a'))],
    });
  });

  it('does not take another question for the same one', async () => {
    const work: Solution = async (_asked, hands) => {
      await hands.look('list', { page: 1 });
      await hands.act('write', {}, async () => true);
      return JSON.stringify(await hands.look('list', { page: 2 }));
    };
    expect((await tried([ok(list('a')), ok({}), ok(list('a'))], work)).calls).toHaveLength(3);
  });
});

describe('how the oracle writes', () => {
  const write = 'write {"name":"new"}';

  it('writes once when it is told that it is done', async () => {
    expect((await tried([ok({})], writing)).calls).toEqual([write]);
  });

  it('does not write again when only the answer was lost', async () => {
    const { calls, said } = await tried([MOMENT, ok(list('new'))], writing);
    expect(calls).toEqual([write, 'list']);
    expect(said).toEqual(['written']);
  });

  it('writes again when nothing was written', async () => {
    const { calls } = await tried([MOMENT, ok(list('a')), ok({})], writing);
    expect(calls).toEqual([write, 'list', write]);
  });

  it('takes a conflict for done where it is done, and for a refusal where it is not', async () => {
    const taken = error({ error: 'conflict', message: 'there already' });
    expect(await tried([taken, ok(list('new'))], writing)).toMatchObject({ said: ['written'], outcome: 'answered' });
    expect((await tried([taken, ok(list('a'))], writing)).outcome).toMatchObject({ reason: 'refused-by-world' });
  });

  it('gives up after a while', async () => {
    const answers = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? MOMENT : ok(list(`${i}`))));
    const { outcome, calls } = await tried(answers, writing);
    expect(outcome).toMatchObject({ party: 'agent', reason: 'gave-up' });
    expect(calls.filter((call) => call === write)).toHaveLength(12);
  });
});

describe('how the hasty agent works', () => {
  it('takes everything at its word and does nothing twice', async () => {
    expect(await tried([ok({ total: 3, items: ['a'] })], looking, hasty)).toMatchObject({
      calls: ['list'],
      said: [JSON.stringify({ total: 3, items: ['a'] })],
    });
    expect(await tried([MOMENT], writing, hasty)).toMatchObject({ calls: ['write {"name":"new"}'], said: ['written'] });
  });

  it('says so when its program stumbles, and leaves the world its own errors', async () => {
    const stumbling: Solution = async (_asked, hands) => {
      const { items } = await hands.look('list', {});
      return (items as readonly string[])[5]?.toUpperCase() ?? ([] as string[]).reduce((a, b) => a + b);
    };
    expect(await tried([ok(list('a'))], stumbling, hasty)).toMatchObject({
      said: [expect.stringMatching(/^I could not finish: /)],
      outcome: 'answered',
    });
    expect((await tried([], looking, hasty)).outcome).toMatchObject({ message: 'the test has no more answers' });
  });
});

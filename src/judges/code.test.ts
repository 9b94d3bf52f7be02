import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Agent } from '../core/agent.ts';
import type { JsonObject } from '../core/json.ts';
import type { Evidence, Judge, Verdict } from '../core/judge.ts';
import type { Change } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import { evidenceOf, testJudge } from '../testing.ts';
import { allOf } from './all-of.ts';
import { type Allowed, checkpoint, code, verdictOf } from './code.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const judge = cornerShop.judge(task);

/** Places orders and says something. */
const ordering = (orders: readonly (readonly [string, number])[], said: string): Agent => ({
  name: 'ordering',
  act: async (_brief, session, signal) => {
    for (const [sku, quantity] of orders)
      await session.call({ id: sku, name: 'place_order', input: { sku, quantity } }, signal);
    await session.say(said, signal);
    return 'answered';
  },
});
const after = (agent: Agent): Promise<Evidence> => evidenceOf(task, { world: cornerShopWorld, agent });
const right = (): Promise<Evidence> => after(oracle({ solution, asked: task.asked }));
const answer = '{"ordered":"SKU-2","quantity":18}';
const wrong = (): Promise<readonly Evidence[]> =>
  Promise.all([
    after(idle()),
    after(ordering([], answer)),
    after(ordering([['SKU-2', 18]], 'Done.')),
    after(ordering([['SKU-2', 17]], answer)),
    after(ordering([['SKU-1', 18]], answer)),
    after(
      ordering(
        [
          ['SKU-2', 18],
          ['SKU-3', 1],
        ],
        answer,
      ),
    ),
  ]);
const broken = async (): Promise<Evidence> => ({ ...(await right()), task: { ...task, truth: { sku: 7 } } });

describe('the judge of the corner shop', () => {
  for (const { name, run } of testJudge({ judge: () => judge, right, wrong, broken })) it(name, run);
});
describe('two judges as one', () => {
  const both = (): Judge =>
    allOf([
      judge,
      code('polite', ({ answer: said }) => ({
        checkpoints: [checkpoint('spoke', said !== '')],
        allowed: [{ table: 'orders' }, { table: 'log' }],
      })),
    ]);
  for (const { name, run } of testJudge({ judge: both, right, wrong, broken })) it(name, run);
});

const row = { id: 'a', stock: 1, note: 'x' };
const inserted: Change = { table: 'item', key: 'a', before: null, after: row };
const deleted: Change = { table: 'item', key: 'a', before: row, after: null };
const updated: Change = { table: 'item', key: 'a', before: row, after: { ...row, stock: 5 } };

async function verdictOn(changes: readonly Change[], allowed: readonly Allowed[]): Promise<Verdict> {
  const evidence: Evidence = { task, answer: '', events: [], snapshot: { initial: {}, current: {}, changes } };
  return code('test', () => ({ checkpoints: [], allowed })).judge(evidence, new AbortController().signal);
}
const passes = async (change: Change, ...allowed: readonly Allowed[]): Promise<boolean> =>
  (await verdictOn([change], allowed)).passed;

describe('side effects', () => {
  it.each([
    ['inserted item a', inserted],
    ['deleted item a', deleted],
    ['updated item a', updated],
  ])('fail by themselves, and are named: %s', async (name, change) => {
    expect(await verdictOn([change], [])).toMatchObject({
      passed: false,
      score: 0,
      reason: `not met: no side effects (${name})`,
    });
    expect(await passes(change, { table: 'orders' })).toBe(false);
    expect(await passes(change, { table: 'item' })).toBe(true);
  });

  it('are none where nothing changed', async () => {
    expect(await verdictOn([], [])).toMatchObject({ passed: true, score: 1, reason: 'all 1 checkpoints met' });
  });

  it('are what no rule allows, each change by itself', async () => {
    const rules: readonly Allowed[] = [{ table: 'item', kind: 'updated' }, { table: 'log' }];
    const logged: Change = { table: 'log', key: '1', before: null, after: { n: 1 } };
    expect(await verdictOn([updated, logged], rules)).toMatchObject({ passed: true });
    expect(await verdictOn([updated, logged, { ...deleted, key: 'b' }], rules)).toMatchObject({
      passed: false,
      reason: 'not met: no side effects (deleted item b)',
    });
  });

  it('are told apart by kind and key', async () => {
    expect(await passes(updated, { table: 'item', kind: 'inserted' })).toBe(false);
    expect(await passes(updated, { table: 'item', kind: 'updated', key: 'a' })).toBe(true);
    expect(await passes(updated, { table: 'item', key: 'b' })).toBe(false);
  });

  it('are told apart by the columns that changed', async () => {
    expect(await passes(updated, { table: 'item', columns: ['stock'] })).toBe(true);
    expect(await passes(updated, { table: 'item', columns: ['stock', 'note'] })).toBe(true);
    expect(await passes(updated, { table: 'item', columns: ['note'] })).toBe(false);
    expect(await passes(updated, { table: 'item', columns: [] })).toBe(false);
  });

  it.each<[JsonObject, boolean]>([
    [{ stock: 5 }, true],
    [{ stock: 5, note: 'x' }, true],
    [{ stock: 6 }, false],
    [{ stock: '5' }, false],
    [{ missing: null }, true],
    [{ missing: 1 }, false],
  ])('are told apart by what the row says afterwards: %j', async (values, isAllowed) => {
    expect(await passes(updated, { table: 'item', after: values })).toBe(isAllowed);
  });

  it('of a deletion are not excused by values that the row should have', async () => {
    expect(await passes(deleted, { table: 'item', after: { stock: 1 } })).toBe(false);
  });
});

describe('verdicts', () => {
  it('weigh points, and are decided by what is required', () => {
    const points = [
      checkpoint('a', true, { points: 3 }),
      checkpoint('b', false, { required: false, detail: 'it was late' }),
    ];
    expect(verdictOf(points)).toMatchObject({ passed: true, score: 0.75, reason: 'not met: b (it was late)' });
    expect(verdictOf([...points, checkpoint('c', false)])).toMatchObject({
      passed: false,
      score: 0.6,
      reason: 'not met: b (it was late); not met: c',
    });
    expect(verdictOf([checkpoint('free', false, { points: 0 })])).toMatchObject({ passed: false, score: 0 });
  });
});

describe('allOf', () => {
  const saying = (verdict: Partial<Verdict>): Judge => ({
    name: 'saying',
    judge: async () => ({ passed: true, score: 1, reason: 'fine', checkpoints: [], ...verdict }),
  });
  const decide = (...judges: readonly Judge[]): Promise<Verdict> =>
    allOf(judges).judge(
      { task, answer: '', events: [], snapshot: { initial: {}, current: {}, changes: [] } },
      new AbortController().signal,
    );

  it('passes what all pass, and gives the reasons of those that do not', async () => {
    const late = saying({ passed: false, score: 0.5, reason: 'late' });
    expect(await decide(saying({}), saying({ reason: 'good' }))).toMatchObject({
      passed: true,
      score: 1,
      reason: 'fine; good',
    });
    expect(await decide(saying({}), late)).toMatchObject({ passed: false, score: 0.75, reason: 'late' });
  });

  it('cannot decide where one cannot', async () => {
    const lost: Judge = { name: 'lost', judge: () => Promise.reject(new Error('no idea')) };
    await expect(decide(saying({ passed: false }), lost)).rejects.toThrow('no idea');
  });

  it('keeps the items of a working day, each passed where all pass it', async () => {
    const item = (id: string, passed: boolean, reason = 'ok') => ({ id, passed, score: Number(passed), reason });
    const { items } = await decide(
      saying({ items: [item('mail', true), item('bill', true)] }),
      saying({ items: [item('bill', false, 'unpaid')] }),
      saying({}),
    );
    expect(items).toEqual([item('mail', true), { id: 'bill', passed: false, score: 0.5, reason: 'unpaid' }]);
    expect(await decide(saying({}))).not.toHaveProperty('items');
  });

  it('is nothing without a judge', () => {
    expect(() => allOf([])).toThrow('no judge');
  });
});

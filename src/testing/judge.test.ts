import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Evidence, Judge, Verdict } from '../core/judge.ts';
import type { Task } from '../core/task.ts';
import { evidenceOf } from './evidence.ts';
import { testJudge } from './judge.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const right = (): Promise<Evidence> =>
  evidenceOf(task, { world: cornerShopWorld, agent: oracle({ solution, asked: task.asked }) });
const wrong = async (): Promise<readonly Evidence[]> => [
  await evidenceOf(task, { world: cornerShopWorld, agent: idle() }),
];
const broken = async (): Promise<Evidence> => ({ ...(await right()), task: { ...task, truth: {} } });
const good = cornerShop.judge(task);

async function failed(judge: () => Judge): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of testJudge({ judge, right, wrong, broken })) await run().catch(() => names.push(name));
  return names;
}
const like =
  (judge: (evidence: Evidence, verdict: Verdict) => Verdict): (() => Judge) =>
  () => ({
    name: 'bad',
    judge: async (evidence, signal) => judge(evidence, await good.judge(evidence, signal)),
  });

describe('the suite for judges', () => {
  it('finds nothing wrong with the judge of the corner shop', async () => {
    expect(await failed(() => good)).toEqual([]);
  });

  it('catches a judge that writes to the evidence', async () => {
    const writing = like((evidence, verdict) => {
      (evidence.events as unknown[]).length = 0;
      return verdict;
    });
    expect(await failed(writing)).toEqual(['leaves the evidence as it is']);
  });

  it('catches a judge that says something else every time', async () => {
    let asked = 0;
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, reason: `reason ${++asked}` })))).toEqual([
      'gives the same verdict on the same evidence',
    ]);
  });

  it('catches a judge that passes or fails everything', async () => {
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, passed: true })))).toEqual([
      'fails work that is not good enough',
    ]);
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, passed: false })))).toEqual(['passes good work']);
  });

  it('catches scores and reasons that no report can show', async () => {
    const sound = 'gives a score from 0 to 1 and a reason in words';
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, score: 7 })))).toEqual([sound]);
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, score: Number.NaN })))).toEqual([sound]);
    expect(await failed(like((_evidence, verdict) => ({ ...verdict, reason: ' ' })))).toEqual([sound]);
  });

  it('catches a judge that turns its own trouble into "failed"', async () => {
    const hiding = (): Judge => ({
      name: 'bad',
      judge: (evidence, signal) =>
        good.judge(evidence, signal).catch(() => ({ passed: false, score: 0, reason: 'trouble', checkpoints: [] })),
    });
    expect(await failed(hiding)).toEqual(['throws where it cannot decide']);
  });
});

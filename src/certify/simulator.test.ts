import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Agent } from '../core/agent.ts';
import type { Episode } from '../core/episode.ts';
import type { Result } from '../core/event.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { certifyUnderSimulator, labelOf, type SimulatorBench, type SimulatorPlayer } from './simulator.ts';

const [shopTask] = cornerShop.tasks;
if (shopTask === undefined) throw new Error('the shop has tasks');
const withPlan: Task = { ...shopTask, plan: 'List the items, then order what is low.' };

const PASSED: Result = { outcome: 'passed', score: 1, reason: 'ok' };
const FAILED: Result = { outcome: 'failed', score: 0, reason: 'no' };
const VOID: Result = { outcome: 'void', blame: 'world', reason: 'unavailable', message: 'the simulator is down' };

type Outcomes = { readonly [player in SimulatorPlayer]?: string };

/** Outcomes by letter: p, f, v. */
function bench(outcomes: Outcomes, task = withPlan): SimulatorBench & { readonly played: string[] } {
  const played: string[] = [];
  const result = (letter: string | undefined): Result => (letter === 'p' ? PASSED : letter === 'v' ? VOID : FAILED);
  return {
    played,
    task,
    hash: 'h1',
    simulator: 'sim',
    agent: 'model',
    play: async (player, trial): Promise<Episode> => {
      played.push(`${player}/${trial}`);
      return { suite: task.suite, task: task.id, result: result(outcomes[player]?.[trial]), answer: '', events: [] };
    },
  };
}

describe('certifyUnderSimulator', () => {
  it('plays idle once, and with and without the plan three times each', async () => {
    const one = bench({ idle: 'f', planned: 'ppp', unaided: 'pff' });
    expect(await certifyUnderSimulator(one)).toEqual({
      task: 'restock-2',
      hash: 'h1',
      simulator: 'sim',
      agent: 'model',
      label: 'certified',
      withPlan: { passed: 3, scored: 3, void: 0 },
      unaided: { passed: 1, scored: 3, void: 0 },
      idle: 'failed',
      problems: [],
    });
    expect(one.played).toEqual([
      'idle/0',
      ...['planned/0', 'planned/1', 'planned/2'],
      ...['unaided/0', 'unaided/1', 'unaided/2'],
    ]);
  });

  it.each([
    ['presolved', { idle: 'p' }],
    ['unsolvable', { idle: 'f', planned: 'fff', unaided: 'fff' }],
    ['too-easy', { idle: 'f', planned: 'ppp', unaided: 'ppp' }],
    ['certified', { idle: 'f', planned: 'fff', unaided: 'fpf' }],
    ['certified', { idle: 'f', planned: 'fpf', unaided: 'fff' }],
    ['certified', { idle: 'f', planned: 'vvv', unaided: 'fpf' }],
    ['void', { idle: 'v', planned: 'ppp', unaided: 'pff' }],
    ['void', { idle: 'f', planned: 'vvf', unaided: 'fff' }],
    ['void', { idle: 'f', planned: 'ppp', unaided: 'vvf' }],
    ['too-easy', { idle: 'f', planned: 'ppp', unaided: 'ppv' }],
  ] as const)('says %s of %j', async (label, outcomes) => {
    const certificate = await certifyUnderSimulator(bench(outcomes));
    expect(certificate.label).toBe(label);
    if (label !== 'certified') expect(certificate.problems).not.toEqual([]);
  });

  it('spends nothing more where doing nothing passes', async () => {
    const one = bench({ idle: 'p' });
    expect(await certifyUnderSimulator(one)).toMatchObject({ withPlan: null, unaided: null });
    expect(one.played).toEqual(['idle/0']);
  });

  it('lets a pass without help show that a task without a plan can be solved, and says nothing otherwise', async () => {
    const bare: Task = { ...withPlan, plan: null };
    const shown = bench({ idle: 'f', planned: 'ppp', unaided: 'fpf' }, bare);
    expect(await certifyUnderSimulator(shown)).toMatchObject({ label: 'certified', withPlan: null });
    expect(shown.played.some((name) => name.startsWith('planned'))).toBe(false);
    expect(await certifyUnderSimulator(bench({ idle: 'f', unaided: 'fff' }, bare))).toMatchObject({ label: 'no-plan' });
    expect(await certifyUnderSimulator(bench({ idle: 'f', unaided: 'ppp' }, bare))).toMatchObject({
      label: 'too-easy',
    });
  });

  it('tells what broke, each once', async () => {
    const { problems } = await certifyUnderSimulator(bench({ idle: 'f', planned: 'vvp', unaided: 'vpf' }));
    expect(problems).toEqual(['the world broke (unavailable): the simulator is down']);
  });

  it('takes n plays, and stops when it is told to', async () => {
    const one = bench({ idle: 'f', planned: 'p', unaided: 'f' });
    expect(await certifyUnderSimulator(one, { n: 1 })).toMatchObject({ label: 'certified', unaided: { scored: 1 } });
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(certifyUnderSimulator(bench({}), { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('certifies real plays', async () => {
    const solution = cornerShop.solution(shopTask);
    if (solution === null) throw new Error('the shop has solutions');
    const players: { readonly [player in SimulatorPlayer]: (trial: number) => Agent } = {
      planned: () => oracle({ solution, asked: shopTask.asked }),
      unaided: (trial) => (trial === 0 ? oracle({ solution, asked: shopTask.asked }) : idle()),
      idle,
    };
    const certificate = await certifyUnderSimulator({
      task: withPlan,
      hash: 'h',
      simulator: 'code',
      agent: 'oracle',
      play: (player, trial) =>
        play(withPlan, {
          world: cornerShop.world(withPlan),
          judge: cornerShop.judge(withPlan),
          agent: players[player](trial),
        }),
    });
    expect(certificate).toMatchObject({
      label: 'certified',
      withPlan: { passed: 3 },
      unaided: { passed: 1, scored: 3 },
    });
  });
});

describe('labelOf', () => {
  it('wants more than half of the plays scored', () => {
    const tally = (passed: number, scored: number, n: number) => ({ passed, scored, void: n - scored });
    expect(labelOf({ idle: 'failed', withPlan: null, unaided: tally(1, 2, 4), n: 4 })).toBe('void');
    expect(labelOf({ idle: 'failed', withPlan: null, unaided: tally(1, 3, 4), n: 4 })).toBe('certified');
  });
});

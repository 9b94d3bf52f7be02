import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import type { Task } from '../core/task.ts';
import { defineSuite, type Family, type TaskDraft } from './define-suite.ts';

const first = cornerShop.tasks[0] as Task;
const draft = (id: string, more: Partial<TaskDraft> = {}): TaskDraft => ({
  id,
  title: id,
  difficulty: 1,
  brief: 'Do it.',
  asked: {},
  clock: '2026-03-02T08:00:00Z',
  setup: {},
  truth: {},
  ...more,
});
const family = (name: string, ...tasks: readonly TaskDraft[]): Family => ({
  name,
  tasks,
  solution: async () => name,
  judge: { ...cornerShop.judge(first), name },
});
const suiteOf = (...families: readonly Family[]): ReturnType<typeof defineSuite> =>
  defineSuite({
    name: 'mine',
    title: 'Mine',
    description: '',
    category: 'C',
    domain: 'D',
    scenario: 'S',
    world: cornerShopWorld,
    families,
  });

describe('defineSuite', () => {
  it('gives each task what its suite and family say', () => {
    const suite = suiteOf(family('sell', draft('a')), family('buy', draft('b', { plan: 'First look.' })));
    expect(suite.tasks).toEqual([
      {
        ...draft('a'),
        plan: null,
        suite: 'mine',
        world: 'corner-shop',
        family: 'sell',
        category: 'C',
        domain: 'D',
        scenario: 'S',
      },
      {
        ...draft('b'),
        plan: 'First look.',
        suite: 'mine',
        world: 'corner-shop',
        family: 'buy',
        category: 'C',
        domain: 'D',
        scenario: 'S',
      },
    ]);
    expect(suite.tasks.map((task) => suite.judge(task).name)).toEqual(['sell', 'buy']);
  });

  it('refuses two tasks of one id, also in two families', () => {
    expect(() => suiteOf(family('sell', draft('a')), family('buy', draft('a')))).toThrow('two tasks with the id "a"');
  });

  it('says that a task is not its own', () => {
    expect(() => suiteOf(family('sell', draft('a'))).judge(first)).toThrow('has no family "restock"');
  });
});

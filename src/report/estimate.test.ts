import { describe, expect, it } from 'vitest';
import type { Task } from '../core/task.ts';
import { estimateOf, type ModelCost, renderEstimate, TYPICAL_CALLS } from './estimate.ts';
import { madePlan, madeTasks } from './made-run.ts';
import { taskSizeOf } from './task-size.ts';

const UNKNOWN: ModelCost = () => null;
const line = (estimate: ReturnType<typeof estimateOf>, role: string) =>
  estimate.lines.find((one) => one.role === role) ?? { calls: 0, input: 0, output: 0, cost: null };

describe('estimateOf', () => {
  it('comes to about 55,000 tokens of simulator input for a task of 16 calls, and 20 million for the benchmark', () => {
    const one = madePlan({ tasks: madeTasks(1, () => ({ length: 16 })) });
    expect(line(estimateOf(one, UNKNOWN), 'world').input).toBeGreaterThan(52_000);
    expect(line(estimateOf(one, UNKNOWN), 'world').input).toBeLessThan(58_000);
    const all = madePlan({ tasks: madeTasks(382) });
    const world = line(estimateOf(all, UNKNOWN), 'world');
    expect(world.calls).toBe(Math.round(382 * TYPICAL_CALLS));
    expect(world.input / 1e6).toBeGreaterThan(19);
    expect(world.input / 1e6).toBeLessThan(23);
  });

  it('grows with the square of the length, since the history is sent again each time', () => {
    const input = (length: number): number =>
      line(
        estimateOf(madePlan({ tasks: madeTasks(1, () => ({ length })) }), UNKNOWN, { sizeOf: () => NOTHING }),
        'world',
      ).input;
    expect(input(400) / input(200)).toBeGreaterThan(3.8);
    expect(input(400) / input(200)).toBeLessThan(4.1);
  });

  it('counts every mode, trial and agent, each call that a fault hits once more, and votes of the judge', () => {
    const tasks = madeTasks(3, () => ({ length: 10 }));
    const plan = madePlan({
      tasks,
      modes: ['E0', 'E3'],
      trials: 2,
      agents: [
        { name: 'a', model: 'a', settings: { maxSteps: 12 } },
        { name: 'idle', model: null, settings: { kind: 'idle' } },
      ],
    });
    const estimate = estimateOf(plan, UNKNOWN);
    // Ten calls clean; fourteen under two spells of two calls, of which the limit lets twelve.
    expect(estimate).toMatchObject({ tasks: 3, episodes: 24, toolCalls: 3 * 2 * (10 + 12), guessed: 0 });
    expect(line(estimate, 'agent').calls).toBe(3 * 2 * (11 + 13));
    expect(line(estimate, 'judge').calls).toBe(24 * 3);
    expect(estimate.lines.map(({ role, model }) => [role, model])).toEqual([
      ['agent', 'a'],
      ['world', 'sim'],
      ['judge', 'judge'],
    ]);
  });

  it('keeps what is unknown unknown', () => {
    const plan = madePlan({});
    expect(estimateOf(plan, UNKNOWN)).toMatchObject({ cost: null, isComplete: false });
    expect(renderEstimate(plan, UNKNOWN)).toContain('is not known: the models have no listed price');
    const partly: ModelCost = (model, { input, output }) =>
      model === 'sim' ? ((input ?? 0) + (output ?? 0)) / 1e6 : null;
    const estimate = estimateOf(plan, partly);
    expect(estimate.cost).toBeCloseTo((line(estimate, 'world').input + line(estimate, 'world').output) / 1e6, 9);
    expect(renderEstimate(plan, partly)).toContain('At least $');
    expect(renderEstimate(plan, () => 1)).toContain('About $3.00 in all.');
  });

  it('asks no model where none plays, and says so', () => {
    const plan = madePlan({
      worldModel: null,
      verifierModel: null,
      agents: [{ name: 'oracle', model: null, settings: { kind: 'oracle' } }],
    });
    expect(estimateOf(plan, UNKNOWN)).toMatchObject({ lines: [], cost: null });
    expect(renderEstimate(plan, UNKNOWN)).toContain('costs nothing');
  });
});

describe('renderEstimate', () => {
  it('is a table that fits 100 columns, and says what was guessed', () => {
    const plan = madePlan({ worldModel: `provider/${'long-name-'.repeat(6)}` });
    const text = renderEstimate(plan, () => 0.5);
    expect(text.split('\n').filter((one) => Array.from(one).length > 100)).toEqual([]);
    expect(text).toMatch(/^made: 4 tasks, 4 episodes, about 65 tool calls/);
    expect(text).toMatch(/world +provider\/.*…/);
    expect(text).toContain('For 4 tasks the number of calls is not known; 16.2 are taken.');
  });
});

describe('taskSizeOf', () => {
  const task: Task = {
    id: '1',
    suite: 'made',
    world: 'made',
    family: 'made',
    title: '',
    category: '',
    domain: '',
    scenario: '',
    difficulty: null,
    brief: 'b'.repeat(400),
    asked: {},
    clock: '2026-03-02T08:00:00Z',
    setup: { prompt: 'p'.repeat(8000), tools: [{ name: 'look' }], state: { a: 1 } },
    truth: { rubric: 'r'.repeat(1200), criteria: [] },
    plan: null,
  };

  it('counts the task’s own texts, and knows nothing of worlds that code plays', () => {
    const size = taskSizeOf(task);
    expect(size?.world).toBeGreaterThan(2000);
    expect(size?.judge).toBeGreaterThan(400);
    expect(taskSizeOf({ ...task, setup: { sku: 'x' } })).toBeNull();
    const larger = taskSizeOf({ ...task, setup: { ...task.setup, prompt: 'p'.repeat(16_000) } });
    expect((larger?.world ?? 0) - (size?.world ?? 0)).toBe(2000);
  });
});

const NOTHING = { world: 0, agent: 0, judge: 0 };

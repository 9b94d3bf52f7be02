import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Event } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import type { Attempt } from '../core/log.ts';
import { DEFAULT_STYLES } from '../core/means.ts';
import type { PlannedAgent } from '../core/plan.ts';
import { ledgerOf } from './ledger.ts';
import { madeRun, madeTasks } from './made-run.ts';
import { rehearse } from './rehearsal.ts';
import { scoresOf } from './scores.ts';
import { workplaceAnalysis } from './workplace-analysis.ts';
import { renderWorkplace } from './workplace-text.ts';

const agent = (name: string): PlannedAgent => ({ name, model: name, settings: {} });

const data = (given: JsonObject = {}): JsonObject => ({
  family: 'expense-audit',
  difficulty: 2,
  concurrent: 2,
  cluesNeeded: 4,
  cluesFound: 4,
  guesses: 0,
  earned: 10,
  full: 10,
  isLate: false,
  ...given,
});

const item = (id: string, score: number, given: JsonObject = {}) => ({
  id,
  passed: score === 1 && given.isLate !== true,
  score,
  data: data({ earned: Math.round(score * 10), ...given }),
});

const workday = (day: number, given = {}) => ({
  day,
  minutes: 100,
  calls: 20,
  messages: 4,
  needless: 1,
  tokens: 1000,
  ...given,
});

/** Two assignments in each of four scenarios: the first always done, the second as `second` has it. */
const madeDays = (second: (scenario: number) => readonly [number, JsonObject]) =>
  madeRun(
    { tasks: madeTasks(4), agents: [agent('m')] },
    () => 'failed',
    ({ task }) => {
      const [score, given] = second(Number(task.id));
      return {
        items: [item('d1-expense-audit', 1), item('d1-shift-roster', score, { family: 'shift-roster', ...given })],
        days: [workday(1, { minutes: 100 + Number(task.id) * 20 })],
      };
    },
  );

describe('workplaceAnalysis', () => {
  const run = madeDays((i) =>
    i === 0 ? [1, {}] : [0.5, { cluesFound: i, isLate: i === 3, guesses: 1, difficulty: 3 }],
  );

  it('tells success, points, punctuality, clues, guesses and effort, with intervals over scenarios', () => {
    const [found] = workplaceAnalysis([run]).agents;
    expect(found).toMatchObject({
      name: 'm',
      mode: 'E0',
      scenarios: 4,
      scored: 8,
      success: { value: 5 / 8 },
      checkpoints: { value: 6.5 / 8 },
      onTime: { value: 7 / 8 },
      clues: { value: (16 + 4 + 1 + 2 + 3) / 32 },
      guesses: { value: 3 / 8 },
      regret: { value: null },
      needless: { value: 1 / 4, low: null, high: null },
      messages: { value: 4 },
      minutes: { value: 130 },
      calls: { value: 20 },
      tokens: { value: 1000 },
    });
    expect(found?.checkpoints.low).toBeLessThan(6.5 / 8);
    expect(found?.checkpoints.high).toBeLessThanOrEqual(1);
    expect(found?.minutes.low).toBeGreaterThanOrEqual(100);
  });

  it('groups by family, difficulty and assignments of the day', () => {
    const { families, difficulties, concurrent } = workplaceAnalysis([run]);
    expect(families.map(({ name, agents }) => [name, agents[0]?.success.value])).toEqual([
      ['expense-audit', 1],
      ['shift-roster', 0.25],
    ]);
    expect(difficulties.map(({ name, agents }) => [name, agents[0]?.scored])).toEqual([
      ['2', 5],
      ['3', 3],
    ]);
    expect(concurrent.map(({ name, agents }) => [name, agents[0]?.scored])).toEqual([['2', 8]]);
  });

  it('tells of groups what their whole days took, and no other day', () => {
    const twoDays = madeRun(
      { tasks: madeTasks(3), trials: 2 },
      () => 'failed',
      ({ task }) => ({
        items: [
          item('d1-audit', 1, { concurrent: 1, weight: 4, bestWeight: 4 }),
          item('d2-audit', 1, { concurrent: 2, weight: 2, bestWeight: 4 }),
          item('d2-roster', 0, { family: 'shift-roster', concurrent: 2, weight: 2, bestWeight: 4, guesses: 2 }),
        ],
        days: [
          workday(1, { minutes: 50, calls: 10, messages: 0, needless: 0, tokens: null }),
          workday(2, { minutes: 100 + Number(task.id) * 20, needless: Number(task.id) }),
        ],
      }),
    );
    const { scenarios, trials, agents, families, concurrent } = workplaceAnalysis([twoDays]);
    expect({ scenarios, trials }).toEqual({ scenarios: 3, trials: 2 });
    expect(agents[0]).toMatchObject({ minutes: { value: 85 }, regret: { value: 0.25 }, tokens: { value: 1000 } });
    const [single, double] = concurrent.map(({ agents: [found] }) => found);
    expect(single).toMatchObject({
      scored: 6,
      minutes: { value: 50 },
      calls: { value: 10 },
      needless: { value: null },
      tokens: { value: null },
      regret: { value: 0 },
    });
    expect(double).toMatchObject({
      scored: 12,
      guesses: { value: 1 },
      minutes: { value: 120 },
      needless: { value: 0.25 },
      regret: { value: 0.5 },
    });
    expect(double?.minutes.low).toBeGreaterThanOrEqual(100);
    expect(double?.minutes.high).toBeLessThanOrEqual(140);
    expect(double?.needless.high).toBeGreaterThan(0.25);
    const [audit, roster] = families.map(({ agents: [found] }) => found);
    expect(audit).toMatchObject({ minutes: { value: 85 }, success: { value: 1 } });
    // Of the day that has one, with the other assignment in it.
    expect(roster).toMatchObject({ minutes: { value: 120 }, success: { value: 0 }, regret: { value: 0.5 } });
  });

  it('measures regret day by day against what the day allowed', () => {
    const weighed = { weight: 3, bestWeight: 4 };
    const scheduled = madeRun(
      { tasks: madeTasks(2) },
      () => 'failed',
      ({ task }) => ({
        items: [
          // More than a competent person's best on the first day, nothing on the second.
          item('d1-a', 1, weighed),
          item('d1-b', 1, weighed),
          item('d2-a', task.id === '0' ? 0 : 1, weighed),
          item('d2-b', task.id === '0' ? 0 : 1, { ...weighed, isLate: true }),
        ],
      }),
    );
    // Of 16 in four days: 4 forgone on one, 1 on another.
    expect(workplaceAnalysis([scheduled]).agents[0]?.regret.value).toBe(5 / 16);
    expect(renderWorkplace(workplaceAnalysis([scheduled]))).toMatch(/^ +agent .* regret$/m);
    expect(renderWorkplace(workplaceAnalysis([run]))).not.toMatch(/^ +agent .* regret$/m);
  });

  it('counts assignments of an episode without a verdict as failed, and void ones not at all', () => {
    const two = madeRun(
      { tasks: madeTasks(1), agents: ['good', 'stuck', 'broken'].map(agent) },
      (planned) => (planned.agent.name === 'broken' ? 'void' : 'failed'),
      (planned) => (planned.agent.name === 'good' ? { items: [item('d1-a', 1), item('d1-b', 1)] } : {}),
    );
    const { agents } = workplaceAnalysis([two]);
    expect(agents[1]).toMatchObject({ scored: 2, success: { value: 0 }, onTime: { value: 0 }, clues: { value: null } });
    expect(agents[2]).toMatchObject({ scored: 0, void: 2, success: { value: null } });
    expect(renderWorkplace(workplaceAnalysis([two]))).toContain('broken in E0: 2 assignments void');
  });

  it('says what nobody has played', () => {
    const partly = madeRun(
      { tasks: madeTasks(5) },
      ({ task }) => (Number(task.id) < 2 ? 'failed' : 'missing'),
      () => ({ items: [item('d1-a', 1)] }),
    );
    const text = renderWorkplace(workplaceAnalysis([partly])).replaceAll(/\s+/g, ' ');
    expect(text).toContain('nobody has played to a verdict: 3.');
    expect(renderWorkplace(workplaceAnalysis([run]))).not.toContain('nobody has played');
  });

  it('keeps runs with and without memory apart, and refuses what is no workplace', () => {
    const remembering = { ...run, plan: { ...run.plan, styles: { ...DEFAULT_STYLES, memory: 'notes' as const } } };
    const names = workplaceAnalysis([run, remembering]).agents.map(({ name }) => name);
    expect(names).toEqual(['m', 'm (memory: notes)']);
    expect(() => workplaceAnalysis([madeRun({}, () => 'passed')])).toThrow('No assignment of a workplace');
  });

  it('is JSON, the same every time, and fits 100 columns', () => {
    const long = madeRun(
      {
        tasks: madeTasks(12),
        agents: ['m', 'provider/a-model-with-a-very-long-name', 'idle'].map(agent),
        modes: ['E0', 'E3'],
      },
      () => 'failed',
      ({ task, agent: { name } }) => ({
        items: [
          item('d1-a', (Number(task.id) + name.length) % 3 === 0 ? 1 : 0.4, {
            weight: 2,
            bestWeight: 3,
            family: 'attendance-statistics',
          }),
        ],
        days: [
          workday(1, {
            tokens: 1_234_567 + Number(task.id) * 90_000,
            messages: 3 + (Number(task.id) % 4),
            needless: Number(task.id) % 3,
          }),
        ],
      }),
    );
    const analysis = workplaceAnalysis([long]);
    expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
    expect(workplaceAnalysis([long])).toEqual(analysis);
    const text = renderWorkplace(analysis);
    expect(text.split('\n').filter((line) => Array.from(line).length > 100)).toEqual([]);
    expect(text).toMatch(/attendance-statistics +A +12 +\d/);
    expect(text).toMatch(/B +E3 +12 +\d/);
    expect(text).toContain('B  provider/a-model-with-a-very-long-name');
  });
});

describe('the ledger', () => {
  it('keeps what judges give for reports', async () => {
    const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents: ['oracle'] });
    const attempts = await rehearse(plan, (planned) => ({
      task: taskOf(planned),
      casting: ({ emit }) => casting(planned, { emit, replies: [] }),
    }));
    const items = [{ ...item('d1-a', 1), reason: '' }];
    const change = (event: Event): Event =>
      event.type === 'verdict-reached' ? { ...event, verdict: { ...event.verdict, items } } : event;
    const changed = attempts.map(
      (attempt): Attempt => ({
        ...attempt,
        lines: attempt.lines.map((line) => ({ ...line, event: change(line.event) })),
      }),
    );
    const scores = scoresOf(ledgerOf(plan, changed));
    expect(scores.map((score) => score.data?.cluesNeeded)).toEqual(scores.map(() => 4));
    expect(scores.every((score) => score.days === undefined)).toBe(true);
    expect(workplaceAnalysis([{ plan, scores }]).agents[0]).toMatchObject({ name: 'oracle', success: { value: 1 } });
  });
});

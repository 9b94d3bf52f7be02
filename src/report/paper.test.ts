import { describe, expect, it } from 'vitest';
import { MODES } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import { mean } from './cell.ts';
import { madeRun, madeTasks } from './made-run.ts';
import { PAPER, paperModel } from './paper.ts';
import { agreementOf, ranksOf, tauB } from './ranking.ts';
import { robustnessOf } from './robustness.ts';

const under = PAPER.simulators.names.map((_, i) => PAPER.simulators.agents.map(({ rates }) => rates[i] ?? 0));

describe('our functions on the paper’s numbers', () => {
  it('give its R for all nine models, but for one that was computed from rounded rates', () => {
    expect(PAPER.robustness).toHaveLength(9);
    const others = PAPER.robustness.filter(({ model, rates, r }) => {
      // Each model as a run of 382 tasks with as many passes as its rates say.
      const tasks = madeTasks(PAPER.tasks);
      const passes = rates.map((rate) => Math.round((rate / 100) * PAPER.tasks));
      const run = madeRun({ tasks, modes: MODES, agents: [{ name: model, model, settings: {} }] }, ({ task, mode }) =>
        Number(task.id) < (passes[MODES.indexOf(mode)] ?? 0) ? 'passed' : 'failed',
      );
      const found = robustnessOf(run.scores, MODES, stream('0', model));
      const [clean = 0, ...faulty] = rates;
      expect((Math.min(...faulty) / clean).toFixed(2), model).toBe(r.toFixed(2));
      return found?.r.value?.toFixed(2) !== r.toFixed(2);
    });
    // 153 of 245 tasks kept is 0.624; 40.1 / 64.1 is 0.626.
    expect(others.map(({ model }) => model)).toEqual(['Kimi K2.5']);
  });

  it('give its pairwise agreement of simulators: 24, 21 and 23 of 28', () => {
    for (const { a, b, same, pairs } of PAPER.simulators.agreement) {
      expect(agreementOf(under[a] ?? [], under[b] ?? [])).toEqual({ pairs, same });
    }
    expect(PAPER.simulators.agreement.map(({ same }) => same)).toEqual([24, 21, 23]);
  });

  it('give its ranks, ties included', () => {
    expect(ranksOf(under[0] ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ranksOf(under[1] ?? [])).toEqual([1, 2, 3, 6, 4, 8, 5, 7]);
    expect(ranksOf(under[2] ?? [])).toEqual([1, 4, 2, 4, 3, 8, 7, 6]);
  });

  it('give its means by industry, from rates in whole percent, without GPT-5.2', () => {
    const others = PAPER.industry.filter(({ model }) => model !== 'GPT-5.2');
    expect(others).toHaveLength(14);
    PAPER.categories.forEach(({ name, mean: published }, i) => {
      const found = mean(others.map(({ rates }) => rates[i] ?? 0)) ?? 0;
      expect(Math.abs(found - published), name).toBeLessThan(0.3);
    });
  });

  it('give its gaps within families', () => {
    const average = (model: string): number => PAPER.industry.find((one) => one.model === model)?.average ?? Number.NaN;
    for (const { small, large, gap } of PAPER.families) {
      expect(average(large) - average(small), large).toBeCloseTo(gap, 6);
    }
  });

  it('give the averages by task, except for the row that does not add up', () => {
    for (const { model, average, rates } of PAPER.industry) {
      const passed = PAPER.categories.reduce(
        (sum, { tasks }, i) => sum + Math.round(((rates[i] ?? 0) / 100) * tasks),
        0,
      );
      const isOff = Math.abs((passed / PAPER.tasks) * 100 - average) > 0.15;
      expect(isOff, model).toBe(model === 'GPT-5.2');
    }
    expect(PAPER.categories.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(PAPER.tasks);
  });
});

describe('tauB', () => {
  it('is 1 for the same order, −1 for the reverse, and allows for ties', () => {
    expect(tauB([1, 2, 3], [10, 20, 30])).toBe(1);
    expect(tauB([1, 2, 3], [3, 2, 1])).toBe(-1);
    // 6 pairs, 4 concordant, 1 tied in each list alone: 4 / sqrt(5 × 5).
    expect(tauB([1, 1, 2, 3], [1, 2, 3, 3])).toBeCloseTo(0.8, 12);
    expect(tauB([1, 1], [1, 2])).toBeNull();
    expect(tauB([1], [1])).toBeNull();
  });

  it('and agreement take rates for equal that differ in the last bit', () => {
    expect(agreementOf([0.1 + 0.2, 0.3], [1, 1])).toEqual({ pairs: 1, same: 1 });
    expect(agreementOf([0.3, 0.3], [1, 2])).toEqual({ pairs: 1, same: 0 });
  });
});

describe('paperModel', () => {
  it('knows models by their API names, and takes no relative for them', () => {
    expect(paperModel('gpt-5.2')).toBe('GPT-5.2');
    expect(paperModel('anthropic/claude-opus-4-6')).toBe('Claude Opus 4.6');
    expect(paperModel('claude-sonnet-4-20250514')).toBe('Claude Sonnet 4');
    expect(paperModel('gemini-3.1-pro-preview')).toBe('Gemini 3.1 Pro');
    expect(paperModel('gpt-5.2-mini')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import { compare, isRegression, type Run } from './compare.ts';
import { inWords, renderComparison } from './comparison.ts';
import { ledgerOf } from './ledger.ts';
import { rehearse } from './rehearsal.ts';
import { type Score, scoresOf } from './scores.ts';

async function played(agents: readonly string[]): Promise<Run> {
  const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents, modes: ['E0', 'E2'], trials: 4 });
  const attempts = await rehearse(plan, (planned) => ({
    task: taskOf(planned),
    casting: ({ emit }) => casting(planned, { emit, replies: [] }),
  }));
  return { plan, scores: scoresOf(ledgerOf(plan, attempts)) };
}
const oracle = await played(['oracle']);
const hasty = await played(['hasty']);
const both = await played(['oracle', 'hasty']);

const changed = (run: Run, change: (score: Score) => Partial<Score>): Run => ({
  ...run,
  scores: run.scores.map((score) => ({ ...score, ...change(score) })),
});

describe('compare', () => {
  it('pairs single agents whatever their names, and finds the regression', () => {
    const comparison = compare(oracle, hasty);
    const [pair] = comparison.agents;
    expect(pair).toMatchObject({ a: 'oracle', b: 'hasty', gains: [], overall: { pairs: 24, gained: 0 } });
    expect(pair?.modes.map(({ mode, pairs }) => [mode, pairs])).toEqual([
      ['E0', 12],
      ['E2', 12],
    ]);
    expect(pair?.regressions.every(({ mode }) => mode === 'E2')).toBe(true);
    expect(pair?.regressions).toHaveLength(pair?.overall.lost ?? -1);
    expect(comparison.agents[0]?.overall.isReal).toBe(isRegression(comparison));
  });

  it('calls nothing a regression when the runs agree, or B is better', () => {
    const same = compare(both, both);
    expect(same.agents.map(({ overall }) => overall.difference)).toEqual([0, 0]);
    expect(isRegression(same)).toBe(false);
    expect(isRegression(compare(hasty, oracle))).toBe(false);
    expect(renderComparison(same)).toContain('agree on all 24 pairs');
  });

  it('calls a large loss real and a small one chance', () => {
    const allLost = compare(
      oracle,
      changed(oracle, () => ({ outcome: 'failed' })),
    );
    expect(isRegression(allLost)).toBe(true);
    expect(allLost.agents[0]?.overall).toMatchObject({ lost: 24, difference: -1, isReal: true });
    const oneLost = compare(
      oracle,
      changed(oracle, ({ trial, mode, task }) =>
        trial === 0 && mode === 'E0' && task.id === 'restock-2' ? { outcome: 'failed' } : {},
      ),
    );
    expect(isRegression(oneLost)).toBe(false);
    expect(oneLost.agents[0]?.overall.lost).toBe(1);
  });

  it('takes no void for a loss, and counts what is unpaired', () => {
    const voided = compare(
      oracle,
      changed(oracle, ({ trial }) => (trial === 0 ? { outcome: 'void' } : trial === 1 ? { outcome: 'missing' } : {})),
    );
    expect(voided.agents[0]).toMatchObject({
      overall: { pairs: 12, lost: 0 },
      unpaired: { voidB: 6, missingB: 6, voidA: 0 },
    });
    expect(isRegression(voided)).toBe(false);
    expect(renderComparison(voided)).toContain('Not paired: 6 void in B, 6 missing in B.');
    const fewer: Run = { ...oracle, scores: oracle.scores.filter(({ mode }) => mode === 'E0') };
    expect(compare(oracle, fewer).agents[0]?.unpaired).toMatchObject({ onlyInA: 12, onlyInB: 0 });
  });

  it('warns of changed tasks and settings, and of agents without a counterpart', () => {
    const other: Run = {
      ...both,
      plan: {
        ...both.plan,
        seed: '9',
        agents: both.plan.agents.slice(1),
        tasks: both.plan.tasks.map((task, i) => (i === 0 ? { ...task, hash: 'other' } : task)),
      },
    };
    const comparison = compare(both, other);
    expect(comparison).toMatchObject({
      onlyInA: ['oracle'],
      onlyInB: [],
      changedTasks: ['corner-shop/restock-2'],
      differentSettings: ['seed: 0 → 9'],
    });
    expect(renderComparison(comparison)).toContain('1 task changed between the runs');
  });

  it('says by name and value what the trainee was given in one run and not in the other', () => {
    const styles = {
      ...oracle.plan.styles,
      memory: 'notes',
      hints: 'topic',
      colleagues: 'speaker-1',
      votes: 5,
    } as const;
    const helped: Run = { ...oracle, plan: { ...oracle.plan, styles } };
    expect(compare(oracle, helped).differentSettings).toEqual([
      'votes: 3 → 5',
      'memory: none → notes',
      'hints: none → topic',
      'colleagues: none → speaker-1',
    ]);
    expect(renderComparison(compare(oracle, helped))).toContain(
      'The runs differ in votes: 3 → 5, memory: none → notes,',
    );
    const more: Run = { ...oracle, plan: { ...oracle.plan, styles: { ...styles, memory: 'feedback' } } };
    expect(compare(helped, more).differentSettings).toEqual(['memory: notes → feedback']);
    expect(compare(helped, helped).differentSettings).toEqual([]);
  });

  it('fits 100 columns', () => {
    const text = renderComparison(
      compare(
        oracle,
        changed(oracle, () => ({ outcome: 'failed' })),
      ),
    );
    for (const line of text.split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(100);
    expect(text).toContain('and 14 more');
  });
});

describe('inWords', () => {
  const difference = { pairs: 84, passedA: 60, passedB: 67, test: { p: 0.0313, method: 'exact' } as const };

  it('says by how much, how sure, and whether it is real', () => {
    expect(
      inWords({
        ...difference,
        gained: 9,
        lost: 2,
        difference: 7 / 84,
        interval: { low: 0.021, high: 0.146 },
        isReal: true,
      }),
    ).toBe(
      'B is better than A by 8.3 points (95 % interval 2.1 to 14.6); 9 gained, 2 lost, McNemar p = 0.031: the difference is real.',
    );
    expect(
      inWords({
        ...difference,
        gained: 2,
        lost: 4,
        difference: -2 / 84,
        interval: { low: -0.06, high: 0.02 },
        isReal: false,
      }),
    ).toContain('B is worse than A by 2.4 points (95 % interval −2.0 to 6.0)');
    expect(
      inWords({ ...difference, pairs: 0, gained: 0, lost: 0, difference: null, interval: null, isReal: false }),
    ).toContain('nothing to compare');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passK, shareOfSubsets } from './passk.ts';

describe('passK', () => {
  it('counts subsets', () => {
    // 4 trials, 2 passed: of the 6 pairs one has both, five have at least one.
    expect(passK([{ passed: 2, scored: 4 }], 2)).toMatchObject({ any: 5 / 6, all: expect.closeTo(1 / 6, 12) });
    expect(shareOfSubsets(30, 60, 2)).toBeCloseTo((30 * 29) / (60 * 59), 12);
  });

  it('leaves out tasks with fewer than k scored trials, and says so', () => {
    const tasks = [
      { passed: 3, scored: 3 },
      { passed: 2, scored: 2 },
    ];
    expect(passK(tasks, 3)).toEqual({ k: 3, any: 1, all: 1, tasks: 1, leftOut: 1 });
    expect(passK([], 2)).toMatchObject({ any: null, all: null, tasks: 0 });
  });

  it('is the completion rate for k = 1; pass^k falls and pass@k rises with k', () => {
    const task = fc
      .integer({ min: 6, max: 12 })
      .chain((scored) => fc.record({ scored: fc.constant(scored), passed: fc.integer({ min: 0, max: scored }) }));
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 8 }), (tasks) => {
        const rate = tasks.reduce((sum, { passed, scored }) => sum + passed / scored, 0) / tasks.length;
        const byK = [1, 2, 3, 4, 5, 6].map((k) => passK(tasks, k));
        expect(byK[0]?.any).toBeCloseTo(rate, 10);
        expect(byK[0]?.all).toBeCloseTo(rate, 10);
        byK.slice(1).forEach((one, i) => {
          expect(one.all ?? 2).toBeLessThanOrEqual((byK[i]?.all ?? -1) + 1e-12);
          expect(one.any ?? -1).toBeGreaterThanOrEqual((byK[i]?.any ?? 2) - 1e-12);
        });
      }),
    );
  });
});

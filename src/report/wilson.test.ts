import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredWilson, wilson } from './wilson.ts';

const percents = (interval: { low: number; high: number } | null): number[] =>
  interval === null ? [] : [interval.low, interval.high].map((end) => Math.round(end * 1000) / 10);

const counts = fc
  .integer({ min: 1, max: 500 })
  .chain((scored) => fc.record({ scored: fc.constant(scored), passed: fc.integer({ min: 0, max: scored }) }));

describe('wilson', () => {
  it('gives the known values', () => {
    expect(percents(wilson(304, 382))).toEqual([75.3, 83.3]);
    expect(percents(wilson(15, 16))).toEqual([71.7, 98.9]);
    expect(percents(wilson(0, 10))).toEqual([0, 27.8]);
    expect(percents(wilson(10, 10))).toEqual([72.2, 100]);
    expect(wilson(0, 0)).toBeNull();
  });

  it('holds the share, stays within [0, 1], and mirrors', () => {
    fc.assert(
      fc.property(counts, ({ passed, scored }) => {
        const { low, high } = wilson(passed, scored) ?? { low: 2, high: -1 };
        const mirrored = wilson(scored - passed, scored) ?? { low: 2, high: -1 };
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(passed / scored);
        expect(high).toBeGreaterThanOrEqual(passed / scored);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
      }),
    );
  });
});

describe('clusteredWilson', () => {
  it('is the plain interval where every task was scored once', () => {
    const tasks = Array.from({ length: 382 }, (_, i) => ({ passed: i < 304 ? 1 : 0, scored: 1 }));
    expect(clusteredWilson(tasks)).toEqual(wilson(304, 382));
  });

  it('does not take five equal trials of a task for five tasks', () => {
    const alike = Array.from({ length: 10 }, (_, i) => ({ passed: i < 6 ? 5 : 0, scored: 5 }));
    expect(percents(clusteredWilson(alike))).toEqual(percents(wilson(6, 10)));
    const all = Array.from({ length: 10 }, () => ({ passed: 5, scored: 5 }));
    expect(percents(clusteredWilson(all))).toEqual(percents(wilson(10, 10)));
  });

  it('is never narrower than if the trials were independent, nor wider than if tasks counted once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 40 }), (passes) => {
        const clustered = clusteredWilson(passes.map((passed) => ({ passed, scored: 4 })));
        const passed = passes.reduce((sum, one) => sum + one, 0);
        const width = (interval: { low: number; high: number } | null): number =>
          interval === null ? Number.NaN : interval.high - interval.low;
        expect(width(clustered)).toBeGreaterThanOrEqual(width(wilson(passed, passes.length * 4)) - 1e-9);
        expect(width(clustered)).toBeLessThanOrEqual(width(wilson(passed / 4, passes.length)) + 1e-9);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stream } from '../core/random.ts';
import { bootstrap } from './bootstrap.ts';
import { wilson } from './wilson.ts';

const meanOf =
  (values: readonly number[]) =>
  (drawn: Int32Array): readonly number[] => [drawn.reduce((sum, i) => sum + (values[i] ?? 0), 0) / drawn.length];

describe('bootstrap', () => {
  it('comes near the formula where there is one', () => {
    const values = Array.from({ length: 382 }, (_, i) => (i < 304 ? 1 : 0));
    const [interval] = bootstrap(382, meanOf(values), { random: stream(1) });
    expect(interval?.low).toBeCloseTo(wilson(304, 382)?.low ?? 0, 1);
    expect(interval?.high).toBeCloseTo(wilson(304, 382)?.high ?? 0, 1);
  });

  it('is the same for the same seed and holds the range of the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 30 }), (values) => {
        const options = () => ({ random: stream('seed', 'x'), resamples: 60 });
        const [once] = bootstrap(values.length, meanOf(values), options());
        expect(bootstrap(values.length, meanOf(values), options())).toEqual([once]);
        expect(once?.low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(once?.high).toBeLessThanOrEqual(Math.max(...values));
      }),
      { numRuns: 30 },
    );
  });

  it('gives no interval for what is mostly undefined, or for nothing', () => {
    expect(bootstrap(3, () => [null, 1], { random: stream(1), resamples: 10 })).toEqual([null, { low: 1, high: 1 }]);
    expect(bootstrap(0, () => [null], { random: stream(1) })).toEqual([null]);
  });
});

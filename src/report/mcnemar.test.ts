import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareTail, mcnemar } from './mcnemar.ts';

describe('mcnemar', () => {
  it('gives the known values', () => {
    expect(mcnemar(9, 2).p).toBeCloseTo((2 * (1 + 11 + 55)) / 2048, 12);
    expect(mcnemar(0, 6).p).toBeCloseTo(2 / 64, 12);
    expect(mcnemar(5, 5).p).toBe(1);
    expect(mcnemar(0, 0)).toEqual({ p: 1, method: 'exact' });
    expect(chiSquareTail(3.841458820694124)).toBeCloseTo(0.05, 6);
    expect(chiSquareTail(0)).toBeCloseTo(1, 6);
  });

  it('goes over to chi-square without a jump', () => {
    const exact = mcnemar(115, 85);
    const approximate = mcnemar(116, 86);
    expect([exact.method, approximate.method]).toEqual(['exact', 'chi-square']);
    expect(Math.abs(exact.p - approximate.p)).toBeLessThan(0.003);
  });

  it('does not care for direction and stays within [0, 1]', () => {
    const side = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(side, side, (gained, lost) => {
        const { p } = mcnemar(gained, lost);
        expect(p).toBe(mcnemar(lost, gained).p);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });
});

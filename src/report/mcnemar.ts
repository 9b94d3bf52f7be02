/**
 * McNemar's test for pairs: of those that changed sides, did more go one way than chance would send? Pairs that agree say
 * nothing about a difference. Exact up to a few hundred changes, beyond that by chi-square with continuity correction.
 */

/** Above this the approximation agrees with the exact value to three digits. */
const MOST_FOR_EXACT = 200;

export interface McNemar {
  /** Two-sided. 1 where nothing changed sides. */
  readonly p: number;
  readonly method: 'exact' | 'chi-square';
}

export function mcnemar(gained: number, lost: number): McNemar {
  const changed = gained + lost;
  if (changed <= MOST_FOR_EXACT) return { p: twoSidedBinomial(Math.min(gained, lost), changed), method: 'exact' };
  const distance = Math.max(0, Math.abs(gained - lost) - 1);
  return { p: chiSquareTail((distance * distance) / changed), method: 'chi-square' };
}

/** Twice the chance of at most `fewer` heads in `count` throws of a fair coin. */
function twoSidedBinomial(fewer: number, count: number): number {
  let term = 0.5 ** count;
  let sum = term;
  for (let i = 1; i <= fewer; i++) {
    term *= (count - i + 1) / i;
    sum += term;
  }
  return Math.min(1, 2 * sum);
}

/** The chance that chi-square with one degree of freedom exceeds the value. */
export function chiSquareTail(value: number): number {
  return erfc(Math.sqrt(value / 2));
}

/** Complementary error function for x ≥ 0: Numerical Recipes' Chebyshev fit, relative error below 1.2e-7 everywhere. */
function erfc(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ];
  return Math.min(1, t * Math.exp(coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0) - x * x));
}

/** How far two lists of rates put the same things in the same order. It knows numbers only, not what they measure. */

/** Rates that are equal on paper may differ in the last bit. */
const ALIKE = 1e-9;

function order(a: number, b: number): -1 | 0 | 1 {
  return Math.abs(a - b) < ALIKE ? 0 : a < b ? -1 : 1;
}

/** The best is 1; those alike share the better rank, and the next one counts them all: 1, 2, 2, 4. */
export function ranksOf(rates: readonly (number | null)[]): readonly (number | null)[] {
  return rates.map((rate) =>
    rate === null ? null : 1 + rates.filter((other) => other !== null && order(other, rate) > 0).length,
  );
}

export interface RankingAgreement {
  readonly pairs: number;
  readonly same: number;
}

/** Pairs in the same order in both lists. A tie in one list alone is a disagreement; a tie in both is none. */
export function agreementOf(a: readonly number[], b: readonly number[]): RankingAgreement {
  const all = pairsOf(a, b);
  return { pairs: all.length, same: all.filter(([one, other]) => one === other).length };
}

/** Kendall's tau-b: 1 where all pairs agree, −1 where all are turned round, with ties allowed for. Null where a list is all ties. */
export function tauB(a: readonly number[], b: readonly number[]): number | null {
  const all = pairsOf(a, b);
  const surplus = all.reduce((sum, [one, other]) => sum + one * other, 0);
  const untiedA = all.filter(([one]) => one !== 0).length;
  const untiedB = all.filter(([, other]) => other !== 0).length;
  return untiedA === 0 || untiedB === 0 ? null : surplus / Math.sqrt(untiedA * untiedB);
}

function pairsOf(a: readonly number[], b: readonly number[]): readonly (readonly [-1 | 0 | 1, -1 | 0 | 1])[] {
  const { length } = a;
  return Array.from({ length }, (_, i) => i).flatMap((i) =>
    Array.from({ length: length - i - 1 }, (_, k) => {
      const j = i + k + 1;
      return [order(a[i] ?? 0, a[j] ?? 0), order(b[i] ?? 0, b[j] ?? 0)] as const;
    }),
  );
}

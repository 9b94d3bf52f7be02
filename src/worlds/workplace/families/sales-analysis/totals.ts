/** Total sales by person, as the handbook counts them. Pure, in whole cents. */
import type { Weights } from './handbook.ts';
import { ordersIn } from './orders.ts';

export type Total = {
  readonly employee_id: string;
  readonly name: string;
  readonly department: string;
  readonly cents: number;
};

/** Of one file: whoever has an order that is not ignored, most first. */
export function totalsIn(content: string, weights: Weights): readonly Total[] {
  const totals = new Map<string, Total>();
  for (const { employee_id, name, department, status, cents } of ordersIn(content)) {
    const weight = weights.get(status) ?? 0;
    if (weight === 0) continue;
    const before = totals.get(employee_id)?.cents ?? 0;
    totals.set(employee_id, { employee_id, name, department, cents: before + weight * cents });
  }
  return [...totals.values()].toSorted((a, b) => b.cents - a.cents);
}

export function sumOf(totals: readonly Total[]): number {
  return totals.reduce((sum, { cents }) => sum + cents, 0);
}

/** The first n by the given end, and whoever equals the last of them. */
export function extremes(totals: readonly Total[], mode: 'top' | 'bottom', n: number): readonly Total[] {
  const ranked = mode === 'top' ? totals : totals.toReversed();
  const last = ranked[Math.min(n, ranked.length) - 1];
  return ranked.filter(({ cents }, i) => i < n || cents === last?.cents);
}

/** Who was there in both quarters and went that way, by id. */
export function movers(before: readonly Total[], now: readonly Total[], direction: 'up' | 'down'): readonly string[] {
  const earlier = new Map(before.map(({ employee_id, cents }) => [employee_id, cents]));
  return now.flatMap(({ employee_id, cents }) => {
    const then = earlier.get(employee_id);
    const isMover = then !== undefined && (direction === 'up' ? cents > then : cents < then);
    return isMover ? [employee_id] : [];
  });
}

/** Figures of workplaces with intervals that draw whole scenarios. It does not know what the figures are of. */
import type { Random } from '../core/random.ts';
import { bootstrap, type Figures } from './bootstrap.ts';
import type { Rate } from './cell.ts';
import { withInterval } from './robustness.ts';
import type { Interval } from './wilson.ts';

/**
 * In the order of the figures. There is no interval where there is one scenario, or none differs from another: drawing them again
 * and again then says nothing, and an interval of no width would claim that all is known.
 */
export function drawnOver(scenarios: number, figures: Figures, random: Random): readonly Rate[] {
  const values = figures(Int32Array.from({ length: scenarios }, (_, i) => i));
  const intervals = scenarios < 2 ? [] : bootstrap(scenarios, figures, { random });
  return values.map((value, i) => withInterval(value, wide(intervals[i] ?? null)));
}

function wide(interval: Interval | null): Interval | null {
  return interval === null || interval.low === interval.high ? null : interval;
}

/**
 * Intervals for figures that have no formula of their own, by drawing tasks again and again with replacement. Whole tasks are
 * drawn, never single episodes, since the episodes of one task are not independent. Seeded: the same log gives the same report.
 */
import type { Random } from '../core/random.ts';
import type { Interval } from './wilson.ts';

/** Two thousand draws settle the ends of a 95 % interval to about a hundredth of its width. */
const RESAMPLES = 2000;

/** Computes figures from the tasks drawn, given by index and perhaps repeated. Null where a figure is undefined for the draw. */
export type Figures = (drawn: Int32Array) => readonly (number | null)[];

/** One interval per figure; null where the figure was undefined in more than half of the draws, or there is nothing to draw. */
export function bootstrap(
  count: number,
  figures: Figures,
  { random, resamples = RESAMPLES }: { readonly random: Random; readonly resamples?: number },
): readonly (Interval | null)[] {
  const drawn = new Int32Array(count);
  const samples: number[][] = figures(Int32Array.from({ length: count }, (_, i) => i)).map(() => []);
  if (count === 0) return samples.map(() => null);
  for (let round = 0; round < resamples; round++) {
    for (let i = 0; i < count; i++) drawn[i] = random.int(0, count - 1);
    figures(drawn).forEach((figure, i) => {
      if (figure !== null) samples[i]?.push(figure);
    });
  }
  return samples.map((sample) => (sample.length * 2 < resamples ? null : middle(sample)));
}

/** The middle 95 % of a sample. */
function middle(sample: number[]): Interval | null {
  sample.sort((a, b) => a - b);
  const at = (share: number): number | undefined => sample[Math.round(share * (sample.length - 1))];
  const low = at(0.025);
  const high = at(0.975);
  return low === undefined || high === undefined ? null : { low, high };
}

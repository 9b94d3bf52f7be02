/** Times of many repetitions, and what they say. Medians rather than means: a busy machine adds to some samples, never takes away. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

/** Milliseconds of each repetition, after a tenth as many that are not counted. */
export async function samples(count: number, work: () => unknown): Promise<Float64Array> {
  for (let i = 0; i < count / 10; i++) await work();
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await work();
    times[i] = performance.now() - began;
  }
  return times;
}

export function spread(times: Float64Array): Spread {
  const sorted = times.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}

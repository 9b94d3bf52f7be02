/** Whether a long run holds on to what it has played: memory after every tenth part of many episodes, garbage collected. */
import { join } from 'node:path';
import { run } from '../../src/run/run.ts';
import { cornerShop } from '../../test/corner-shop.ts';
import { shopRun } from '../../test/shop-run.ts';
import type { Benchmark } from '../benchmark.ts';
import { inTemporary } from '../temporary.ts';

const MEGABYTE = 1024 * 1024;

interface Reading {
  readonly episodes: number;
  readonly rss: number;
  readonly heap: number;
}

const benchmark: Benchmark = {
  summary: 'memory over a long run of oracle episodes, all of it logged',
  run: ({ quick, paper }) =>
    inTemporary(async (directory) => {
      const part = quick ? 200 : 2000;
      const planned = part * 10;
      const trials = Math.ceil(planned / cornerShop.tasks.length);
      const options = await shopRun({ path: join(directory, 'run'), agents: ['oracle'], trials });
      const readings: Reading[] = [];
      let episodes = 0;
      const onAttempt = (): void => {
        if (++episodes % part !== 0) return;
        const reading = read(episodes);
        readings.push(reading);
        paper.remark(
          `after ${String(episodes).padStart(6)} episodes: rss ${inMegabytes(reading.rss)}, heap ${inMegabytes(reading.heap)}`,
        );
      };
      const began = performance.now();
      const { progress } = await run({ ...options, watch: { onAttempt } });
      const seconds = (performance.now() - began) / 1000;
      if (progress.passed !== episodes) throw new Error(`only ${progress.passed} of ${episodes} episodes passed`);

      paper.figure({ what: 'episodes per second', value: episodes / seconds, unit: '/s' });
      if (globalThis.gc === undefined) paper.remark('without --expose-gc: what is not collected yet is counted too');
      for (const kind of ['heap', 'rss'] as const) {
        paper.figure({ what: `${kind}, slope of the second half`, value: slope(readings, kind), unit: 'bytes/ep.' });
        paper.figure({
          what: `${kind}, last quarter over second`,
          value: growth(readings, kind),
          unit: 'MB',
          atMost: 5,
        });
      }
    }),
};
export default benchmark;

function read(episodes: number): Reading {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { episodes, rss, heap: heapUsed };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Bytes an episode, by least squares. */
function slope(readings: readonly Reading[], kind: 'rss' | 'heap'): number {
  const half = readings.slice(readings.length / 2);
  const x = mean(half.map(({ episodes }) => episodes));
  const y = mean(half.map((reading) => reading[kind]));
  const over = half.reduce((sum, reading) => sum + (reading.episodes - x) * (reading[kind] - y), 0);
  return over / half.reduce((sum, { episodes }) => sum + (episodes - x) ** 2, 0);
}

function growth(readings: readonly Reading[], kind: 'rss' | 'heap'): number {
  const quarter = (n: number): number =>
    mean(readings.slice((readings.length * (n - 1)) / 4, (readings.length * n) / 4).map((reading) => reading[kind]));
  return (quarter(4) - quarter(2)) / MEGABYTE;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Many episodes at once through the whole stack: a model that takes its time, the tool loop, the world, the record, the log on
 * disk. Ideally all wait at the same time, and the run takes as long as one episode waits.
 */
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { askPlainly, type Load, measured, playAll } from '../load.ts';
import { inTemporary } from '../temporary.ts';

const benchmark: Benchmark = {
  summary: 'many episodes at once over a slow model',
  async run({ quick, paper }) {
    const load: Load = quick
      ? { episodes: 200, turns: 5, latencyMs: 500 }
      : { episodes: 1000, turns: 30, latencyMs: 2000 };
    const { episodes, turns, latencyMs } = load;
    paper.remark(`${episodes} episodes at once, ${turns} turns each, ${latencyMs / 1000} s a reply`);

    const bare = { ...load, turns: Math.min(turns, 5) };
    const plain = await measured(bare, (url) => askPlainly(url, bare));
    paper.figure({ what: `yardstick: bare HTTP, ${bare.turns} turns, wall / ideal`, value: plain.ratio, unit: '' });
    paper.figure({ what: 'yardstick: CPU of a bare request', value: plain.cpuMs, unit: 'ms' });

    const whole = await inTemporary((directory) => measured(load, (url) => playAll(url, load, join(directory, 'run'))));
    paper.figure({ what: 'wall time', value: whole.seconds, unit: 's' });
    paper.figure({ what: 'wall / ideal', value: whole.ratio, unit: '', yardstick: plain.ratio, atMost: 1.1 });
    paper.figure({
      what: 'CPU of a model call and all around it',
      value: whole.cpuMs,
      unit: 'ms',
      yardstick: plain.cpuMs,
    });
    paper.figure({
      what: 'CPU used of one core',
      value: (whole.cpuMs * whole.requests) / whole.seconds / 10,
      unit: '%',
    });
    paper.figure({ what: 'cores had while busy (below 1: others had them)', value: whole.coreShare, unit: '' });
    paper.figure({ what: 'event loop late, p99', value: whole.lateMs, unit: 'ms' });
    paper.figure({ what: 'requests at once, at most', value: whole.peak, unit: '' });
    paper.figure({ what: 'rss at the end', value: process.memoryUsage().rss / 1024 / 1024, unit: 'MB' });
  },
};
export default benchmark;

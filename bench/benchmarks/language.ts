/** Language episodes at once through the whole stack: agent, simulator and judge are models that take their time. */
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { playLanguage, requestsOf } from '../language-load.ts';
import { askPlainly, type Load, measured } from '../load.ts';
import { inTemporary } from '../temporary.ts';

const benchmark: Benchmark = {
  summary: 'language episodes at once: agent, simulator and judge over a slow model',
  async run({ quick, paper }) {
    const size = quick ? { episodes: 50, turns: 4, latencyMs: 300 } : { episodes: 200, turns: 20, latencyMs: 1000 };
    const load: Load = { ...size, requests: requestsOf(size.turns) };
    paper.remark(
      `${size.episodes} episodes at once, ${size.turns} turns, ${load.requests} requests each, ${size.latencyMs / 1000} s a reply`,
    );
    const bare: Load = { ...size, turns: 4 };
    const plain = await measured(bare, (url) => askPlainly(url, bare));
    paper.figure({ what: 'yardstick: bare HTTP, wall / ideal', value: plain.ratio, unit: '' });
    paper.figure({ what: 'yardstick: CPU of a bare request', value: plain.cpuMs, unit: 'ms' });
    const whole = await inTemporary((directory) =>
      measured(load, (url) => playLanguage(url, load, join(directory, 'run'))),
    );
    paper.figure({ what: 'wall time', value: whole.seconds, unit: 's' });
    paper.figure({ what: 'wall / ideal', value: whole.ratio, unit: '', yardstick: plain.ratio, atMost: 1.1 });
    paper.figure({
      what: 'CPU of a model call and all around it',
      value: whole.cpuMs,
      unit: 'ms',
      yardstick: plain.cpuMs,
      atMost: 2,
    });
    paper.figure({ what: 'cores had while busy (below 1: others had them)', value: whole.coreShare, unit: '' });
  },
};
export default benchmark;

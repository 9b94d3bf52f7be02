/** Whole episodes without a model, from the brief to the row, in a clean world and under faults; the first line is the yardstick of the others. */
import { join } from 'node:path';
import { MODES } from '../../src/core/plan.ts';
import { run } from '../../src/run/run.ts';
import { cornerShop } from '../../test/corner-shop.ts';
import { shopRun } from '../../test/shop-run.ts';
import type { Benchmark } from '../benchmark.ts';
import { spread } from '../samples.ts';
import { inTemporary } from '../temporary.ts';

const ROUNDS = 5;

const benchmark: Benchmark = {
  summary: 'whole episodes without a model, with and without faults',
  async run({ quick, paper }) {
    const trials = Math.ceil((quick ? 60 : 900) / cornerShop.tasks.length);
    const episodes = trials * cornerShop.tasks.length;
    paper.remark(`medians of ${ROUNDS} runs of ${episodes} episodes each, all of it logged`);
    let yardstick: number | undefined;
    for (const agent of ['oracle', 'hasty']) {
      for (const mode of MODES) {
        const times = new Float64Array(ROUNDS);
        for (let round = -1; round < ROUNDS; round++) {
          const took = await inTemporary(async (directory) => {
            const options = await shopRun({ path: join(directory, 'run'), agents: [agent], modes: [mode], trials });
            const began = performance.now();
            await run(options);
            return performance.now() - began;
          });
          if (round >= 0) times[round] = took;
        }
        const value = episodes / (spread(times).median / 1000);
        paper.figure({ what: `${agent}, ${mode}`, value, unit: '/s', ...(yardstick ? { yardstick } : {}) });
        yardstick ??= value;
      }
    }
  },
};
export default benchmark;

/** An episode's own world, ready to act in. The yardstick is what one would do without thinking: copy a file and open it. */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { begin } from '../../src/core/play.ts';
import { stream } from '../../src/core/random.ts';
import type { Session } from '../../src/core/world.ts';
import type { Benchmark } from '../benchmark.ts';
import { samples, spread } from '../samples.ts';
import { inTemporary } from '../temporary.ts';
import { SELECT, warehouse } from '../warehouse.ts';

/** The database then has about 300 KB. */
const ITEMS = 3450;
const KEY = 'SKU-17';

const benchmark: Benchmark = {
  summary: 'opening an episode on a database of about 300 KB',
  async run({ quick, paper }) {
    const { suite, task, golden } = warehouse(ITEMS);
    const world = suite.world(task);
    const bytes = golden();
    const count = quick ? 200 : 3000;
    const { signal } = new AbortController();
    const opening = { seed: '0', emit: () => undefined, random: () => stream(0) };
    const cast = { world, judge: suite.judge(task), agent: { name: 'bench' } };
    const look = (session: Session): Promise<unknown> =>
      session.call({ id: 'call-1', name: 'get_item', input: { sku: KEY } }, signal);

    const opened = await timedOpenings(count, () => world.open(task, opening));
    const begun = await timedOpenings(count, async () => (await begin(task, cast)).session);
    const whole = await samples(count, async () => {
      const { session } = await begin(task, cast);
      await look(session);
      await session.close();
    });
    const copied = await inTemporary((directory) => timedCopies(directory, bytes, count));

    paper.remark(`database ${(bytes.length / 1024).toFixed(0)} KB, ${count} openings each, in milliseconds`);
    const yardstick = spread(copied).median;
    paper.figure({ what: 'yardstick: copy file, open, query, close, delete', value: yardstick, unit: 'ms' });
    paper.figure({ what: 'begin, first call, close', value: spread(whole).median, unit: 'ms', yardstick });
    for (const [what, times] of [
      ['world.open', opened],
      ['begin (with recorder)', begun],
    ] as const) {
      paper.figure({ what: `${what}, median`, value: spread(times).median, unit: 'ms', atMost: 1, yardstick });
      paper.figure({ what: `${what}, p95`, value: spread(times).p95, unit: 'ms' });
    }
  },
};
export default benchmark;

/** The opening alone: closing is left out of the time, not out of the loop. */
async function timedOpenings(count: number, open: () => Promise<Session>): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let i = -count / 10; i < count; i++) {
    const began = performance.now();
    const session = await open();
    if (i >= 0) times[i] = performance.now() - began;
    await session.close();
  }
  return times;
}

async function timedCopies(directory: string, bytes: Uint8Array, count: number): Promise<Float64Array> {
  const golden = join(directory, 'golden.db');
  const copy = join(directory, 'copy.db');
  writeFileSync(golden, bytes);
  return samples(count, () => {
    copyFileSync(golden, copy);
    const db = new DatabaseSync(copy);
    db.prepare(SELECT).get(KEY);
    db.close();
    rmSync(copy);
  });
}

/** Programs that nobody trusts: what a sandbox costs to open, to ask and to keep. The yardstick is the same work without one. */
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openSandboxPool } from '../../src/engines/sandbox/pool.ts';
import type { Sandbox, SandboxPool, SandboxSpec } from '../../src/engines/sandbox/sandbox.ts';
import type { Benchmark } from '../benchmark.ts';
import { samples, spread } from '../samples.ts';
import { SELECT, warehouse } from '../warehouse.ts';

/** The database then has about 300 KB. */
const ITEMS = 3450;
const KEY = 'SKU-17';
const MEGABYTE = 1024 * 1024;
const { signal } = new AbortController();

const SOURCE = `const SELECT = ${JSON.stringify(SELECT)};
function look({ sku }) { return databases.db.get(SELECT, sku); }
function nothing() { return null; }
function forever() { databases.db.get('WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r'); }`;

const benchmark: Benchmark = {
  summary: 'sandboxes on a database of about 300 KB',
  async run({ quick, paper }) {
    const image = warehouse(ITEMS).golden();
    const spec: SandboxSpec = {
      source: SOURCE,
      databases: { db: { image, access: 'write' } },
      clock: '2026-03-02T08:00:00Z',
      seed: '0',
    };
    const pool = openSandboxPool({ keepers: 2, limits: { callMs: 1000 } });
    const count = quick ? 100 : 1000;
    paper.remark(`database ${(image.length / 1024).toFixed(0)} KB, ${count} sandboxes, 2 keepers`);

    const yardstick = spread(await samples(count, () => direct(image))).median;
    paper.figure({ what: 'yardstick: clone, query, close in this process', value: yardstick, unit: 'ms' });
    const opened = await timedOpenings(pool, spec, count);
    paper.figure({ what: 'open, median', value: spread(opened).median, unit: 'ms', atMost: 5, yardstick });
    paper.figure({ what: 'open, p95', value: spread(opened).p95, unit: 'ms' });

    const sandbox = await pool.open(spec);
    const asked = await samples(count * 2, () => sandbox.call('look', { sku: KEY }, { signal }));
    paper.figure({ what: 'call with SQL, median', value: spread(asked).median, unit: 'ms', atMost: 0.3 });
    paper.figure({ what: 'call with SQL, p95', value: spread(asked).p95, unit: 'ms' });
    const bare = await samples(count * 2, () => sandbox.call('nothing', null, { signal }));
    paper.figure({ what: 'call without SQL, median', value: spread(bare).median, unit: 'ms' });

    const began = performance.now();
    await pool.open(spec).then((one) => one.call('forever', null, { signal }).catch(() => undefined));
    paper.figure({ what: 'a runaway query is ended after', value: performance.now() - began, unit: 'ms' });
    await sandbox.call('nothing', null, { signal }); // made again, if it was in that keeper
    await sandbox.close();

    const before = held(pool);
    for (let i = 0; i < count; i++) await used(pool, spec);
    const between = held(pool);
    for (let i = 0; i < count; i++) await used(pool, spec);
    paper.figure({ what: `keepers' memory, first ${count} opened, used, closed`, value: between - before, unit: 'MB' });
    paper.figure({ what: `the same, next ${count}`, value: held(pool) - between, unit: 'MB', atMost: 50 });
    const live: Sandbox[] = [];
    for (let i = 0; i < count; i++) live.push(await pool.open(spec));
    for (const one of live) await one.call('look', { sku: KEY }, { signal });
    paper.figure({ what: `${count} live, keepers' memory in all`, value: held(pool), unit: 'MB', atMost: 2560 });
    await pool.close();
  },
};
export default benchmark;

function direct(image: Uint8Array): void {
  const db = new DatabaseSync(':memory:');
  db.deserialize(image);
  db.prepare(SELECT).get(KEY);
  db.close();
}

/** The opening alone: closing is left out of the time, not out of the loop. */
async function timedOpenings(pool: SandboxPool, spec: SandboxSpec, count: number): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let i = -count / 10; i < count; i++) {
    const began = performance.now();
    const sandbox = await pool.open(spec);
    if (i >= 0) times[i] = performance.now() - began;
    await sandbox.close();
  }
  return times;
}

async function used(pool: SandboxPool, spec: SandboxSpec): Promise<void> {
  const sandbox = await pool.open(spec);
  await sandbox.call('look', { sku: KEY }, { signal });
  await sandbox.close();
}

/** Resident memory of all keepers, in megabytes, where the system tells it. */
function held(pool: SandboxPool): number {
  return pool.stats().keepers.reduce((sum, pid) => {
    const file = `/proc/${pid}/status`;
    const kilobytes = existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) : Number.NaN;
    return sum + (kilobytes * 1024) / MEGABYTE;
  }, 0);
}

/**
 * Calls per second over the Open Reward Standard, load and server on one machine: whole episodes of many calls each, with guard, record
 * and log. The yardstick is a bare endpoint of the same library in the same process, which reads a body and answers as much.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Benchmark } from '../benchmark.ts';
import { inTemporary } from '../temporary.ts';

/** The database then has about 300 KB. */
const ITEMS = 3450;
const LINES = 16;
const CALLS_AN_EPISODE = 100;
const ROUNDS = 4;
/** A call, if there are to be 3,000 a second. */
const TARGET_US = 1e6 / 3000;

const benchmark: Benchmark = {
  summary: 'calls per second over the Open Reward Standard',
  run: ({ quick, paper }) =>
    inTemporary((directory) =>
      withServer(directory, async (server) => {
        const calls = quick ? 3000 : 60_000;
        paper.remark(`${calls} calls in episodes of ${CALLS_AN_EPISODE}, ${LINES} at once, database about 300 KB`);
        const bare = { work: (count: number) => plainRequests(server.bare, count), wallUs: 0, cpuUs: 0 };
        const ours = { work: (count: number) => episodes(server.ours, count), wallUs: 0, cpuUs: 0 };
        for (const { work } of [bare, ours]) await inParallel(calls / 10, work);
        // In turns, so that a busy machine slows both alike.
        for (let round = 0; round < ROUNDS; round++) {
          for (const lane of [bare, ours]) {
            const before = await server.cpuUs();
            lane.wallUs += (await inParallel(calls / ROUNDS, lane.work)) / calls;
            lane.cpuUs += ((await server.cpuUs()) - before) / calls;
          }
        }
        paper.figure({ what: 'yardstick: bare endpoint, a request', value: bare.wallUs, unit: 'µs' });
        paper.figure({
          what: 'a call, with its share of opening and judging',
          value: ours.wallUs,
          unit: 'µs',
          yardstick: bare.wallUs,
          atMost: TARGET_US,
        });
        paper.figure({ what: 'yardstick: CPU of the server, a request', value: bare.cpuUs, unit: 'µs' });
        paper.figure({ what: 'CPU of the server, a call', value: ours.cpuUs, unit: 'µs', yardstick: bare.cpuUs });
        const perSecond = { ours: 1e6 / ours.wallUs, bare: 1e6 / bare.wallUs };
        paper.figure({ what: 'calls a second', value: perSecond.ours, unit: '', yardstick: perSecond.bare });
        paper.figure({ what: 'on a core of its own, at most', value: 1e6 / ours.cpuUs, unit: '' });
      }),
    ),
};
export default benchmark;

interface Served {
  readonly ours: Pool;
  readonly bare: Pool;
  /** What the server has used so far. */
  cpuUs(): Promise<number>;
}

async function withServer(directory: string, work: (server: Served) => Promise<void>): Promise<void> {
  const script = fileURLToPath(new URL('../ors-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory, String(ITEMS)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the server ended by itself');
    return value;
  };
  const [ours = '', bare = ''] = (await next()).split(' ');
  const poolOf = (port: string): Pool => new Pool(`http://127.0.0.1:${port}`, { connections: LINES });
  const server = {
    ours: poolOf(ours),
    bare: poolOf(bare),
    cpuUs: async () => {
      child.stdin.write('\n');
      return Number(await next());
    },
  };
  try {
    await work(server);
  } finally {
    await Promise.all([server.ours.close(), server.bare.close()]);
    child.stdin.end();
    await exited;
  }
}

/** Microseconds until all have done their share. */
async function inParallel(calls: number, work: (count: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: LINES }, () => work(Math.ceil(calls / LINES))));
  return (performance.now() - began) * 1000;
}

const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'bench' };

async function post(pool: Pool, path: string, { body, sid }: { body: object; sid?: string }): Promise<string> {
  const headers = sid === undefined ? HEADERS : { ...HEADERS, 'x-session-id': sid };
  const answer = await pool.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return text;
}

const callOf = (i: number): object =>
  i % 4 === 3
    ? { name: 'set_stock', input: { sku: `SKU-${(i * 37) % ITEMS}`, stock: i } }
    : { name: 'get_item', input: { sku: `SKU-${(i * 37) % ITEMS}` } };

async function plainRequests(pool: Pool, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await post(pool, '/bare', { body: callOf(i) });
}

async function episodes(pool: Pool, count: number): Promise<void> {
  for (let done = 0; done < count; done += CALLS_AN_EPISODE)
    await episode(pool, Math.min(CALLS_AN_EPISODE, count - done));
}

async function episode(pool: Pool, count: number): Promise<void> {
  const { sid }: { sid: string } = JSON.parse(await post(pool, '/create_session', { body: {} }));
  await post(pool, '/create', { body: { split: 'all', index: 0 }, sid });
  for (let i = 0; i < count - 1; i++) {
    const text = await post(pool, '/call', { body: callOf(i), sid });
    if (!text.includes('"ok":true')) throw new Error(text);
  }
  const end = await post(pool, '/call', { body: { name: 'submit', input: { final_answer: '{"done": true}' } }, sid });
  if (!end.includes('"reward":1')) throw new Error(end);
  await post(pool, '/delete_session', { body: {}, sid });
}

/**
 * The server in a process of its own: ors-server.ts DIRECTORY ITEMS. The Open Reward Standard over the warehouse, with guard, record and
 * log, and beside it on another port the yardstick: one bare endpoint that reads a body and answers as much. Prints both ports as its
 * first line, then for each line that it is sent how many microseconds of CPU it has used, and ends with its input.
 */
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { runDirectory } from '../src/run/directory.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { openHost } from '../src/serve/host.ts';
import { orsFace } from '../src/serve/ors.ts';
import { servedPlan, servedRun } from '../src/serve/served-run.ts';
import { startServer } from '../src/serve/server.ts';
import { warehouse } from './warehouse.ts';

const [directory = '', items = '0'] = process.argv.slice(2);
const { suite } = warehouse(Number(items));
const terms = { source: 'bench', agent: 'bench', seed: '0', withPlan: false, version: 'bench' };
const plan = await servedPlan({ suite, modes: ['E0'], ...terms });
const host = openHost({
  suites: [suite],
  runFor: async () =>
    servedRun({ suite, plan: { ...plan, run: 'bench' }, directory: runDirectory(directory), clock: systemClock }),
  modes: ['E0'],
  reward: 'binary',
  clock: systemClock,
  maxSessions: 1000,
  idleMs: 900_000,
});
const onError = (error: unknown): void => console.error(error);
const server = await startServer({
  faces: [orsFace({ host, version: 'bench', onError, clock: systemClock })],
  bind: '127.0.0.1',
  port: 0,
  token: 'bench',
  hosts: [],
  maxBodyBytes: 1_000_000,
  onError,
});

const ANSWER = `event: task_id\ndata: ${'0'.repeat(32)}\n\nevent: end\ndata: {"ok":true,"text":"${'x'.repeat(200)}"}\n\n`;
const bare = new Hono().post('/bare', async (context) => {
  const { name }: { name: string } = JSON.parse(await context.req.text());
  return context.body(ANSWER, 200, { 'content-type': 'text/event-stream', 'x-name': name });
});
const yardstick = serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`${server.port} ${port}`);
});

const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  const { user, system } = process.cpuUsage();
  console.log(user + system);
});
lines.on('close', async () => {
  yardstick.close();
  if ('closeAllConnections' in yardstick) yardstick.closeAllConnections();
  await server.close();
  await host.end();
});

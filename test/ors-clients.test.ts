/**
 * The genuine Python clients of the Open Reward Standard against our server: whole episodes, a token, and a line that drops in the
 * middle of a call.
 */
import { execFile } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cornerShop } from './corner-shop.ts';
import { type OrsShop, orsShop, talkativeShop } from './ors-shop.ts';
import { canSkipClients, clientsPython } from './python.ts';

const python = clientsPython();
const SCRIPT = fileURLToPath(new URL('ors_clients.py', import.meta.url));
const TOKEN = 'token-of-the-test';
/** Long enough for several pieces, with white space wherever one may begin. */
const TALK = `${' '.repeat(13_000)}${'𝄞 \n'.repeat(4000)}end`;

const output = z.object({
  text: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  reward: z.number().nullable(),
  finished: z.boolean(),
});
const seenSchema = z.object({
  splits: z.array(z.string()),
  tasks: z.array(z.string()),
  num_tasks: z.int(),
  last: z.string(),
  range: z.array(z.string()),
  shared: z.array(z.string()),
  openai: z.array(z.string()),
  solved: z.object({
    prompt: z.string(),
    tools: z.array(z.string()),
    wrong: z.string(),
    after: z.string(),
    listed: output,
    called: output,
    end: output,
  }),
  failed: output,
  broken: output,
  talk: z.string(),
});
type Seen = z.infer<typeof seenSchema>;

async function playWith(client: string, url: string): Promise<Seen> {
  if (python === null) throw new Error('The Python with the clients is missing: scripts/ci-tools.sh sets it up.');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    OPENREWARD_DISABLE_UPDATE_CHECK: '1',
    OPENREWARD_API_KEY: TOKEN,
    ORS_API_KEY: TOKEN,
  };
  const { stdout } = await promisify(execFile)(python, [SCRIPT, client, url], { env, timeout: 50_000 });
  return seenSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

const GENERIC = ['list_scenario_tools', 'call_scenario_tool', 'submit'];

describe.skipIf(canSkipClients).each(['ors', 'openreward'])('the client %s', (client) => {
  let shop: OrsShop;
  let proxy: CuttingProxy;
  let seen: Seen;
  beforeAll(async () => {
    shop = await orsShop({ suites: [cornerShop, talkativeShop(TALK)], token: TOKEN });
    proxy = await cuttingProxy(new URL(shop.url).port, 'place_order');
    seen = await playWith(client, proxy.url);
  });
  afterAll(async () => {
    await proxy.close();
    await shop.close();
  });

  it('finds splits, tasks and tools', () => {
    expect(seen).toMatchObject({
      splits: ['train', 'test', 'all'],
      tasks: ['restock-2', 'restock-4', 'restock-6'],
      num_tasks: 3,
      last: 'restock-6',
      range: ['restock-4', 'restock-6'],
      shared: GENERIC,
      openai: GENERIC,
    });
  });

  it('solves a task and gets the reward 1', () => {
    const { prompt, tools, wrong, after, listed, end } = seen.solved;
    expect(prompt).toContain('Order what is below its minimum');
    expect(tools).toEqual([...GENERIC, 'list_items', 'list_orders', 'place_order', 'break_down']);
    expect(listed).toMatchObject({ reward: null, finished: false, text: expect.stringContaining('place_order') });
    expect(end).toMatchObject({ reward: 1, finished: true, metadata: { outcome: 'passed' } });
    expect(wrong).toMatch(/^ToolCallError: .*'no_such_tool' is not a valid tool/);
    expect(after).toMatch(/^ToolCallError: .*the episode is over/);
  });

  it('comes back for the result of a call whose line dropped, which is carried out once', () => {
    expect(proxy.cuts()).toBe(1);
    // A second order would be a conflict, and said to be an error.
    expect(seen.solved.called).toMatchObject({ metadata: null, text: expect.stringContaining('SKU-2') });
  });

  it('gets the reward 0 for a wrong answer, and none where the world broke', () => {
    expect(seen.failed).toMatchObject({ reward: 0, finished: true, metadata: { outcome: 'failed' } });
    expect(seen.broken).toMatchObject({ reward: null, finished: true, metadata: { outcome: 'void', blame: 'world' } });
    expect(shop.host.stats()).toMatchObject({ passed: 1, failed: 1 });
  });

  it('reads a long result to the letter', () => {
    expect(seen.talk).toBe(TALK);
  });

  it('leaves nothing behind', () => {
    expect(shop.host.stats().active).toBe(0);
    expect(shop.errors).toEqual([]);
  });

  it('is turned away without the token', async () => {
    const bare = await orsShop({ token: 'another' });
    await expect(playWith(client, bare.url)).rejects.toThrow(/Authentication/);
    await bare.close();
  });
});

if (canSkipClients) it.skip('needs the Python with the clients: scripts/ci-tools.sh sets it up');

interface CuttingProxy {
  readonly url: string;
  cuts(): number;
  close(): Promise<void>;
}

/** Passes everything on, but hangs up once, after the id of the call whose request holds the given word. */
async function cuttingProxy(port: string, word: string): Promise<CuttingProxy> {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    let isMeant = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (part) => {
      isMeant ||= part.includes(word);
      far.write(part);
    });
    far.on('data', (part) => {
      const at = part.indexOf('\n\n', Math.max(0, part.indexOf('event: task_id')));
      const isCut = isMeant && cuts === 0 && at >= 0;
      if (!isCut) near.write(part);
      else near.end(part.subarray(0, at + 2));
      if (isCut) cuts++;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whole episodes by the genuine Python clients of OpenEnv and of MCP, against real servers. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Face, FaceOptions } from '../src/serve/face.ts';
import { mcpFace } from '../src/serve/mcp.ts';
import { openenvFace } from '../src/serve/openenv.ts';
import { brokenShop, RIGHT_ANSWER, RIGHT_ORDER, SECRET, type ServedShop, servedShop } from './face-shop.ts';
import { canSkipClients, clientsPython } from './python.ts';

const SCRIPT = fileURLToPath(new URL('openenv_client.py', import.meta.url));
const TIMEOUT = 100_000;
const faces = (parts: FaceOptions): readonly Face[] => [mcpFace(parts), openenvFace(parts)];
const work = { order: RIGHT_ORDER, answer: RIGHT_ANSWER };

describe.skipIf(canSkipClients)('the genuine clients in Python', () => {
  const shops: ServedShop[] = [];
  let seen: Record<string, unknown> = {};
  const serve = async (options: Omit<Parameters<typeof servedShop>[0], 'faces'> = {}): Promise<ServedShop> => {
    const shop = await servedShop({ ...options, faces });
    shops.push(shop);
    return shop;
  };

  beforeAll(async () => {
    const python = clientsPython();
    if (python === null) throw new Error('The clients are missing; set them up from test/requirements.txt.');
    const gym = await serve();
    const toolShop = await serve();
    const broken = await serve({ suite: brokenShop });
    const small = await serve({ maxSessions: 1 });
    const agents = await serve();
    const base = ({ address }: ServedShop): string => `${address}/openenv/corner-shop`;
    const asked = {
      generic: { base: base(gym), ...work, scenario: 'corner-shop' },
      tools: { base: base(toolShop), ...work },
      broken: { base: base(broken) },
      crowd: { base: base(small) },
      protocol: { url: `${agents.address}/mcp/corner-shop~restock-2`, ...work },
    };
    const { stdout } = await promisify(execFile)(python, [SCRIPT, JSON.stringify(asked)], { timeout: TIMEOUT });
    seen = z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
  }, TIMEOUT);
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
  });
  const stats = (n: number): unknown => shops[n]?.host.stats();

  it('play whole episodes over a WebSocket, for a reward of 1 and of 0', async () => {
    expect(seen.generic).toMatchObject({
      before: ['list_scenario_tools', 'call_scenario_tool', 'submit'],
      reset: { reward_type: 'reset_ok', scenario: 'corner-shop', task_idx: 0, num_tools: 4 },
      state: { step_count: 0, episode_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      tools: expect.arrayContaining(['list_items', 'place_order', 'submit']),
      looked: expect.stringContaining('SKU-2'),
      passed: [1, true, 'complete'],
      after: [null, true, 'episode_already_done'],
      again: 1,
      failed: [0, true],
    });
    await expect.poll(() => stats(0)).toMatchObject({ active: 0, begun: 2, passed: 1, failed: 1, void: 0 });
  });

  it('call tools over HTTP in the episode of their socket', async () => {
    expect(seen.tools).toMatchObject({
      task: expect.stringContaining('below its minimum'),
      names: expect.arrayContaining(['list_items', 'submit']),
      listed: 7,
      placed: expect.stringContaining('ORD'),
      seen: expect.stringContaining('ORD'),
      unknown: expect.stringContaining("'no_such_tool' is not a valid tool"),
      outcome: { outcome: 'passed', reward: 1 },
    });
    await expect.poll(() => stats(1)).toMatchObject({ active: 0, begun: 1, passed: 1 });
  });

  it('are told of a broken world without a reward', () => {
    expect(seen.broken).toMatchObject({
      reward: null,
      done: true,
      observation: { reward_type: 'server_error', metadata: { outcome: 'void', blame: 'world' } },
    });
    expect(JSON.stringify(seen)).not.toContain(SECRET);
  });

  it('are told when there is no place, and get one when somebody leaves', () => {
    expect(seen.crowd).toEqual({ refused: expect.stringContaining('CAPACITY_REACHED'), later: 'reset_ok' });
  });

  it('play an episode over MCP', async () => {
    expect(seen.protocol).toMatchObject({
      instructions: expect.stringContaining('below its minimum'),
      names: expect.arrayContaining(['read_brief', 'list_items', 'submit']),
      outcome: { outcome: 'passed', reward: 1 },
    });
    await expect.poll(() => stats(4)).toMatchObject({ active: 0, begun: 1, passed: 1 });
  });

  it('meet no mistake of ours', () => {
    expect(shops.flatMap(({ errors }) => errors)).toEqual([]);
  });
});

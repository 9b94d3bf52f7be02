import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { changedShop, shopHost } from '../../test/face-shop.ts';
import { textOf } from '../core/block.ts';
import { EpisodeError } from '../core/errors.ts';
import { eventsOf } from '../core/event.ts';
import type { Mode } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import { type Hearing, OVER, wrap } from '../core/world.ts';
import { manualClock } from '../models/manual-clock.ts';
import { ledgerOf } from '../report/ledger.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { type Host, HostFull, openHost } from './host.ts';
import { servedPlan, servedRun } from './served-run.ts';
import { SessionRefusal } from './session.ts';

const folders: string[] = [];
const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Options {
  readonly maxSessions?: number;
  readonly directory?: string;
  readonly modes?: readonly Mode[];
}

async function open(
  suite: Suite = cornerShop,
  { maxSessions = 3, directory, modes = ['E0', 'E2'] }: Options = {},
): Promise<{ host: Host; clock: ReturnType<typeof manualClock>; path: string }> {
  const path = directory ?? mkdtempSync(join(tmpdir(), 'host-'));
  if (directory === undefined) folders.push(path);
  const clock = manualClock();
  const plan = await servedPlan({
    suite,
    source: suite.name,
    agent: 'outside',
    modes,
    seed: '0',
    withPlan: false,
    version: 'test',
  });
  const host = openHost({
    suites: [suite],
    runFor: async () => servedRun({ suite, plan: { ...plan, run: 'served' }, directory: runDirectory(path), clock }),
    modes,
    reward: 'binary',
    clock,
    maxSessions,
    idleMs: 900_000,
  });
  hosts.push(host);
  return { host, clock, path };
}

const [task] = cornerShop.tasks;
if (task === undefined) throw new Error('the corner shop has no task');
const request = { environment: cornerShop.name, task };
const rightOrder = { sku: 'SKU-2', quantity: 18 };

describe('a host', () => {
  it('plays an episode step by step, judges it once, and records it like any other', async () => {
    const { host, path } = await open();
    const session = await host.open(request);
    expect(session.brief).toContain(task.brief);
    expect(textOf((await session.call('list_items', {})).blocks)).toContain('SKU-2');
    expect((await session.call('place_order', rightOrder)).isError).toBe(false);
    const settlement = await session.submit('ordered');
    expect(settlement.reward).toBe(settlement.result.outcome === 'passed' ? 1 : 0);
    await expect(session.submit('again')).rejects.toBeInstanceOf(SessionRefusal);
    await expect(session.call('list_items', {})).rejects.toThrow('it was submitted');
    await host.end();
    const plan = readPlan(runDirectory(path));
    expect(plan.asked).toEqual([{ suite: task.suite, task: task.id, mode: 'E0', trial: 0 }]);
    const ledger = ledgerOf(plan, readAttempts(join(path, 'segments')));
    expect(ledger.episodes).toHaveLength(1);
    expect(ledger.fact(ledger.episodes[0]?.id ?? '')?.outcome).toBe(settlement.result.outcome);
    expect(readFileSync(join(path, 'results.jsonl'), 'utf8').split('\n')).toHaveLength(2);
  });

  it('goes on with the numbers of its trials when it is started again', async () => {
    const first = await open();
    await (await first.host.open(request)).submit('');
    await first.host.end();
    const second = await open(cornerShop, { directory: first.path });
    await (await second.host.open(request)).submit('');
    await (await second.host.open({ ...request, mode: 'E2', seed: 'mine' })).submit('');
    await second.host.end();
    expect(readPlan(runDirectory(first.path)).asked?.map(({ mode, trial, seed }) => [mode, trial, seed])).toEqual([
      ['E0', 0, undefined],
      ['E0', 1, undefined],
      ['E2', 0, 'mine'],
    ]);
    expect(readFileSync(join(first.path, 'results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('has a limited number of places, and frees one when a session is closed', async () => {
    const { host } = await open();
    const sessions = await Promise.all([host.open(request), host.open(request), host.open(request)]);
    await expect(host.open(request)).rejects.toBeInstanceOf(HostFull);
    await host.close(sessions[0].id, 'deleted');
    expect((await host.open(request)).steps()).toBe(0);
    expect(host.stats()).toMatchObject({ active: 3, most: 3, begun: 4, void: 1 });
  });

  it('gives up whoever is silent for too long, and scores nothing', async () => {
    const { host, clock, path } = await open();
    const [silent, alive] = [await host.open(request), await host.open(request)];
    await clock.advance(600_000);
    expect(host.session(alive.id)).toBe(alive);
    await clock.advance(600_000);
    expect(host.session(silent.id)).toBeNull();
    expect(host.session(alive.id)).toBe(alive);
    await expect(silent.call('list_items', {})).rejects.toThrow('closed');
    await host.end();
    expect(readFileSync(join(path, 'results.jsonl'), 'utf8')).toBe('');
    expect(readFileSync(join(path, 'voids.jsonl'), 'utf8')).toContain('session-expired');
  });

  it('tells a world that breaks as void, with no reward, and lets nobody go on', async () => {
    const broken: Suite = {
      ...cornerShop,
      world: (one) => {
        const world = cornerShop.world(one);
        return {
          ...world,
          open: async (opened, opening) =>
            wrap(await world.open(opened, opening), {
              call: async () => {
                throw new Error('the till is on fire');
              },
            }),
        };
      },
    };
    const { host } = await open(broken);
    const session = await host.open(request);
    await expect(session.call('list_items', {})).rejects.toBeInstanceOf(EpisodeError);
    expect(session.settlement()).toMatchObject({ reward: null, result: { outcome: 'void', blame: 'world' } });
    await expect(session.submit('done')).rejects.toThrow('it is void');
    expect(host.stats()).toMatchObject({ void: 1, failed: 0, passed: 0 });
  });
});

describe('a world that goes on', () => {
  // Where there are faults, a plan has the oracle play first, for which a day would follow on every other.
  const CLEAN: Options = { modes: ['E0'] };
  const SILENCE: Hearing = { over: false, brief: null, notices: [] };
  const morning = (): Hearing => ({ ...SILENCE, brief: 'Another day.' });
  const evening = (): Hearing => OVER;
  /** What is heard, one after the other; the last again and again. */
  const shopThatSays = (...hearings: readonly (() => Hearing | Promise<Hearing>)[]): Suite =>
    changedShop(() => {
      let said = 0;
      return { goesOn: true, say: async () => hearings[Math.min(said++, hearings.length - 1)]?.() ?? OVER };
    });

  it('tells the brief of the day at hand, and is lived to its end when it is submitted', async () => {
    const { host, path } = await open(shopThatSays(morning, morning, morning, evening), CLEAN);
    const session = await host.open(request);
    await session.say('good night');
    expect(session.brief).toBe('Another day.');
    await session.submit('enough');
    await host.end();
    const [attempt] = readAttempts(join(path, 'segments'));
    const events = (attempt?.lines ?? []).map(({ event }) => event);
    expect(eventsOf(events, 'agent-spoke').map(({ text }) => text)).toEqual(['good night', 'enough', '', '']);
  });

  it('fails whoever submits in one that never ends', async () => {
    const host = await shopHost({ suite: shopThatSays(() => SILENCE) });
    hosts.push(host);
    const { result } = await (await host.open(request)).submit('enough');
    expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('never-finished') });
  });

  it('is void, and recorded, where the host closes before it has come to its end', async () => {
    const [came, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<Hearing>()];
    const waiting = (): Promise<Hearing> => {
      came.resolve();
      return gate.promise;
    };
    const { host, path } = await open(shopThatSays(morning, waiting), CLEAN);
    const submitted = (await host.open(request)).submit('enough');
    await came.promise;
    const ended = host.end();
    gate.resolve(SILENCE);
    expect((await submitted).result).toMatchObject({ outcome: 'void', blame: 'host', reason: 'host-closed' });
    await ended;
    expect(readFileSync(join(path, 'voids.jsonl'), 'utf8')).toContain('host-closed');
  });
});

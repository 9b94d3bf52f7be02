import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { hasty } from '../agents/hasty.ts';
import { oracle } from '../agents/oracle.ts';
import type { Agent } from '../core/agent.ts';
import { textOf } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { type Event, eventsOf } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { type FaultOptions, faultsFor } from './injected.ts';
import type { FaultyMode } from './schedule.ts';

const [task, other] = cornerShop.tasks as readonly Task[] as readonly [Task, Task];
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const care = { solution, asked: task.asked };
const seeds = Array.from({ length: 50 }, (_, seed) => seed);

interface Setting extends FaultOptions {
  readonly mode: FaultyMode;
  readonly seed: number;
}
function playFaulty(agent: Agent, { mode, seed, ...options }: Setting): Promise<Episode> {
  const faults = faultsFor(mode, { length: 2, ...options });
  return play(task, { world: cornerShop.world(task), judge: cornerShop.judge(task), agent, faults }, { seed });
}

/** Makes the given calls whatever it sees. */
function caller(calls: readonly (readonly [string, JsonObject])[], name = 'caller'): Agent {
  return {
    name,
    async act(_brief, session, signal) {
      for (const [i, [tool, input]] of calls.entries()) await session.call({ id: `${i}`, name: tool, input }, signal);
      await session.say('done', signal);
      return 'answered';
    },
  };
}
const ordersIn = ({ events }: Episode): number =>
  eventsOf(events, 'snapshot-taken')[0]?.changes.filter(({ table }) => table === 'orders').length ?? 0;
const seen = ({ events }: Episode): readonly string[] =>
  eventsOf(events, 'tool-answered').map(({ blocks }) => textOf(blocks));

describe('explicit faults', () => {
  it('leave the order undone or done behind the error, by the seed', async () => {
    const outcomes = new Set<string>();
    for (const seed of seeds) {
      const episode = await playFaulty(caller([['place_order', { sku: 'SKU-2', quantity: 18 }]]), {
        mode: 'E1',
        seed,
        count: 1,
        duration: 1,
        length: 1,
      });
      const [injection] = eventsOf(episode.events, 'fault-injected');
      expect(injection).toMatchObject({ manner: 'explicit', call: 1, spell: 0, tool: 'place_order', paths: [] });
      expect(ordersIn(episode)).toBe(injection?.applied === 'lost' ? 1 : 0);
      expect(injection?.clean === null).toBe(injection?.applied === 'never');
      const [answer] = eventsOf(episode.events, 'tool-answered');
      expect(answer?.isError).toBe(true);
      const told = JSON.parse(textOf(answer?.blocks ?? []));
      expect(Object.keys(told)).toEqual(['error', 'message']);
      expect(['not_found', 'conflict', 'invalid', 'forbidden']).not.toContain(told.error);
      if (injection?.kind === 'timeout') expect(told.message).toContain('30 s');
      outcomes.add(`${injection?.kind} ${injection?.applied}`);
    }
    expect(outcomes.size).toBe(8);
  });

  it('never carry a read out, nor a tool that does not exist', async () => {
    for (const seed of seeds.slice(0, 10)) {
      const calls = [
        ['list_items', {}],
        ['no_such_tool', {}],
      ] as const;
      const { events } = await playFaulty(caller(calls), { mode: 'E1', seed, count: 1, duration: 2 });
      expect(eventsOf(events, 'fault-injected').map(({ applied }) => applied)).toEqual(['never', 'never']);
    }
  });
});

describe('implicit faults', () => {
  it('serve the answer from before a write again', async () => {
    const look = ['list_orders', { sku: 'SKU-2' }] as const;
    const calls = [look, ['place_order', { sku: 'SKU-2', quantity: 18 }], look] as const;
    const plays = await Promise.all(
      seeds.map((seed) => playFaulty(caller(calls), { mode: 'E2', seed, count: 1, duration: 1, length: 3 })),
    );
    const stale = plays.filter(({ events }) => eventsOf(events, 'fault-injected').some(({ kind }) => kind === 'stale'));
    expect(stale.length).toBeGreaterThan(0);
    for (const episode of stale) {
      const [before, , after] = seen(episode);
      expect(after).toBe(before);
      const [injection] = eventsOf(episode.events, 'fault-injected');
      expect(textOf(injection?.clean ?? [])).toContain('ORD-X1001');
      expect(injection).toMatchObject({ applied: 'yes', call: 3, paths: ['/total', '/orders/0'] });
    }
  });

  it('do not show: no error, sound JSON, and the world goes on clean', async () => {
    for (const seed of seeds) {
      const { events } = await playFaulty(
        caller([
          ['list_items', {}],
          ['list_items', {}],
        ]),
        {
          mode: 'E2',
          seed,
          count: 1,
          duration: 1,
        },
      );
      const [injection] = eventsOf(events, 'fault-injected');
      const answers = eventsOf(events, 'tool-answered');
      const hit = answers[(injection?.call ?? 1) - 1];
      const clean = answers[2 - (injection?.call ?? 1)];
      expect(hit?.isError).toBe(false);
      expect(injection?.clean).toEqual(clean?.blocks);
      expect(JSON.parse(textOf(hit?.blocks ?? []))).not.toEqual(JSON.parse(textOf(clean?.blocks ?? [])));
    }
  });

  it('miss where the world itself errs, and say so', async () => {
    const { events } = await playFaulty(caller([['list_orders', {}]]), {
      mode: 'E2',
      seed: 1,
      count: 1,
      duration: 1,
      length: 1,
    });
    expect(eventsOf(events, 'fault-injected')).toEqual([]);
    expect(eventsOf(events, 'fault-missed')).toEqual([
      { type: 'fault-missed', fault: 'injected-E2', spell: 0, call: 1, why: 'the world itself answered with an error' },
    ]);
  });
});

describe('injected', () => {
  it('has no faults for E0, and refuses counts that are none at once', () => {
    expect(faultsFor('E0')).toEqual([]);
    expect(() => faultsFor('E1', { count: 0 })).toThrow(RangeError);
  });

  it('plans before the first call, the same for every agent, another for another task or seed', async () => {
    const planOf = async (agent: Agent, seed: number): Promise<Event | undefined> =>
      eventsOf((await playFaulty(agent, { mode: 'E3', seed, length: null })).events, 'fault-planned')[0];
    const plan = await planOf(oracle(care), 1);
    expect(plan).toMatchObject({ fault: 'injected-E3', data: { mode: 'E3', count: 2, duration: 2, length: 16 } });
    expect(await planOf(hasty(care), 1)).toEqual(plan);
    expect(await planOf(oracle(care), 2)).not.toEqual(plan);
    const { events } = await play(
      other,
      { world: cornerShop.world(other), judge: cornerShop.judge(other), agent: hasty(care), faults: faultsFor('E3') },
      { seed: 1 },
    );
    expect(eventsOf(events, 'fault-planned')[0]).not.toEqual(plan);
  });

  it('gives two agents that make the same calls the same faults', async () => {
    const calls = [
      ['list_items', {}],
      ['list_orders', { sku: 'SKU-1' }],
      ['place_order', { sku: 'SKU-2', quantity: 18 }],
    ] as const;
    for (const mode of ['E1', 'E2', 'E3'] as const) {
      const setting = { mode, seed: 5, length: 3 };
      const one = await playFaulty(caller(calls, 'one'), setting);
      const two = await playFaulty(caller(calls, 'two'), setting);
      expect(two.events.slice(1)).toEqual(one.events.slice(1));
    }
  });

  it('gives the same events twice, to the byte', async () => {
    for (const mode of ['E1', 'E2', 'E3'] as const) {
      const once = await playFaulty(oracle(care), { mode, seed: 3 });
      const again = await playFaulty(oracle(care), { mode, seed: 3 });
      expect(JSON.stringify(again.events)).toBe(JSON.stringify(once.events));
    }
  });

  it.each(['E1', 'E2', 'E3'] as const)('is survived by care and not by haste: %s', async (mode) => {
    const careful = await Promise.all(seeds.map((seed) => playFaulty(oracle(care), { mode, seed })));
    const lost = careful.flatMap(({ result }, seed) => (result.outcome === 'passed' ? [] : [{ seed, result }]));
    expect(lost).toEqual([]);
    for (const { events } of careful) expect(eventsOf(events, 'fault-injected').length).toBeGreaterThan(0);
    const quick = await Promise.all(seeds.map((seed) => playFaulty(hasty(care), { mode, seed })));
    expect(quick.some(({ result }) => result.outcome === 'failed')).toBe(true);
    expect(quick.some(({ result }) => result.outcome === 'void')).toBe(false);
  });
});

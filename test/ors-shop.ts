/** The corner shop behind the Open Reward Standard on a loopback port, and shops that wait, talk much or cannot be opened. */
import type { Clock } from '../src/core/clock.ts';
import { EpisodeError } from '../src/core/errors.ts';
import type { Suite } from '../src/core/suite.ts';
import { type Observation, OVER, wrap } from '../src/core/world.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { type Host, openHost } from '../src/serve/host.ts';
import { orsFace } from '../src/serve/ors.ts';
import { servedPlan, servedRun } from '../src/serve/served-run.ts';
import { startServer } from '../src/serve/server.ts';
import { cornerShop } from './corner-shop.ts';

export interface OrsShop {
  readonly url: string;
  readonly host: Host;
  /** What whoever runs the server was told, and clients were not. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export interface OrsShopOptions {
  readonly suites?: readonly Suite[];
  readonly clock?: Clock;
  readonly maxSessions?: number;
  readonly maxFree?: number;
  readonly idleMs?: number;
  readonly token?: string;
}

export const IDLE_MS = 900_000;

export async function orsShop(options: OrsShopOptions = {}): Promise<OrsShop> {
  const {
    suites = [cornerShop],
    clock = systemClock,
    maxSessions = 100,
    idleMs = IDLE_MS,
    token = null,
    maxFree,
  } = options;
  const host = openHost({
    suites,
    runFor: async (suite) => {
      const terms = { source: suite.name, agent: 'tester', seed: '0', withPlan: false, version: 'test' };
      const plan = await servedPlan({ suite, modes: ['E0'], ...terms });
      return servedRun({ suite, plan: { ...plan, run: 'test' }, directory: null, clock });
    },
    modes: ['E0'],
    reward: 'binary',
    clock,
    maxSessions,
    idleMs,
  });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const face = orsFace({ host, clock, version: '1.2.3', onError, ...(maxFree === undefined ? {} : { maxFree }) });
  const place = { bind: '127.0.0.1', port: 0, token, hosts: [], maxBodyBytes: 1_000_000 };
  const server = await startServer({ faces: [face], ...place, onError });
  const close = async (): Promise<void> => {
    await server.close();
    await host.end();
  };
  return { url: server.address, host, errors, close };
}

export interface Gate {
  readonly suite: Suite;
  /** Lets through what waits, and everything after it. */
  open(): void;
  /** How many have come to it. */
  came(): number;
}

/** In which opening the world, calling a tool, or saying something (with which its work is then over) waits until the gate is opened. */
export function gatedShop(where: 'opening' | 'calls' | 'speech'): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  const pass = async (): Promise<void> => {
    came++;
    await promise;
  };
  const suite: Suite = {
    ...cornerShop,
    world: (task, means) => {
      const world = cornerShop.world(task, means);
      return {
        ...world,
        open: async (own, opening) => {
          if (where === 'opening') await pass();
          const session = await world.open(own, opening);
          if (where === 'opening') return session;
          if (where === 'speech') return wrap(session, { goesOn: true, say: () => pass().then(() => OVER) });
          return wrap(session, {
            call: async (call, signal) => {
              await pass();
              return session.call(call, signal);
            },
          });
        },
      };
    },
  };
  return { suite, open: resolve, came: () => came };
}

/** Must reach no client. */
export const INSIDE = 'the till is on fire';

export const closedShop: Suite = {
  ...cornerShop,
  name: 'closed',
  world: (task, means) => ({
    ...cornerShop.world(task, means),
    open: async () => {
      throw new EpisodeError('world', 'no-database', INSIDE);
    },
  }),
};

/** A shop whose every tool answers with the given text. */
export function talkativeShop(text: string): Suite {
  return {
    ...cornerShop,
    name: 'talkative',
    world: (task, means) => {
      const world = cornerShop.world(task, means);
      const call = async (): Promise<Observation> => ({
        blocks: [{ type: 'text', text }],
        isError: false,
        notices: [],
      });
      return { ...world, open: async (own, opening) => wrap(await world.open(own, opening), { call }) };
    },
  };
}

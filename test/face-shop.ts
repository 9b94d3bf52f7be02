/** The corner shop behind a real server on a loopback port, for tests of the faces; and shops that break. */
import type { Clock } from '../src/core/clock.ts';
import type { Suite } from '../src/core/suite.ts';
import { type Session, wrap } from '../src/core/world.ts';
import type { OpenRun } from '../src/run/open-run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import type { Face, FaceOptions } from '../src/serve/face.ts';
import { type Host, openHost } from '../src/serve/host.ts';
import { servedPlan, servedRun } from '../src/serve/served-run.ts';
import { startServer } from '../src/serve/server.ts';
import { cornerShop } from './corner-shop.ts';

export interface ServedShop {
  readonly host: Host;
  /** Without a slash at its end. */
  readonly address: string;
  readonly port: number;
  /** What clients were not told. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export interface ServedShopOptions {
  readonly faces: (options: FaceOptions) => readonly Face[];
  readonly suite?: Suite;
  /** Served beside it. */
  readonly second?: Suite;
  readonly maxSessions?: number;
  readonly idleMs?: number;
  readonly clock?: Clock;
  readonly token?: string;
}

/** The order that the first task asks for, and the answer. */
export const RIGHT_ORDER = { sku: 'SKU-2', quantity: 18 };
export const RIGHT_ANSWER = JSON.stringify({ ordered: 'SKU-2', quantity: 18 });

export async function shopHost({
  suite = cornerShop,
  second,
  maxSessions = 8,
  idleMs = 900_000,
  clock = systemClock,
}: Omit<ServedShopOptions, 'faces'> = {}): Promise<Host> {
  const modes = ['E0', 'E2'] as const;
  const terms = { agent: 'outside', seed: '0', withPlan: false, version: 'test' };
  const runFor = async (one: Suite): Promise<OpenRun> => {
    const plan = await servedPlan({ suite: one, source: one.name, modes, ...terms });
    return servedRun({ suite: one, plan: { ...plan, run: 'served' }, directory: null, clock });
  };
  return openHost({
    suites: second === undefined ? [suite] : [suite, second],
    runFor,
    modes,
    reward: 'binary',
    clock,
    maxSessions,
    idleMs,
  });
}

export async function servedShop(options: ServedShopOptions): Promise<ServedShop> {
  const { clock = systemClock, token = null } = options;
  const host = await shopHost(options);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = await startServer({
    faces: options.faces({ host, version: '1.2.3', onError, clock }),
    bind: '127.0.0.1',
    port: 0,
    maxBodyBytes: 1_000_000,
    token,
    hosts: [],
    onError,
  });
  const close = async (): Promise<void> => {
    await server.close();
    await host.end();
  };
  return { host, address: server.address, port: server.port, errors, close };
}

/** The shop with something about its sessions changed. */
export function changedShop(change: (session: Session) => Partial<Session>): Suite {
  return {
    ...cornerShop,
    world: (task, means) => {
      const world = cornerShop.world(task, means);
      return {
        ...world,
        open: async (opened, opening) => {
          const session = await world.open(opened, opening);
          return wrap(session, change(session));
        },
      };
    },
  };
}

/** Its message must reach nobody. */
export const SECRET = 'the till is on fire';
export const brokenShop = changedShop(() => ({ call: () => Promise.reject(new Error(SECRET)) }));
export const closedShop: Suite = {
  ...cornerShop,
  world: (task, means) => ({ ...cornerShop.world(task, means), open: () => Promise.reject(new Error(SECRET)) }),
};

import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { text } from '../core/block.ts';
import type { Task } from '../core/task.ts';
import { type Session, type World, wrap } from '../core/world.ts';
import { type TrialCall, testWorld } from './world.ts';

const task = cornerShop.tasks[0] as Task;
const calls: readonly TrialCall[] = [
  { name: 'list_items', input: {} },
  { name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } },
  { name: 'list_orders', input: { sku: 'SKU-2' } },
];
const shop = (): World => cornerShopWorld;

/** The corner shop with each session replaced. */
const altered = (replace: (session: Session) => Session | Promise<Session>): (() => World) => {
  const world: World = {
    ...cornerShopWorld,
    open: async (...given) => replace(await cornerShopWorld.open(...given)),
  };
  return () => world;
};

async function failed(world: () => World): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of testWorld({ world, task, calls })) await run().catch(() => names.push(name));
  return names;
}

describe('the suite for worlds', () => {
  it('finds nothing wrong with the corner shop', async () => {
    expect(await failed(shop)).toEqual([]);
  });

  it('catches sessions that share their state', async () => {
    const world = (): World => {
      let shared: Promise<Session> | undefined;
      const open: World['open'] = async (...given) => {
        shared ??= cornerShopWorld.open(...given);
        return wrap(await shared, { close: async () => undefined });
      };
      return { ...cornerShopWorld, open };
    };
    expect(await failed(world)).toContain('keeps sessions private from each other');
  });

  it('catches a throw on an unknown tool', async () => {
    const world = altered((session) =>
      wrap(session, {
        call: (call, signal) => {
          if (session.tools.every(({ name }) => name !== call.name)) throw new Error(`what is ${call.name}?`);
          return session.call(call, signal);
        },
      }),
    );
    expect(await failed(world)).toEqual(['answers an unknown tool with an error']);
  });

  it('catches answers that differ from session to session', async () => {
    let sessions = 0;
    const world = altered((session) => {
      const number = ++sessions;
      return wrap(session, {
        call: async (call, signal) => {
          const seen = await session.call(call, signal);
          return { ...seen, blocks: [...seen.blocks, text(`session ${number}`)] };
        },
      });
    });
    expect(await failed(world)).toContain('gives the same session, to the byte, for the same task and seed');
  });

  it('catches arguments that are only taken as an object', async () => {
    const world = altered((session) =>
      wrap(session, {
        call: async (call, signal) =>
          typeof call.input === 'string'
            ? { blocks: [text('give me an object')], isError: true, notices: [] }
            : session.call(call, signal),
      }),
    );
    expect(await failed(world)).toEqual(['takes arguments as JSON text as it takes the object']);
  });

  it('catches a read that writes, and a snapshot that is taken wrong', async () => {
    const writing = altered((session) =>
      wrap(session, {
        call: async (call, signal) => {
          if (call.name === 'list_items')
            await session.call({ id: 'x', name: 'place_order', input: { sku: 'SKU-1', quantity: 1 } }, signal);
          return session.call(call, signal);
        },
      }),
    );
    expect(await failed(writing)).toContain('changes nothing by a read');
    const forgetful = altered((session) =>
      wrap(session, {
        snapshot: async () => {
          const { initial, current, changes } = await session.snapshot();
          return { initial, current, changes: changes.slice(1) };
        },
      }),
    );
    expect(await failed(forgetful)).toContain('tells in its changes how the initial state became the current one');
    const snapshots: (() => Promise<void>)[] = [];
    const moving = altered((session) =>
      wrap(session, {
        snapshot: async () => {
          const { initial, changes } = await session.snapshot();
          let current = initial;
          const follow = async (): Promise<void> => {
            current = (await session.snapshot()).current;
          };
          await follow();
          snapshots.push(follow);
          return {
            initial,
            changes,
            get current() {
              return current;
            },
          };
        },
        call: async (call, signal) => {
          const seen = await session.call(call, signal);
          for (const follow of snapshots) await follow();
          return seen;
        },
        close: async () => {
          snapshots.length = 0;
          await session.close();
        },
      }),
    );
    expect(await failed(moving)).toEqual(['keeps a snapshot as it was taken']);
  });

  it('catches what cannot be logged, and two tools of one name', async () => {
    const undefinedInside = altered((session) =>
      wrap(session, {
        call: async (call, signal) => ({ ...(await session.call(call, signal)), extra: undefined }),
      }),
    );
    expect(await failed(undefinedInside)).toEqual(['answers with what the log can hold']);
    const twice = altered((session) => wrap(session, { tools: [...session.tools, ...session.tools.slice(0, 1)] }));
    expect(await failed(twice)).toEqual(['names each tool once, with an object schema and a known effect']);
  });

  it('catches a second close that throws', async () => {
    const world = altered((session) => {
      let isOpen = true;
      return wrap(session, {
        close: async () => {
          if (!isOpen) throw new Error('closed already');
          isOpen = false;
          await session.close();
        },
      });
    });
    expect(await failed(world)).toEqual(['can be closed twice']);
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cornerShop, cornerShopWorld } from '../../../test/corner-shop.ts';
import { textOf } from '../../core/block.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/tool-error.ts';
import type { Observation, Session, World } from '../../core/world.ts';
import { type TrialCall, testWorld } from '../../testing.ts';
import { type DatabaseTool, tool } from './tool.ts';
import { databaseWorld } from './world.ts';

const [task, other] = cornerShop.tasks as readonly [Task, Task];
const never = new AbortController().signal;

describe('the corner shop', () => {
  const calls: readonly TrialCall[] = [
    { name: 'list_items', input: {} },
    { name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } },
    { name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } },
    { name: 'place_order', input: { sku: 'SKU-9', quantity: 1 } },
    { name: 'list_orders', input: { sku: 'SKU-2' } },
  ];
  for (const { name, run } of testWorld({ world: () => cornerShopWorld, task, calls })) it(name, run);
});

const REFUSALS = { not_found: notFound, conflict, invalid, forbidden };
const noteTools: readonly DatabaseTool[] = [
  tool({
    name: 'write_note',
    description: 'Writes a note.',
    effect: 'write',
    input: z.object({ words: z.string() }),
    output: z.object({ id: z.string(), at: z.string() }),
    run: ({ words }, { db, now, newId }) => {
      const id = newId('NOTE');
      db.run('INSERT INTO note VALUES (?, ?, ?)', id, words, now);
      return { id, at: now };
    },
  }),
  tool({
    name: 'write_and_fail',
    description: 'Writes, then fails in the way that is asked for.',
    effect: 'write',
    input: z.object({ how: z.enum(['not_found', 'conflict', 'invalid', 'forbidden', 'bug']) }),
    output: z.object({}),
    run: ({ how }, { db, newId }) => {
      db.run('INSERT INTO note VALUES (?, ?, ?)', newId('NOTE'), 'lost', 'never');
      throw how === 'bug' ? new TypeError('x is not a function') : REFUSALS[how](`it is ${how}`);
    },
  }),
  tool({
    name: 'book',
    description: 'Has rules that only zod knows.',
    effect: 'read',
    input: z
      .object({
        from: z.iso.date(),
        to: z.iso.date().transform((date) => new Date(`${date}T00:00:00Z`)),
        guests: z.int().default(2),
        name: z.string().refine((name) => name === name.trim(), 'must not begin or end with white space'),
      })
      .refine(({ from, to }) => new Date(from) < to, 'the stay must be at least a night'),
    output: z.object({ year: z.int(), guests: z.int() }),
    run: ({ to, guests }) => ({ year: to.getUTCFullYear(), guests }),
  }),
];

interface Notes {
  readonly world: World;
  readonly fills: () => number;
}
function notes(prepared?: (setup: JsonObject) => void): Notes {
  let fills = 0;
  const world = databaseWorld({
    name: 'notes',
    title: 'Notes',
    rules: '',
    schema: 'CREATE TABLE note (id TEXT PRIMARY KEY, words TEXT NOT NULL, at TEXT NOT NULL) STRICT',
    fill: (db, random) => {
      fills++;
      db.run('INSERT INTO note VALUES (?, ?, ?)', 'NOTE-1', `lucky number ${random.int(1, 1000)}`, 'long ago');
    },
    prepare: (db, setup) => {
      prepared?.(setup);
      if (setup.words) db.run('INSERT INTO note VALUES (?, ?, ?)', 'NOTE-2', String(setup.words), 'before');
    },
    tools: noteTools,
    volatile: { note: ['id', 'at'] },
  });
  return { world, fills: () => fills };
}

const open = (world: World, setup: JsonObject = {}, seed = '0'): Promise<Session> =>
  world.open({ ...task, setup }, { seed, emit: () => undefined, random: (...names) => stream(seed, ...names) });
let calls = 0;
const call = (session: Session, name: string, input: Json): Promise<Observation> =>
  session.call({ id: `${++calls}`, name, input }, never);
const told = ({ blocks }: Observation): Json => JSON.parse(textOf(blocks));

describe('a database world', () => {
  it('tells a refusal to the agent and takes back what the call had done', async () => {
    const session = await open(notes().world);
    for (const how of ['not_found', 'conflict', 'invalid', 'forbidden']) {
      const seen = await call(session, 'write_and_fail', { how });
      expect(seen.isError).toBe(true);
      expect(told(seen)).toEqual({ error: how, message: `it is ${how}` });
    }
    expect((await session.snapshot()).changes).toEqual([]);
  });

  it('throws on a bug, blames itself, and takes back what the call had done', async () => {
    const session = await open(notes().world);
    await expect(call(session, 'write_and_fail', { how: 'bug' })).rejects.toMatchObject({
      party: 'world',
      reason: 'tool-crashed',
      message: 'the tool write_and_fail of the world notes broke: x is not a function',
    });
    expect((await session.snapshot()).changes).toEqual([]);
  });

  it('stands still in time and gives the same ids in every replay', async () => {
    const { world } = notes();
    for (let i = 0; i < 2; i++) {
      const session = await open(world);
      expect(told(await call(session, 'write_note', { words: 'a' }))).toEqual({ id: 'NOTE-X1001', at: task.clock });
      expect(told(await call(session, 'write_note', { words: 'b' }))).toEqual({ id: 'NOTE-X1002', at: task.clock });
      await session.close();
    }
  });

  it('is filled once, however many sessions are opened, and not before the first', async () => {
    const { world, fills } = notes();
    expect(fills()).toBe(0);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => open(world)));
    for (const session of sessions) await session.snapshot();
    expect(fills()).toBe(1);
  });

  it('is filled with the same chance whatever the seed of the episode', async () => {
    const initial = async (seed: string): Promise<unknown> =>
      (await (await open(notes().world, {}, seed)).snapshot()).initial;
    expect(await initial('1')).toEqual(await initial('2'));
  });

  it('is prepared for each task, before the agent arrives: that is no change', async () => {
    const { world } = notes();
    const [plain, prepared] = [await open(world), await open(world, { words: 'read me' })];
    const { initial, current, changes } = await prepared.snapshot();
    expect(changes).toEqual([]);
    expect(initial).toEqual(current);
    expect(initial.note).toHaveLength(2);
    expect((await plain.snapshot()).initial.note).toHaveLength(1);
  });

  it('gives each session a state of its own', async () => {
    const { world } = notes();
    const [mine, theirs] = [await open(world), await open(world)];
    await call(mine, 'write_note', { words: 'mine' });
    await mine.close();
    expect((await theirs.snapshot()).changes).toEqual([]);
    await call(theirs, 'write_note', { words: 'theirs' });
    expect((await theirs.snapshot()).current.note).toHaveLength(2);
  });

  it('keeps a snapshot as it was taken, also when it is read after the end', async () => {
    const session = await open(notes().world);
    await call(session, 'write_note', { words: 'first' });
    const snapshot = await session.snapshot();
    await call(session, 'write_note', { words: 'second' });
    await session.close();
    expect(snapshot.changes).toHaveLength(1);
    expect(snapshot.current.note?.map(({ words }) => words)).toEqual([expect.stringMatching(/lucky/), 'first']);
    expect(snapshot.initial.note).toHaveLength(1);
  });

  it('refuses two tools of one name', () => {
    expect(() =>
      databaseWorld({
        name: 'twice',
        title: '',
        rules: '',
        schema: '',
        fill: () => undefined,
        tools: [...noteTools, ...noteTools],
      }),
    ).toThrow('two tools of one name');
  });

  it('does not count ids and clock when it compares end states', async () => {
    const { world } = notes();
    const end = async (...words: readonly string[]) => {
      const session = await open(world);
      for (const one of words) await call(session, 'write_note', { words: one });
      return session.snapshot();
    };
    expect(world.equivalent?.(await end('a', 'b'), await end('b', 'a'))).toBe(true);
    expect(world.equivalent?.(await end('a'), await end('a', 'a'))).toBe(false);
    expect(world.equivalent?.(await end('a'), await end('b'))).toBe(false);
  });
});

describe('the input of a tool', () => {
  const good = { from: '2026-03-02', to: '2027-01-01', name: 'Ann' };

  it('reaches the tool as its schema makes it, defaults and transforms included', async () => {
    const session = await open(notes().world);
    expect(told(await call(session, 'book', good))).toEqual({ year: 2027, guests: 2 });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['a refinement of the whole', { ...good, to: '2026-03-02' }, /at least a night/],
    ['a refinement of one field', { ...good, name: ' Ann' }, /name must not begin or end with white space/],
    ['a pattern', { ...good, from: 'today' }, /from must match/],
    ['a parameter that does not exist', { ...good, until: 'x' }, /there is no parameter "until"/],
  ])('is refused for %s', async (_what, input, why) => {
    const seen = await call(await open(notes().world), 'book', input);
    expect(seen.isError).toBe(true);
    expect(told(seen)).toMatchObject({ error: 'invalid', message: expect.stringMatching(why) });
  });
});

describe('two tasks of one world', () => {
  it('start from one golden state, each with its own preparation', async () => {
    const [a, b] = [await open(cornerShopWorld, task.setup), await open(cornerShopWorld, other.setup)];
    const stock = async (session: Session, sku: string): Promise<unknown> =>
      (await session.snapshot()).initial.item?.find((item) => item.sku === sku)?.stock;
    expect([await stock(a, 'SKU-2'), await stock(b, 'SKU-4')]).toEqual([2, 4]);
    expect(await stock(a, 'SKU-1')).toBe(await stock(b, 'SKU-1'));
  });
});

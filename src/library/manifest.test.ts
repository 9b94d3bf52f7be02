import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import type { Suite } from '../core/suite.ts';
import type { Difficulty, Task } from '../core/task.ts';
import { drawnSuite, type Manifest, readManifest } from './manifest.ts';

const first = cornerShop.tasks[0] as Task;
/** A suite with as many tasks of each family and difficulty as is said. */
function suiteOf(
  name: string,
  kinds: readonly (readonly [family: string, difficulty: Difficulty, count: number])[],
): Suite {
  const tasks = kinds.flatMap(([family, difficulty, count]) =>
    Array.from(
      { length: count },
      (_, i): Task => ({ ...first, suite: name, family, difficulty, id: `${family}-${difficulty}-${i}` }),
    ),
  );
  const world = { ...cornerShop.world(first), name };
  return { ...cornerShop, name, tasks, world: () => world };
}
const shop = suiteOf('shop', [
  ['sell', 1, 4],
  ['sell', 2, 4],
  ['buy', 1, 4],
]);
const bank = suiteOf('bank', [['lend', 3, 3]]);

const manifest = (...draw: Manifest['draw']): Manifest => ({ title: 'T', description: 'D', draw });
const drawn = (...draw: Manifest['draw']): Suite =>
  drawnSuite(
    'mixed',
    manifest(...draw),
    new Map([
      ['*', [shop, bank]],
      ['shop', [shop]],
      ['bank', [bank]],
    ]),
  );
const ids = (suite: Suite): readonly string[] => suite.tasks.map(({ suite: from, id }) => `${from} ${id}`);

describe('a manifest', () => {
  it('is read as it is written', () => {
    const written = {
      title: 'T',
      description: 'D',
      draw: [
        { from: '*', take: 3 },
        { from: 'shop', tasks: ['a'] },
      ],
    };
    expect(readManifest(written, 'suite.json')).toEqual(written);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [], /suite\.json is not a manifest/],
    ['no draw', { title: 'T', description: 'D' }, /draw: /],
    ['an empty draw', { title: 'T', description: 'D', draw: [] }, /draw: /],
    [
      'a field with a typing error',
      { title: 'T', description: 'D', draw: [{ from: '*' }], desciption: '' },
      /desciption/,
    ],
    [
      'a number of tasks that makes no sense',
      { title: 'T', description: 'D', draw: [{ from: '*', take: 0 }] },
      /draw\.0\.take/,
    ],
  ])('with %s is refused in a sentence', (_what, value, message) => {
    expect(() => readManifest(value, 'suite.json')).toThrow(message);
  });
});

describe('a drawn suite', () => {
  it('holds all tasks of what it draws on, in order', () => {
    expect(ids(drawn({ from: 'shop' }))).toEqual(ids(shop));
    expect(ids(drawn({ from: '*' }))).toEqual([...ids(shop), ...ids(bank)]);
  });

  it('takes one of each kind before it takes a second, and keeps their order', () => {
    expect(ids(drawn({ from: 'shop', take: 3 }))).toEqual(['shop sell-1-0', 'shop sell-2-0', 'shop buy-1-0']);
    expect(drawn({ from: 'shop', take: 4 }).tasks).toHaveLength(4);
    expect(ids(drawn({ from: 'shop', take: 100 }))).toEqual(ids(shop));
  });

  it('takes so many of each suite', () => {
    expect(ids(drawn({ from: '*', take: 2 })).filter((id) => id.startsWith('bank'))).toHaveLength(2);
    expect(drawn({ from: '*', take: 2 }).tasks).toHaveLength(4);
  });

  it('takes the tasks that are named, or says which is not there', () => {
    expect(ids(drawn({ from: 'shop', tasks: ['buy-1-2', 'sell-1-0'] }))).toEqual(['shop buy-1-2', 'shop sell-1-0']);
    expect(() => drawn({ from: 'shop', tasks: ['buy-1-22'] })).toThrow(
      'The suite shop has no task "buy-1-22". Did you mean "buy-1-2"?',
    );
  });

  it('holds a task once, however often it is drawn', () => {
    const twice = drawn({ from: 'shop', tasks: ['buy-1-2'] }, { from: '*' }, { from: 'bank', take: 1 });
    expect(twice.tasks).toHaveLength(shop.tasks.length + bank.tasks.length);
    expect(new Set(ids(twice)).size).toBe(twice.tasks.length);
  });

  it('leaves each task in its own suite: world, judge and solution', () => {
    const mixed = drawn({ from: '*' });
    expect(mixed).toMatchObject({ name: 'mixed', title: 'T', description: 'D' });
    expect([...new Set(mixed.tasks.map((task) => mixed.world(task).name))]).toEqual(['shop', 'bank']);
    const again = drawnSuite('again', manifest({ from: 'mixed' }), new Map([['mixed', [mixed]]]));
    expect([...new Set(again.tasks.map((task) => again.world(task).name))]).toEqual(['shop', 'bank']);
    expect(() => mixed.world({ ...first, suite: 'elsewhere' })).toThrow('does not draw on "elsewhere"');
  });
});

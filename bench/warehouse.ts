/** A world to measure in: one table of items, of any size, and tools that do as little as a tool can. */
import { z } from 'zod';
import { stream } from '../src/core/random.ts';
import { createDatabase } from '../src/engines/sqlite.ts';
import {
  answerObject,
  checkpoint,
  code,
  type DatabaseWorldDefinition,
  databaseWorld,
  defineSuite,
  notFound,
  type Suite,
  type Task,
  tool,
} from '../src/index.ts';

export const SELECT = 'SELECT sku, name, shelf, stock FROM item WHERE sku = ?';
export const UPDATE = 'UPDATE item SET stock = ? WHERE sku = ?';

const item = z.object({ sku: z.string(), name: z.string(), shelf: z.string(), stock: z.int() });

const tools = [
  tool({
    name: 'get_item',
    description: 'One item by its number.',
    effect: 'read',
    input: z.object({ sku: z.string() }),
    output: item,
    run: ({ sku }, { db }) => {
      const row = db.get(SELECT, sku);
      if (row === undefined) throw notFound(`there is no item ${sku}`);
      return row as z.infer<typeof item>;
    },
  }),
  tool({
    name: 'list_shelf',
    description: 'The first ten items of a shelf.',
    effect: 'read',
    input: z.object({ shelf: z.string() }),
    output: z.object({ items: z.array(item) }),
    run: ({ shelf }, { db }) => ({
      items: db.all('SELECT * FROM item WHERE shelf = ? LIMIT 10', shelf) as z.infer<typeof item>[],
    }),
  }),
  tool({
    name: 'set_stock',
    description: 'Sets the stock of an item.',
    effect: 'write',
    input: z.object({ sku: z.string(), stock: z.int() }),
    output: z.object({ changed: z.int() }),
    run: ({ sku, stock }, { db }) => ({ changed: db.run(UPDATE, stock, sku) }),
  }),
];

export interface Warehouse {
  readonly suite: Suite;
  readonly task: Task;
  /** The database from which every episode begins. */
  golden(): Uint8Array;
  /** The same as a script. */
  schema(): string;
}

/** About 90 bytes an item. */
export function warehouse(items: number): Warehouse {
  const definition: DatabaseWorldDefinition = {
    name: 'warehouse',
    title: 'Warehouse',
    rules: 'Count what is there.',
    schema:
      'CREATE TABLE item (sku TEXT PRIMARY KEY, name TEXT NOT NULL, shelf TEXT NOT NULL, stock INTEGER NOT NULL) STRICT;' +
      'CREATE INDEX item_by_shelf ON item (shelf);',
    fill: (db, random) => {
      for (let i = 0; i < items; i++) {
        const name = `Box of ${random.pick(['bolts', 'nuts', 'washers', 'brackets'])}, size ${random.int(1, 40)}, zinc`;
        db.run('INSERT INTO item VALUES (?, ?, ?, ?)', `SKU-${i}`, name, `S-${i % 40}`, random.int(0, 500));
      }
    },
    tools,
  };
  const suite = defineSuite({
    name: 'warehouse',
    title: 'Warehouse',
    description: 'A place to measure in.',
    category: 'Commerce & Consumer',
    domain: 'Logistics',
    scenario: 'Counting',
    world: databaseWorld(definition),
    families: [
      {
        name: 'count',
        solution: async () => JSON.stringify({ done: true }),
        judge: code('counted', ({ answer }) => ({
          checkpoints: [checkpoint('answered', answerObject(answer)?.done === true)],
          allowed: [{ table: 'item', kind: 'updated' }],
        })),
        tasks: [
          {
            id: 'count',
            title: 'Count',
            difficulty: 1,
            brief: 'Look at the shelves until you know what is there. End with {"done": true}.',
            asked: {},
            clock: '2026-03-02T08:00:00Z',
            setup: {},
            truth: {},
          },
        ],
      },
    ],
  });
  const [task] = suite.tasks;
  if (task === undefined) throw new Error('the warehouse has a task');
  return { suite, task, golden: () => goldenOf(definition), schema: () => scriptOf(definition) };
}

function scriptOf({ name, schema, fill }: DatabaseWorldDefinition): string {
  const db = createDatabase(schema);
  db.transaction(() => fill(db, stream(name, 'fill')));
  const rows = db.all(
    "SELECT 'INSERT INTO item VALUES (' || quote(sku) || ',' || quote(name) || ',' || quote(shelf) || ',' || stock || ');' AS line FROM item",
  );
  db.close();
  return [schema, ...rows.map(({ line }) => String(line))].join('\n');
}

function goldenOf({ name, schema, fill }: DatabaseWorldDefinition): Uint8Array {
  const db = createDatabase(schema);
  db.transaction(() => fill(db, stream(name, 'fill')));
  const bytes = db.bytes();
  db.close();
  return bytes;
}

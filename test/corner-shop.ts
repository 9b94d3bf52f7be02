/** A tiny suite for tests: a shop with stock and orders, one family of three tasks. Small enough to know by heart. */
import { z } from 'zod';
import {
  answerObject,
  checkpoint,
  code,
  conflict,
  databaseWorld,
  defineSuite,
  notFound,
  rowsWhere,
  type Solution,
  tool,
} from '../src/index.ts';

const schema = `
  CREATE TABLE item (sku TEXT PRIMARY KEY, name TEXT NOT NULL, stock INTEGER NOT NULL, minimum INTEGER NOT NULL) STRICT;
  CREATE TABLE orders (id TEXT PRIMARY KEY, sku TEXT NOT NULL REFERENCES item (sku), quantity INTEGER NOT NULL, placed_at TEXT NOT NULL) STRICT;
  CREATE TABLE log (n INTEGER PRIMARY KEY, what TEXT NOT NULL) STRICT;
`;

const item = z.object({ sku: z.string(), name: z.string(), stock: z.int(), minimum: z.int() });
const order = z.object({ id: z.string(), sku: z.string(), quantity: z.int() });

const tools = [
  tool({
    name: 'list_items',
    description: 'Lists all items with stock and minimum.',
    effect: 'read',
    input: z.object({}),
    output: z.object({ total: z.int(), items: z.array(item) }),
    run: (_input, { db }) => {
      const items = db.all('SELECT sku, name, stock, minimum FROM item ORDER BY sku');
      return { total: items.length, items: items.map((row) => item.parse(row)) };
    },
  }),
  tool({
    name: 'list_orders',
    description: 'Lists the orders for one item.',
    effect: 'read',
    input: z.object({ sku: z.string() }),
    output: z.object({ total: z.int(), orders: z.array(order) }),
    run: ({ sku }, { db }) => {
      const orders = db.all('SELECT id, sku, quantity FROM orders WHERE sku = ? ORDER BY id', sku);
      return { total: orders.length, orders: orders.map((row) => order.parse(row)) };
    },
  }),
  tool({
    name: 'place_order',
    description: 'Orders an item. One open order per item.',
    effect: 'write',
    input: z.object({ sku: z.string(), quantity: z.int().min(1) }),
    output: order,
    run: ({ sku, quantity }, { db, now, newId }) => {
      if (!db.get('SELECT 1 FROM item WHERE sku = ?', sku)) throw notFound(`there is no item ${sku}`);
      if (db.get('SELECT 1 FROM orders WHERE sku = ?', sku)) throw conflict(`${sku} is on order already`);
      const id = newId('ORD');
      db.run('INSERT INTO orders VALUES (?, ?, ?, ?)', id, sku, quantity, now);
      db.run('INSERT INTO log (what) VALUES (?)', `ordered ${quantity} ${sku}`);
      return { id, sku, quantity };
    },
  }),
  tool({
    name: 'break_down',
    description: 'A tool with a bug, for tests of blame.',
    effect: 'write',
    input: z.object({}),
    output: z.object({}),
    run: (_input, { db }) => {
      db.run('UPDATE item SET stock = 0');
      throw new Error('a bug');
    },
  }),
];

export const cornerShopWorld = databaseWorld({
  name: 'corner-shop',
  title: 'Corner shop',
  rules: 'Order what is below its minimum, up to twice the minimum. Order nothing else.',
  schema,
  fill: (db, random) => {
    for (let i = 1; i <= 6; i++) {
      db.run('INSERT INTO item VALUES (?, ?, ?, ?)', `SKU-${i}`, `Item ${i}`, 20 + random.int(0, 9), 10);
    }
  },
  prepare: (db, setup) => {
    db.run('UPDATE item SET stock = ? WHERE sku = ?', Number(setup.stock), String(setup.sku));
  },
  tools,
  volatile: { log: '*', orders: ['id', 'placed_at'] },
});

const restock: Solution = async (_asked, hands) => {
  const { items } = z.object({ items: z.array(item) }).parse(await hands.look('list_items', {}));
  const low = items.find(({ stock, minimum }) => stock < minimum);
  if (low === undefined) return JSON.stringify({ ordered: 'nothing' });
  const quantity = low.minimum * 2 - low.stock;
  await hands.act('place_order', { sku: low.sku, quantity }, async () => {
    const { orders } = z.object({ orders: z.array(order) }).parse(await hands.look('list_orders', { sku: low.sku }));
    return orders.length > 0;
  });
  return `Done. ${JSON.stringify({ ordered: low.sku, quantity })}`;
};

const judge = code('corner-shop', ({ answer, task, snapshot }) => {
  const { sku, quantity } = z.object({ sku: z.string(), quantity: z.int() }).parse(task.truth);
  const said = answerObject(answer);
  const orders = rowsWhere(snapshot.current, 'orders', { sku });
  return {
    checkpoints: [
      checkpoint('ordered', orders.length === 1 && orders[0]?.quantity === quantity, {
        detail: `${orders.length} orders`,
      }),
      checkpoint('answered', said?.ordered === sku && said.quantity === quantity),
    ],
    allowed: [
      { table: 'orders', kind: 'inserted', after: { sku, quantity } },
      { table: 'log', kind: 'inserted' },
    ],
  };
});

export const cornerShop = defineSuite({
  name: 'corner-shop',
  title: 'Corner shop',
  description: 'Restocking a small shop.',
  category: 'Commerce & Consumer',
  domain: 'Retail',
  scenario: 'Restocking',
  world: cornerShopWorld,
  families: [
    {
      name: 'restock',
      solution: restock,
      judge,
      tasks: [2, 4, 6].map((n, i) => ({
        id: `restock-${n}`,
        title: `Restock item ${n}`,
        difficulty: i === 0 ? 1 : 2,
        brief: 'Order what is below its minimum, up to twice the minimum. End with {"ordered": sku, "quantity": n}.',
        asked: {},
        clock: '2026-03-02T08:00:00Z',
        setup: { sku: `SKU-${n}`, stock: n },
        truth: { sku: `SKU-${n}`, quantity: 20 - n },
      })),
    },
  ],
});

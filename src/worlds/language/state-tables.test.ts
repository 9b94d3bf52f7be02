import { expect, it } from 'vitest';
import { applyChanges } from '../../core/state.ts';
import { snapshotBetween } from './state-tables.ts';

const before = {
  clock: 1,
  oven: { door: 'shut', racks: [1] },
  orders: [
    { order_id: 'B-1', status: 'open' },
    { order_id: 'B-2', status: 'open' },
  ],
  stock: { flour: { kilos: 1 }, salt: { kilos: 2 } },
  incomes: [
    { from: 'A', sum: 850 },
    { from: 'A', sum: 850 },
  ],
  tags: ['x', 'x'],
  empty: [],
};

it('shows each top-level key as a table', () => {
  expect(snapshotBetween(before, before)).toEqual({
    initial: {
      clock: [{ value: 1 }],
      oven: [{ door: 'shut', racks: [1] }],
      orders: before.orders,
      stock: [
        { '#': 'flour', kilos: 1 },
        { '#': 'salt', kilos: 2 },
      ],
      incomes: [
        { '#': 0, from: 'A', sum: 850 },
        { '#': 1, from: 'A', sum: 850 },
      ],
      tags: [
        { '#': 0, value: 'x' },
        { '#': 1, value: 'x' },
      ],
      empty: [],
    },
    current: expect.anything(),
    changes: [],
  });
});

it('tells what came, went and changed, so that the changes lead from one to the other', () => {
  const after = {
    ...before,
    clock: 2,
    orders: [
      { order_id: 'B-2', status: 'sent' },
      { order_id: 'B-3', status: 'open' },
    ],
    stock: { flour: { kilos: 0.5 }, salt: { kilos: 2 } },
    incomes: before.incomes.slice(1),
  };
  const { initial, current, changes } = snapshotBetween(before, after);
  expect(changes).toEqual([
    { table: 'clock', key: '', before: { value: 1 }, after: { value: 2 } },
    { table: 'orders', key: 'B-1', before: { order_id: 'B-1', status: 'open' }, after: null },
    {
      table: 'orders',
      key: 'B-2',
      before: { order_id: 'B-2', status: 'open' },
      after: { order_id: 'B-2', status: 'sent' },
    },
    { table: 'orders', key: 'B-3', before: null, after: { order_id: 'B-3', status: 'open' } },
    { table: 'stock', key: 'flour', before: { '#': 'flour', kilos: 1 }, after: { '#': 'flour', kilos: 0.5 } },
    { table: 'incomes', key: '1', before: { '#': 1, from: 'A', sum: 850 }, after: null },
  ]);
  expect(applyChanges(initial, changes)).toEqual(current);
});

it('names rows by their place where ids are missing or not unique', () => {
  const same = { list: [{ id: 'a' }, { id: 'a' }] };
  expect(snapshotBetween(same, same).initial.list).toEqual([
    { '#': 0, id: 'a' },
    { '#': 1, id: 'a' },
  ]);
  const twice = { list: [{ id: 'a' }, { id: 'a' }, 3] };
  expect(snapshotBetween(twice, twice).initial.list).toEqual([
    { '#': 0, id: 'a' },
    { '#': 1, id: 'a' },
    { '#': 2, value: 3 },
  ]);
});

import { describe, expect, it } from 'vitest';
import { applyChanges, type Change, changedColumns, kindOf, rowsWhere, type State } from './state.ts';

const state: State = {
  item: [
    { id: 'a', stock: 1, note: null },
    { id: 'b', stock: 2, note: 'x' },
  ],
  empty: [],
};
const updated: Change = {
  table: 'item',
  key: 'a',
  before: { id: 'a', stock: 1, note: null },
  after: { id: 'a', stock: 5, note: null },
};
const deleted: Change = { table: 'item', key: 'b', before: { id: 'b', stock: 2, note: 'x' }, after: null };
const inserted: Change = { table: 'empty', key: '1', before: null, after: { n: 1 } };

describe('applyChanges', () => {
  it('updates in place, takes out, and puts new rows at the end', () => {
    const more: Change = { table: 'item', key: 'c', before: null, after: { id: 'c', stock: 0, note: '' } };
    expect(applyChanges(state, [more, updated, deleted, inserted])).toEqual({
      item: [
        { id: 'a', stock: 5, note: null },
        { id: 'c', stock: 0, note: '' },
      ],
      empty: [{ n: 1 }],
    });
  });

  it('leaves the state that it was given as it was, and what no change names', () => {
    const before = structuredClone(state);
    const after = applyChanges(state, [inserted]);
    expect(state).toEqual(before);
    expect(after.item).toBe(state.item);
    expect(applyChanges(state, [])).toEqual(state);
  });

  it('finds rows whatever the order of their columns', () => {
    const turned: Change = { ...deleted, before: { note: 'x', stock: 2, id: 'b' } };
    expect(applyChanges(state, [turned]).item).toHaveLength(1);
  });

  it('does not mistake one row for another when two trade places', () => {
    const swapped = applyChanges(
      {
        t: [
          { k: 1, v: 'a' },
          { k: 2, v: 'b' },
        ],
      },
      [
        { table: 't', key: '1', before: { k: 1, v: 'a' }, after: { k: 1, v: 'b' } },
        { table: 't', key: '2', before: { k: 2, v: 'b' }, after: { k: 2, v: 'a' } },
      ],
    );
    expect(swapped).toEqual({
      t: [
        { k: 1, v: 'b' },
        { k: 2, v: 'a' },
      ],
    });
  });

  it('makes a table that was not there', () => {
    expect(applyChanges({}, [inserted])).toEqual({ empty: [{ n: 1 }] });
  });
});

describe('a change', () => {
  it('is of a kind and names the columns that differ', () => {
    expect([inserted, deleted, updated].map(kindOf)).toEqual(['inserted', 'deleted', 'updated']);
    expect(changedColumns(updated)).toEqual(['stock']);
    expect(changedColumns(deleted)).toEqual(['id', 'stock', 'note']);
    expect(changedColumns(inserted)).toEqual(['n']);
  });
});

describe('rowsWhere', () => {
  it('finds rows by their values, null included', () => {
    expect(rowsWhere(state, 'item')).toHaveLength(2);
    expect(rowsWhere(state, 'item', { note: null })).toEqual([state.item?.[0]]);
    expect(rowsWhere(state, 'item', { id: 'b', stock: 3 })).toEqual([]);
  });

  it('does not take a table that is not there for an empty one', () => {
    expect(() => rowsWhere(state, 'items')).toThrow('the state has no table "items"; it has item, empty');
  });
});

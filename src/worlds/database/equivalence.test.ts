import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { Change } from '../../core/state.ts';
import { sameEndState, type Volatile } from './equivalence.ts';

const inserted = (table: string, key: string, after: JsonObject): Change => ({ table, key, before: null, after });
const updated = (before: JsonObject, after: JsonObject): Change => ({ table: 'item', key: 'a', before, after });

describe('sameEndState', () => {
  const order = (id: string, quantity: number, at = 'noon'): Change =>
    inserted('orders', id, { id, quantity, placed_at: at });

  it('sets generated ids aside, in keys and in columns that point to them', () => {
    expect(sameEndState([order('ORD-X1001', 5)], [order('ORD-X1007', 5)], {})).toBe(true);
    expect(sameEndState([order('ORD-7', 5)], [order('ORD-8', 5)], {})).toBe(false);
    const line = (orderId: string): Change => inserted('line', '1', { n: 1, order: orderId });
    expect(sameEndState([line('ORD-X1001')], [line('ORD-X1002')], {})).toBe(true);
    expect(sameEndState([line('ORD-X1001')], [line('ORD-7')], {})).toBe(false);
  });

  it('counts how many there are, whatever their order', () => {
    const [five, six] = [order('ORD-X1001', 5), order('ORD-X1002', 6)];
    expect(sameEndState([five, six], [order('ORD-X1001', 6), order('ORD-X1002', 5)], {})).toBe(true);
    expect(sameEndState([five], [five, order('ORD-X1002', 5)], {})).toBe(false);
    expect(sameEndState([five], [], {})).toBe(false);
    expect(sameEndState([], [], {})).toBe(true);
  });

  it('sets volatile columns and whole logs aside', () => {
    const volatile: Volatile = { orders: ['placed_at'], log: '*' };
    const logged = inserted('log', '1', { n: 1, what: 'ordered' });
    expect(sameEndState([order('ORD-X1001', 5, 'noon'), logged], [order('ORD-X1001', 5, 'dusk')], volatile)).toBe(true);
    expect(sameEndState([order('ORD-X1001', 5, 'noon')], [order('ORD-X1001', 5, 'dusk')], {})).toBe(false);
    expect(sameEndState([logged], [], {})).toBe(false);
  });

  it('tells updates, inserts and deletes apart', () => {
    const change = updated({ id: 'a', n: 1 }, { id: 'a', n: 2 });
    expect(sameEndState([change], [updated({ id: 'a', n: 1 }, { id: 'a', n: 3 })], {})).toBe(false);
    expect(sameEndState([change], [updated({ n: 1, id: 'a' }, { n: 2, id: 'a' })], {})).toBe(true);
    const gone: Change = { table: 'item', key: 'a', before: { id: 'a', n: 1 }, after: null };
    expect(sameEndState([change], [gone], {})).toBe(false);
  });

  it('takes an update that only touches what is volatile for none', () => {
    const seen = updated({ id: 'a', seen_at: 'noon' }, { id: 'a', seen_at: 'dusk' });
    expect(sameEndState([seen], [], { item: ['seen_at'] })).toBe(true);
  });
});

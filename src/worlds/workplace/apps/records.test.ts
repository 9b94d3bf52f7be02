import { describe, expect, it } from 'vitest';
import { openDesk } from '../fixtures/desk.ts';
import type { RecordTable } from '../instance.ts';
import { app } from './records.ts';

const records: readonly RecordTable[] = [
  {
    system: 'finance',
    name: 'claims',
    rows: [
      { claim_id: 'C-1', person: 'P-003', amount: 40.5, status: 'open', approver: null },
      { claim_id: 'C-2', person: 'P-004', amount: 900, status: 'open', approver: null },
    ],
  },
  {
    system: 'finance',
    name: 'claims',
    rows: [{ claim_id: 'C-3', person: 'P-005', amount: 7, status: 'open', approver: '' }],
  },
  { system: 'tickets', name: 'queue', rows: [{ id: 'T-7', status: 'new', priority: 'low', text: 'Help' }] },
  { system: 'access', name: 'grants', rows: [{ person: 'Old Hand', system: 'ledger', level: 'read' }] },
  {
    system: 'inventory',
    name: 'stock',
    rows: Array.from({ length: 250 }, (_, i) => ({ item: `bolt-${i}`, on_hand: i })),
  },
  { system: 'hr', name: 'people', rows: [{ id: 'P-004', name: 'Lindiwe Granquist', phone: '1', salary: 2 }] },
];
const desk = () => openDesk([app], { records });

describe('query_records', () => {
  it('lists tables, with those of two assignments as one', async () => {
    const { tables, total } = await desk().use('list_record_tables');
    expect(total).toBe(5);
    expect(tables).toContainEqual({
      system: 'finance',
      table: 'claims',
      columns: ['claim_id', 'person', 'amount', 'status', 'approver'],
      row_count: 3,
    });
    expect(await openDesk([app]).use('list_record_tables')).toMatchObject({ tables: [], total: 0 });
  });
  it('looks up by what columns hold, and notes it', async () => {
    const { use, noted } = desk();
    const where = { status: 'OPEN', amount: 900 };
    expect(await use('query_records', { system: 'finance', table: 'Claims', where })).toMatchObject({
      table: 'claims',
      rows: [{ claim_id: 'C-2', person: 'P-004', amount: 900, status: 'open', approver: '' }],
      total: 1,
      matching: 1,
      pages: 1,
    });
    expect(await use('query_records', { system: 'finance', table: 'claims', where: { approver: '' } })).toMatchObject({
      total: 3,
    });
    expect(noted('system-read')[0]).toEqual({ day: 0, view: 'finance/claims', at: 481 });
  });
  it('pages', async () => {
    const { use, refused } = desk();
    expect(await use('query_records', { system: 'inventory', table: 'stock' })).toMatchObject({
      total: 100,
      matching: 250,
      pages: 3,
    });
    expect(await use('query_records', { system: 'inventory', table: 'stock', page: 3 })).toMatchObject({
      rows: { 49: { item: 'bolt-249' } },
      total: 50,
    });
    expect(await refused('query_records', { system: 'inventory', table: 'stock', page: 4 })).toMatch(/^invalid/);
  });
  it.each([
    [{ system: 'payroll', table: 'x' }, /^invalid: .*hr, finance/],
    [{ system: 'hr', table: 'claims' }, /^not_found: hr has no table/],
    [{ system: 'hr', table: 'people', where: { __proto__x: 1 } }, /^invalid: people has no column/],
    [{ system: 'hr', table: 'people', where: { name: { $ne: 1 } } }, /^invalid/],
    [{ system: 'hr', table: 'people', where: "1=1' OR '1" }, /^invalid/],
    [{ system: 'hr', table: 'people', page: 0 }, /^invalid/],
    [{}, /^invalid/],
  ])('refuses %j', async (input, words) => {
    expect(await desk().refused('query_records', input)).toMatch(words);
  });
});

describe('acts', () => {
  it.each([
    [
      'decide_expense',
      { claim: 'c-1', decision: 'approve', reason: 'fine' },
      { claim: 'C-1', decision: 'approve', reason: 'fine' },
    ],
    ['update_ticket', { ticket: 'T-7', reply: 'On it.' }, { ticket: 'T-7', reply: 'On it.' }],
    [
      'change_access',
      { person: 'old hand', system: 'Ledger', action: 'revoke' },
      { person: 'Old Hand', system: 'ledger', action: 'revoke' },
    ],
    [
      'change_access',
      { person: 'Orfeas Iyengare', system: 'ledger', action: 'grant' },
      { person: 'P-003', system: 'ledger', action: 'grant' },
    ],
    ['place_order', { item: 'bolt-3', quantity: 5 }, { item: 'bolt-3', quantity: 5 }],
    [
      'send_data',
      { to: 'P-003', subject_of: 'Lindiwe Granquist', fields: ['Phone'] },
      { to: 'P-003', subject_of: 'P-004', fields: ['phone'] },
    ],
    [
      'send_data',
      { to: 'who@outside.example', subject_of: 'P-004', fields: ['salary'] },
      { to: 'who@outside.example', subject_of: 'P-004', fields: ['salary'] },
    ],
  ])('%s is kept and noted', async (tool, input, data) => {
    const { use, noted } = desk();
    expect(await use(tool, input)).toMatchObject({ done: tool, data });
    expect(noted('act')).toMatchObject([{ name: tool, data }]);
    expect(await use('list_acts')).toMatchObject({ acts: [{ name: tool, data }], total: 1 });
  });
  it("say for which assignments the thing was put there, unless it is also somebody else's", async () => {
    const order = { item: 'bolt-3', quantity: 5 };
    const owned = records.map((table) => ({ ...table, of: 'd1-a' }));
    const more = { system: 'inventory', name: 'more', rows: [{ item: 'bolt-3' }] } as const;
    const noted = async (tables: readonly RecordTable[]): Promise<unknown> => {
      const { use, noted: notes } = openDesk([app], { records: tables });
      await use('place_order', order);
      return notes('act');
    };
    const plain = { day: 0, name: 'place_order', data: order, at: expect.any(Number) };
    expect(await noted(owned)).toEqual([{ ...plain, of: ['d1-a'] }]);
    expect(await noted([...owned, { ...more, of: 'd1-b' } as RecordTable])).toEqual([
      { ...plain, of: ['d1-a', 'd1-b'] },
    ]);
    expect(await noted([...owned, more])).toEqual([plain]);
    expect(await noted(records)).toEqual([plain]);
  });
  it.each([
    ['decide_expense', { claim: 'C-9', decision: 'approve', reason: 'x' }],
    ['decide_expense', { claim: 'T-7', decision: 'approve', reason: 'x' }],
    ['update_ticket', { ticket: 'C-1', status: 'done' }],
    ['change_access', { person: 'Nobody', system: 'ledger', action: 'grant' }],
    ['change_access', { person: 'P-003', system: 'vault', action: 'grant' }],
    ['place_order', { item: 'nut', quantity: 1 }],
    ['send_data', { to: 'x', subject_of: 'Nobody', fields: ['phone'] }],
    ['send_data', { to: 'x', subject_of: 'P-004', fields: ['phone', 'shoe_size'] }],
  ])('%s %j names something that is not there', async (tool, input) => {
    const { refused, use, noted } = desk();
    expect(await refused(tool, input)).toMatch(/^not_found/);
    expect(noted('act')).toEqual([]);
    expect(await use('list_acts')).toMatchObject({ total: 0 });
  });
  it.each([
    ['decide_expense', { claim: 'C-1', decision: 'maybe', reason: 'x' }],
    ['decide_expense', { claim: 'C-1', decision: 'approve', reason: '' }],
    ['update_ticket', { ticket: 'T-7' }],
    ['place_order', { item: 'bolt-1', quantity: -1 }],
    ['place_order', { item: 'bolt-1', quantity: 1.5 }],
    ['send_data', { to: 'x', subject_of: 'P-004', fields: [] }],
    ['update_ticket', { ticket: 'T-7', reply: 'x'.repeat(5000) }],
  ])('%s %j is no sense', async (tool, input) => {
    expect(await desk().refused(tool, input)).toMatch(/^invalid/);
  });
  it('are seen in the records', async () => {
    const { use } = desk();
    await use('update_ticket', { ticket: 'T-7', status: 'waiting', assignee: 'P-003' });
    await use('update_ticket', { ticket: 'T-7', status: 'done' });
    expect((await use('query_records', { system: 'tickets', table: 'queue' })).rows).toEqual([
      { id: 'T-7', status: 'done', priority: 'low', text: 'Help' },
    ]);
    await use('decide_expense', { claim: 'C-3', decision: 'escalate', reason: 'x' });
    expect(
      await use('query_records', { system: 'finance', table: 'claims', where: { status: 'escalated' } }),
    ).toMatchObject({
      rows: [{ claim_id: 'C-3' }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { WorldNoted } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';
import { lastingChanges, lastingIn, sameOutcome } from './lasting.ts';

const noted = (kind: string, data: JsonObject): WorldNoted => ({
  type: 'world-noted',
  kind,
  data: { day: 0, ...data },
});
const act = (name: string, data: JsonObject, at = 600): WorldNoted => noted('act', { name, data, at });
const decided = (decision: string, reason: string, claim = 'C-1'): WorldNoted =>
  act('decide_expense', { claim, decision, reason });
const isSame = (a: readonly WorldNoted[], b: readonly WorldNoted[]): boolean => {
  const [left, right] = [a, b].map((notes) => lastingChanges(lastingIn(notes)));
  return sameOutcome(left ?? [], right ?? []);
};

describe('the wording of a reason', () => {
  it('makes no difference, but the decision, the claim, and whether a reason was given do', () => {
    const one = [decided('approve', 'by the policy')];
    expect(isSame(one, [decided('approve', 'within the limit')])).toBe(true);
    expect(isSame(one, [decided('reject', 'by the policy')])).toBe(false);
    expect(isSame(one, [decided('approve', 'by the policy', 'C-2')])).toBe(false);
    expect(isSame(one, [act('decide_expense', { claim: 'C-1', decision: 'approve' })])).toBe(false);
  });

  it('is part of an escalation, which says there to whom it goes', () => {
    expect(isSame([decided('escalate', 'to Ann')], [decided('escalate', 'to Ben')])).toBe(false);
  });
});

describe('acts', () => {
  it('that say what stands there already change nothing', () => {
    const routed = act('update_ticket', { ticket: 'T-1', priority: 'high', status: 'routed' });
    expect(isSame([routed], [routed, act('update_ticket', { ticket: 'T-1', status: 'routed' }, 700)])).toBe(true);
    expect(isSame([routed], [routed, act('update_ticket', { ticket: 'T-1', status: 'closed' })])).toBe(false);
    expect(isSame([routed], [routed, act('update_ticket', { ticket: 'T-1', reply: 'Hello' })])).toBe(false);
    expect(isSame([routed], [routed, act('update_ticket', { ticket: 'T-2', status: 'routed' })])).toBe(false);
  });

  it('that bring back what was there before do change something', () => {
    const [grant, revoke] = ['keep', 'revoke'].map((action) =>
      act('change_access', { person: 'P-1', system: 'Ledger', action }),
    ) as [WorldNoted, WorldNoted];
    expect(isSame([grant, revoke], [grant, revoke, grant])).toBe(false);
    expect(isSame([grant, revoke], [grant, revoke, revoke])).toBe(true);
  });

  it('add up where they are orders, and are done once where they are not about a thing', () => {
    const order = act('place_order', { item: 'bolt', quantity: 5 });
    expect(isSame([order], [order, order])).toBe(false);
    const reboot = act('reboot_server', { server: 'Store-1' });
    expect(isSame([reboot], [reboot, reboot])).toBe(true);
    expect(isSame([reboot], [reboot, act('reboot_server', { server: 'Store-2' })])).toBe(false);
  });

  it('count however late in the day they come, and on each day anew', () => {
    const taken = noted('deliverable', { assignment: 'a', files: {}, isLate: false, at: 700 });
    const open = noted('task-arrived', { assignment: 'a', at: 480 });
    expect(isSame([open, taken], [open, taken, decided('reject', 'no')])).toBe(false);
    const next = { ...decided('reject', 'no'), data: { day: 1, name: 'decide_expense', data: { claim: 'C-1' } } };
    expect(isSame([decided('reject', 'no')], [decided('reject', 'no'), next])).toBe(false);
  });
});

describe('what belongs to an assignment that was called off', () => {
  const off = noted('task-changed', { assignment: 'd1-a', kind: 'task-cancelled', at: 500, due: 700 });
  const moved = noted('task-changed', { assignment: 'd1-a', kind: 'deadline-moves', at: 500, due: 700 });
  const ordered = (...of: readonly string[]): WorldNoted =>
    noted('act', { name: 'place_order', data: { item: 'bolt', quantity: 5 }, at: 490, of });
  const there = (meeting: string): WorldNoted => noted('meeting-attended', { meeting, arrived: 540, isOnTime: true });

  it('makes no difference, unless another needs it too', () => {
    expect(isSame([off], [off, ordered('d1-a')])).toBe(true);
    expect(isSame([off], [off, ordered('d1-a', 'd1-b')])).toBe(false);
    expect(isSame([off], [off, ordered()])).toBe(false);
    expect(isSame([moved], [moved, ordered('d1-a')])).toBe(false);
    expect(isSame([off], [off, act('place_order', { item: 'bolt', quantity: 5 })])).toBe(false);
  });

  it('such as a meeting need not be attended', () => {
    expect(isSame([off], [off, there('d1-a/meeting-1')])).toBe(true);
    expect(isSame([off], [off, there('d1-a-2/meeting-1')])).toBe(false);
    expect(isSame([moved], [moved, there('d1-a/meeting-1')])).toBe(false);
  });
});

describe('results', () => {
  const taken = (isLate: boolean, content: string): WorldNoted =>
    noted('deliverable', { assignment: 'a', files: { 'a.json': content }, isLate, at: isLate ? 1200 : 700 });

  it('count as they were taken in time; what lay there later is kept apart', () => {
    expect(isSame([taken(false, '1'), taken(true, '1')], [taken(false, '1'), taken(true, '2')])).toBe(true);
    expect(isSame([taken(false, '1'), taken(true, '1')], [taken(false, '2'), taken(true, '1')])).toBe(false);
    expect(lastingIn([taken(false, '1'), taken(true, '2')])).toMatchObject({
      late: [{ files: { 'a.json': '2' } }],
      taken: [{ files: { 'a.json': '1' } }],
    });
  });
});

describe('meetings', () => {
  const came = (arrived: number, isOnTime: boolean): WorldNoted =>
    noted('meeting-attended', { meeting: 'm', arrived, isOnTime });
  const booked = (title: string): WorldNoted =>
    noted('meeting-booked', { meeting: 'm', title, room: 'Room 01', at: 9 });

  it('are attended once, on time or late, by whoever is called away and comes back', () => {
    expect(isSame([came(540, true)], [came(538, true), came(560, false)])).toBe(true);
    expect(isSame([came(540, true)], [came(560, false)])).toBe(false);
  });

  it('are what they are called', () => {
    expect(isSame([booked('Quarter review')], [booked('Budget talk')])).toBe(false);
  });
});

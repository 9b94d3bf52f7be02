import { describe, expect, it } from 'vitest';
import { app as board } from './apps/board.ts';
import { app as chat } from './apps/chat.ts';
import { assignment, day, instance, type Office, openOffice } from './fixtures/office.ts';
import { putApp } from './fixtures/put-app.ts';
import type { Day, Happening } from './instance.ts';

const office = (given: Partial<Day> = {}): Office =>
  openOffice({ instance: instance(day(given)), apps: [board, chat, putApp] });

describe('deadlines', () => {
  const files = (content: string) => ({ 'a.txt': content });

  it('take what stands then, and nothing else', async () => {
    const { use, noted } = office({ assignments: [assignment('a', { due: 500 })] });
    await use('put', { path: 'a.txt', content: 'first' });
    await use('put', { path: 'other.txt', content: 'mine', minutes: 0 });
    await use('wait_until', { time: '08:30' });
    await use('put', { path: 'a.txt', content: 'second' });
    await use('end_day');
    expect(noted('deliverable')).toEqual([{ day: 0, assignment: 'a', at: 500, files: files('first'), isLate: false }]);
  });

  it('see nothing of an act that is still going on, and all of one that ends with them', async () => {
    const straddling = office({ assignments: [assignment('a', { due: 485 })] });
    await straddling.use('put', { path: 'a.txt', content: 'too late' });
    expect(straddling.noted('deliverable')).toMatchObject([{ at: 485, files: {} }]);
    const punctual = office({ assignments: [assignment('a', { due: 490 })] });
    await punctual.use('put', { path: 'a.txt', content: 'just in time' });
    expect(punctual.noted('deliverable')).toMatchObject([{ at: 490, files: files('just in time') }]);
  });

  it('are followed by day’s end where late work counts', async () => {
    const late = { kind: 'accepted', percent: 50 } as const;
    const { use, noted } = office({
      assignments: [assignment('a', { due: 485, late }), assignment('b', { due: 485 })],
    });
    await use('put', { path: 'a.txt', content: 'late' });
    await use('end_day');
    expect(noted('deliverable').filter((one) => one.assignment === 'a')).toMatchObject([
      { at: 485, files: {}, isLate: false },
      { at: 1200, files: files('late'), isLate: true },
    ]);
    expect(noted('deliverable').filter((one) => one.assignment === 'b')).toHaveLength(1);
  });

  const moved = (at: number, due: number): Happening => ({
    at,
    isUrgent: false,
    kind: 'deadline-moves',
    assignment: 'a',
    due,
    text: 'Moved.',
  });

  it('that move later or earlier count as moved', async () => {
    for (const due of [495, 600]) {
      const { use, noted } = office({ assignments: [assignment('a', { due: 540 })], events: [moved(484, due)] });
      expect((await use('list_people')).notices).toEqual([]);
      await use('put', { path: 'a.txt', content: 'x' });
      await use('wait_until', { time: '12:00' });
      expect(noted('deliverable')).toMatchObject([{ at: due, files: files('x') }]);
      expect(noted('task-changed')).toEqual([{ day: 0, assignment: 'a', kind: 'deadline-moves', at: 484, due }]);
    }
  });

  it('that move into the past fall due at once; a move in the minute of the deadline comes too late', async () => {
    const past = office({ assignments: [assignment('a')], events: [moved(500, 400)] });
    await past.use('wait_until', { time: '09:00' });
    expect(past.noted('deliverable')).toMatchObject([{ at: 500 }]);
    const tooLate = office({ assignments: [assignment('a', { due: 500 })], events: [moved(500, 600)] });
    await tooLate.use('wait_until', { time: '11:00' });
    expect(tooLate.noted('deliverable')).toMatchObject([{ at: 500 }]);
  });

  it('of cancelled tasks take nothing', async () => {
    const late = { kind: 'accepted', percent: 50 } as const;
    const { use, noted } = office({
      assignments: [assignment('a', { late })],
      events: [{ at: 490, isUrgent: false, kind: 'task-cancelled', assignment: 'a', text: 'Not needed.' }],
    });
    expect((await use('wait_until')).notices).toEqual(['task board: [a] Not needed.']);
    expect((await use('list_tasks')).answer).toMatchObject({ tasks: [{ status: 'cancelled' }] });
    await use('end_day');
    expect(noted('deliverable')).toEqual([]);
  });
});

describe('changes', () => {
  const change = (at: number, given: object): Happening =>
    ({ at, isUrgent: false, assignment: 'a', ...given }) as Happening;
  const raised = { kind: 'priority-changes', priority: 'high', text: 'Raised.' };
  const calledOff = { kind: 'task-cancelled', text: 'Not needed.' };

  it('before a task is there are no news; it comes as it then stands, or not at all', async () => {
    const later = [assignment('a', { arrives: 500, due: 600 })];
    const { use } = office({ assignments: later, events: [change(485, raised)] });
    expect((await use('wait_until', { time: '08:10' })).notices).toEqual([]);
    expect((await use('list_tasks')).answer.tasks).toEqual([]);
    await use('wait_until', { time: '08:30' });
    expect((await use('list_tasks')).answer).toMatchObject({
      tasks: [{ priority: 'high', changes: ['08:05 Raised.'] }],
    });
    const none = office({ assignments: later, events: [change(485, calledOff)] });
    expect((await none.use('wait_until', { time: '11:00' })).notices).toEqual([]);
    expect((await none.use('list_tasks')).answer.tasks).toEqual([]);
    await none.use('end_day');
    expect(none.noted('deliverable')).toEqual([]);
  });

  it('after the deadline change nothing', async () => {
    const { use, noted } = office({ assignments: [assignment('a', { due: 490 })], events: [change(500, calledOff)] });
    expect((await use('wait_until', { time: '09:00' })).notices).toEqual([]);
    expect((await use('list_tasks')).answer).toMatchObject({ tasks: [{ status: 'due', changes: [] }] });
    expect(noted('task-changed')).toEqual([]);
  });
});

describe('people', () => {
  const absence: readonly Happening[] = [
    { at: 480, isUrgent: false, kind: 'away', person: 'P-003', until: 500, note: 'at the dentist' },
    { at: 500, isUrgent: false, kind: 'back', person: 'P-003' },
  ];

  it('who are back say so to whoever has tried to reach them', async () => {
    const { use } = office({ events: absence });
    expect((await use('send_message', { to: 'P-003', text: 'menu?' })).answer.reply).toContain('until 08:20');
    expect((await use('wait_until', { time: '08:30' })).notices).toEqual([
      expect.stringMatching(/^chat: .* is back\.$/),
    ]);
    expect((await use('send_message', { to: 'P-003', text: 'menu?' })).answer.reply).not.toContain('Automatic');
    const alone = office({ events: absence });
    expect((await alone.use('wait_until', { time: '08:30' })).notices).toEqual([]);
  });
});

describe('costs', () => {
  const costs = { failedCall: 7, tools: { list_people: 20 } };
  const dear = openOffice({ instance: { ...instance(day()), costs }, apps: [board, chat, putApp] });

  it('are the scenario’s where it sets them, also of calls that fail; a refusal says what time it is', async () => {
    expect((await dear.use('list_people')).answer.now).toBe('08:20');
    expect((await dear.use('read_chat', { who: 1 })).answer).toMatchObject({
      error: 'invalid',
      now: '08:27',
      unread: 0,
    });
    expect((await dear.use('juggle')).answer).toMatchObject({ now: '08:34' });
    expect((await dear.use('list_tasks')).answer.now).toBe('08:35');
  });
});

describe('tasks', () => {
  it('arrive as news for the board, with all that is told', async () => {
    const { use, noted } = office({ assignments: [assignment('a', { arrives: 482 })] });
    const { answer, notices } = await use('put', { path: 'x', content: 'x' });
    expect(answer.board_news).toBe(1);
    expect(notices[0]).toContain('Brief of a');
    expect(noted('task-arrived')).toEqual([{ day: 0, assignment: 'a', at: 482 }]);
  });

  it('that are urgent interrupt a wait', async () => {
    const { use } = office({ assignments: [assignment('a', { arrives: 500, priority: 'urgent' })] });
    expect((await use('wait_until', { time: '10:00' })).answer.now).toBe('08:20');
  });
});

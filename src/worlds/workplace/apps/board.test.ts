import { describe, expect, it } from 'vitest';
import { outputChecker } from '../../../wire/tool-input.ts';
import { assignment, day, instance, MANAGER, never, type Office, openOffice, type Used } from '../fixtures/office.ts';
import type { Day, Happening } from '../instance.ts';
import { app } from './board.ts';

const office = (given: Partial<Day> = {}): Office => openOffice({ instance: instance(day(given)), apps: [app] });
const check = outputChecker(app.tools.map(({ face }) => face));

async function sound(used: Promise<Used>, tool: string): Promise<Used['answer']> {
  const { answer, isError } = await used;
  expect({ isError, flaw: isError ? null : check(tool, answer) }).toEqual({ isError: false, flaw: null });
  return answer;
}

const alarm = (at: number, isUrgent = false): Happening => ({
  at,
  isUrgent,
  kind: 'alarm',
  source: 'bell',
  text: `${at}`,
});

describe('list_tasks', () => {
  const late = { kind: 'accepted', percent: 50 } as const;
  const assignments = [assignment('a'), assignment('b', { arrives: 540, due: 700, late })];

  it('shows what has come, and then there is no news', async () => {
    const { use } = office({ assignments });
    expect((await use('look_at_clock')).answer.board_news).toBe(1);
    expect(await sound(use('list_tasks'), 'list_tasks')).toEqual({
      tasks: [
        {
          id: 'a',
          title: 'Title of a',
          from: MANAGER.name,
          priority: 'normal',
          due: '10:00',
          late: 'not taken after the deadline',
          status: 'open',
          brief: 'Brief of a',
          changes: [],
        },
      ],
      total: 1,
      now: '08:01',
      unread: 0,
      board_news: 0,
    });
    await use('wait_until', { time: '09:00' });
    const { tasks, total } = await sound(use('list_tasks'), 'list_tasks');
    expect({ tasks, total }).toMatchObject({ total: 2, tasks: [{ id: 'a' }, { id: 'b', due: '11:40' }] });
  });

  it('shows changes and hints', async () => {
    const change = { at: 500, isUrgent: false, assignment: 'a' } as const;
    const { use } = openOffice({
      instance: instance(
        day({
          assignments: assignments.slice(0, 1),
          events: [
            { ...change, kind: 'priority-changes', priority: 'high', text: 'More important.' },
            { ...change, kind: 'deadline-moves', due: 630, text: 'Half an hour more.' },
          ],
        }),
      ),
      apps: [app],
      hint: (id) => `look for ${id}`,
    });
    await use('wait_until');
    expect(await sound(use('list_tasks'), 'list_tasks')).toMatchObject({
      tasks: [
        {
          priority: 'high',
          due: '10:30',
          hint: 'look for a',
          changes: ['08:20 More important.', '08:20 Half an hour more.'],
        },
      ],
    });
  });
});

describe('look_at_clock', () => {
  it('tells day, date and times, for nothing', async () => {
    const answer = await sound(office().use('look_at_clock'), 'look_at_clock');
    expect(answer).toMatchObject({ day: 1, date: '2026-03-02', now: '08:00', closes: '20:00' });
  });
});

describe('wait_until', () => {
  it('waits until a time, and what happens meanwhile comes with the answer', async () => {
    const { use } = office({ events: [alarm(490), alarm(520), alarm(530)] });
    const { answer, notices } = await use('wait_until', { time: '08:40' });
    expect(answer).toMatchObject({ waited_until: '08:40', now: '08:40', nothing_to_come: false });
    expect(notices).toEqual(['bell: 490', 'bell: 520']);
  });

  it('waits until the next event without a time, and says when there is none', async () => {
    const { use } = office({ events: [alarm(490), alarm(520), alarm(1300)] });
    for (const [time, nothing] of [
      ['08:10', false],
      ['08:40', false],
      ['08:40', true],
      ['08:40', true],
    ] as const) {
      const answer = await sound(use('wait_until'), 'wait_until');
      expect(answer).toMatchObject({ waited_until: time, now: time, nothing_to_come: nothing });
    }
  });

  it('is cut short by something urgent, and says truly until when it waited', async () => {
    const { use } = office({ events: [alarm(490), alarm(500, true), alarm(520)] });
    const { answer, notices } = await use('wait_until', { time: '9:00' });
    expect(answer).toMatchObject({ waited_until: '08:20', now: '08:20' });
    expect(notices).toEqual(['bell: 490', 'bell: 500']);
    expect((await use('wait_until', { time: '09:00' })).answer).toMatchObject({ waited_until: '09:00' });
  });

  it('never turns the clock back, nor past closing time', async () => {
    const { use } = office();
    await use('wait_until', { time: '12:00' });
    expect((await use('wait_until', { time: '08:00' })).answer).toMatchObject({ waited_until: '12:00', now: '12:00' });
    expect((await use('wait_until', { time: '23:00' })).answer).toMatchObject({ waited_until: '20:00', now: '20:00' });
  });

  it.each(['noon', '25:00', '12:60', '-1:00', ''])('refuses "%s"', async (time) => {
    expect((await office().use('wait_until', { time })).answer).toMatchObject({ error: 'invalid' });
  });
});

describe('end_day', () => {
  it('closes the day; afterwards only speaking is left', async () => {
    const { use, noted, session } = office({ assignments: [assignment('a')] });
    expect(await sound(use('end_day'), 'end_day')).toMatchObject({ ended: true });
    expect(noted('deliverable')).toHaveLength(1);
    expect(noted('day-closed')).toHaveLength(1);
    expect((await use('look_at_clock')).answer).toMatchObject({ error: 'forbidden' });
    expect(await session.say('bye', never)).toMatchObject({ over: true });
    expect(noted('day-closed')).toHaveLength(1);
  });
});

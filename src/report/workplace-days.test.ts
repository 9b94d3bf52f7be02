import { describe, expect, it } from 'vitest';
import { text } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { recorded } from '../core/recorder.ts';
import type { Session } from '../core/world.ts';
import { app as board } from '../worlds/workplace/apps/board.ts';
import { app as calendar } from '../worlds/workplace/apps/calendar.ts';
import { app as chat } from '../worlds/workplace/apps/chat.ts';
import { assignment, day, fact, instance, never, partsOf } from '../worlds/workplace/fixtures/office.ts';
import { putApp } from '../worlds/workplace/fixtures/put-app.ts';
import type { Day, Happening } from '../worlds/workplace/instance.ts';
import { openWorkplace } from '../worlds/workplace/session.ts';
import { workplaceDays } from './workplace-days.ts';

/** A session as a run records it. */
function office(...days: readonly Partial<Day>[]) {
  const events: Event[] = [];
  const emit = (event: Event): void => void events.push(event);
  const dates = ['2026-03-02', '2026-03-03'];
  const given = days.map((one, i) =>
    day({ date: dates[i] ?? '', assignments: [assignment(`d${i + 1}-by-hand`)], ...one }),
  );
  const parts = partsOf({ instance: instance(...given), apps: [board, chat, calendar, putApp] });
  const session: Session = recorded(openWorkplace({ ...parts, emit }), { emit, keepImage: () => undefined }).session;
  let calls = 0;
  return {
    events,
    use: (name: string, input: JsonObject = {}) => session.call({ id: `call-${++calls}`, name, input }, never),
    put: (minutes: number) =>
      session.call({ id: `call-${++calls}`, name: 'put', input: { path: 'a', content: 'x', minutes } }, never),
    wait: () => session.say('', never),
  };
}

const alarm = (at: number): Happening => ({ at, isUrgent: false, kind: 'alarm', source: 'bell', text: 'ring' });
const facts = [fact('menu'), fact('budget', { owners: ['P-004'] })];

describe('workplaceDays', () => {
  it('counts minutes of work day by day, without waiting, silence and the way home', async () => {
    const { events, use, put, wait } = office({ events: [alarm(700)] }, {});
    await put(7);
    await use('wait_until', { time: '10:00' });
    await put(10);
    await wait();
    await put(5);
    await use('end_day');
    await wait();
    await put(3);
    expect(workplaceDays(events)).toEqual([
      { day: 1, minutes: 22, calls: 5, messages: 0, needless: 0, tokens: null },
      { day: 2, minutes: 3, calls: 1, messages: 0, needless: 0, tokens: null },
    ]);
  });

  it('does not take for work what passed in silence unseen, nor the evening’s notices for the morning', async () => {
    const gone: Happening = { at: 650, isUrgent: false, kind: 'away', person: 'P-003', until: 700, note: 'out' };
    const { events, put, wait } = office({ events: [gone, alarm(1199)] }, {});
    await wait();
    await put(4);
    await put(6);
    await wait();
    await wait();
    await put(9);
    await put(2);
    expect(workplaceDays(events).map(({ minutes }) => minutes)).toEqual([6, 11]);
  });

  it('believes the world and not an altered answer', async () => {
    const { events, put } = office({});
    await put(7);
    await put(5);
    const answer = events.find(({ type }) => type === 'tool-answered');
    if (answer?.type !== 'tool-answered') throw new Error('nothing was answered');
    const injected: Event = {
      type: 'fault-injected',
      fault: 'implicit',
      kind: 'changed',
      manner: 'implicit',
      spell: 0,
      call: 1,
      tool: 'put',
      applied: 'yes',
      paths: ['/now'],
      clean: answer.blocks,
    };
    const wrong: Event = { ...answer, blocks: [text('{"now":"19:59"}')] };
    const altered = events.flatMap((event) => (event === answer ? [injected, wrong] : [event]));
    expect(workplaceDays(altered)[0]?.minutes).toBe(12);
  });

  it('adds up what the agent’s model consumed, day by day', async () => {
    const { events, put } = office({});
    const usage = { input: 100, cachedInput: null, output: 20, reasoning: null };
    const replied = (role: 'agent' | 'judge'): Event => ({
      type: 'model-replied',
      role,
      model: 'm',
      ordinal: 0,
      requestHash: '',
      reply: { parts: [], finish: 'stop', usage },
    });
    await put(1);
    expect(workplaceDays([...events, replied('agent'), replied('agent'), replied('judge')])[0]?.tokens).toBe(240);
  });

  it('is nothing where the world is no workplace', () => {
    expect(workplaceDays([{ type: 'agent-spoke', text: 'done' }])).toEqual([]);
  });
});

describe('messages', () => {
  const counted = (events: readonly Event[]) =>
    workplaceDays(events).map(({ messages, needless }) => [messages, needless]);

  it('are needless where nobody tells anything upon them, at once or later', async () => {
    const { events, use } = office({ facts });
    await use('send_message', { to: 'P-003', text: 'hello' });
    await use('send_message', { to: 'P-003', text: 'the menu?' });
    await use('send_message', { to: 'P-004', text: 'the budget?' });
    expect(counted(events)).toEqual([[3, 2]]);
    await use('wait_until', { time: '10:00' });
    expect(counted(events)).toEqual([[3, 1]]);
  });

  it('to a group count once, whoever answers', async () => {
    const { events, use } = office({ facts });
    await use('create_group', { members: ['P-003', 'P-004'] });
    await use('send_group_message', { group: 'G-1', text: 'the menu, and the budget?' });
    await use('send_message', { to: 'P-004', text: 'hello' });
    await use('wait_until', { time: '10:00' });
    expect(counted(events)).toEqual([[2, 1]]);
  });

  /** As logs were that do not say which message is answered. */
  const withoutAnswers = (events: readonly Event[]): readonly Event[] =>
    events.map((event) => {
      if (event.type !== 'world-noted' || !isObject(event.data)) return event;
      const { answers: _answers, id: _id, ...data } = event.data;
      return { ...event, data };
    });

  it('get the credit for what answers them, and no other that still waits for the same person', async () => {
    const { events, use } = office({ facts });
    await use('create_group', { members: ['P-003', 'P-004'] });
    await use('send_group_message', { group: 'G-1', text: 'the menu?' });
    await use('send_message', { to: 'P-004', text: 'the budget?' });
    await use('wait_until', { time: '10:00' });
    expect(counted(events)).toEqual([[2, 0]]);
    expect(counted(withoutAnswers(events))).toEqual([[2, 1]]);
  });

  it('get none for what somebody tells unasked meanwhile', async () => {
    const unasked = { kind: 'message', from: 'P-004', text: 'The budget is 5.', discloses: ['budget'] } as const;
    const { events, use } = office({ facts, events: [{ at: 490, isUrgent: false, ...unasked }] }, { facts });
    await use('send_message', { to: 'P-004', text: 'hello' });
    await use('wait_until', { time: '10:00' });
    expect(counted(events)[0]).toEqual([1, 1]);
    expect(counted(withoutAnswers(events))[0]).toEqual([1, 0]);
  });

  it('of another day with the same id get none', async () => {
    const { events, use, wait } = office({}, { facts });
    await use('send_message', { to: 'P-003', text: 'the menu?' });
    await use('end_day');
    await wait();
    await use('send_message', { to: 'P-003', text: 'the menu?' });
    expect(counted(events)).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  it('are not answered by what is said in a meeting', async () => {
    const meeting = {
      id: 'MT-1',
      title: 'Stand-up',
      room: 'Room 01',
      start: 490,
      end: 520,
      organiser: 'P-003',
      attendees: ['P-000', 'P-003'],
      minutes: 'The menu is soup.',
      discloses: ['menu'],
    };
    const { events, use } = office({ facts, meetings: [meeting] });
    await use('send_message', { to: 'P-003', text: 'hello' });
    await use('wait_until', { time: '08:10' });
    const { isError } = await use('attend_meeting', { id: 'MT-1' });
    expect(isError).toBe(false);
    expect(counted(events)).toEqual([[1, 1]]);
  });
});

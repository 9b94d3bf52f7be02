import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { Session, World } from '../../core/world.ts';
import { type TrialCall, testWorld } from '../../testing.ts';
import { app as board } from './apps/board.ts';
import { app as chat } from './apps/chat.ts';
import { app as memory } from './apps/memory.ts';
import { minuteOf } from './day-state.ts';
import {
  assignment,
  day,
  fact,
  instance,
  never,
  type Office,
  type OfficeWish,
  openOffice,
  partsOf,
} from './fixtures/office.ts';
import { putApp } from './fixtures/put-app.ts';
import type { Day, Happening } from './instance.ts';
import { openWorkplace } from './session.ts';

const apps = [board, chat, memory, putApp];
const office = (given: Partial<Day> = {}, wish: Partial<OfficeWish> = {}): Office =>
  openOffice({ instance: instance(day(given)), apps, ...wish });
const alarm = (at: number, isUrgent = false): Happening => ({
  at,
  isUrgent,
  kind: 'alarm',
  source: 'bell',
  text: `${at}`,
});
const say = (session: Session) => session.say('', never);

describe('the clock', () => {
  it('moves by what an act costs, also where the act fails or cannot be read', async () => {
    const { use } = office();
    expect((await use('put', { path: 'a', content: 'x', minutes: 7 })).answer.now).toBe('08:07');
    await use('send_message', { to: 'nobody', text: 'x' });
    expect((await use('look_at_clock')).answer.now).toBe('08:12');
    await use('no_such_tool');
    await use('put', { content: 3 });
    expect((await use('look_at_clock')).answer.now).toBe('08:14');
  });

  it('never runs backwards, whatever is done', async () => {
    const random = stream('clock');
    for (let round = 0; round < 20; round++) {
      const events = Array.from({ length: 6 }, () => alarm(random.int(480, 1300), random.chance(0.4)));
      const { use, session } = office({ events });
      let last = 480;
      for (let i = 0; i < 60; i++) {
        const time = `${random.int(0, 24)}:${random.int(10, 59)}`;
        const { answer, isError } = await random.pick([
          () => use('wait_until', { time }),
          () => use('wait_until'),
          () => use('put', { path: 'a', content: 'x', minutes: random.int(0, 30) }),
          () => use('list_tasks'),
          () => use('send_message', { to: 'P-004', text: 'hello' }),
        ])();
        if (isError) continue;
        const now = minuteOf(String(answer.now)) ?? -1;
        expect(now).toBeGreaterThanOrEqual(last);
        expect(now).toBeLessThanOrEqual(1200);
        last = now;
        if (random.chance(0.1) && (await say(session)).over) break;
      }
    }
  });
});

describe('events', () => {
  it('come with the answer to the act during which they happen, once and in order', async () => {
    const { use } = office({ events: [alarm(487), alarm(483), alarm(490), alarm(491)] });
    expect((await use('put', { path: 'a', content: 'x' })).notices).toEqual(['bell: 483', 'bell: 487', 'bell: 490']);
    expect((await use('list_tasks')).notices).toEqual(['bell: 491']);
    expect((await use('list_tasks')).notices).toEqual([]);
  });

  it('come with a refusal too', async () => {
    const { use } = office({ events: [alarm(481), alarm(486)] });
    expect(await use('no_such_tool')).toMatchObject({ isError: true, notices: ['bell: 481'] });
    expect(await use('send_message', { to: 'nobody', text: 'x' })).toMatchObject({
      isError: true,
      notices: ['bell: 486'],
    });
  });

  it('that are urgent cut waiting short but not an act', async () => {
    const { use } = office({ events: [alarm(485, true), alarm(500, true)] });
    expect((await use('put', { path: 'a', content: 'x' })).answer.now).toBe('08:10');
    const waited = await use('wait_until', { time: '10:00' });
    expect(waited).toMatchObject({ answer: { now: '08:20' }, notices: ['bell: 500'] });
  });

  it('change the files and who is there', async () => {
    const file = { path: 'workspace/rules.md', content: 'new' };
    const { use, session } = office({
      events: [
        { at: 481, isUrgent: false, kind: 'away', person: 'P-003', until: 600, note: 'called away' },
        { at: 482, isUrgent: false, kind: 'file-updated', file, text: 'The rules are new.' },
      ],
    });
    const { answer, notices } = await use('send_message', { to: 'P-003', text: 'hello' });
    expect(notices).toEqual(['shared drive: The rules are new.']);
    expect(answer.reply).toContain('called away');
    expect((await session.snapshot()).current).toEqual({ workspace: [file] });
  });

  it('such as messages are unread until they are read, and tell what they tell', async () => {
    const message = { at: 481, isUrgent: false, kind: 'message', from: 'P-002', text: 'The code is 7.' } as const;
    const { use, noted } = office({ events: [{ ...message, discloses: ['code'] }] });
    const { answer, notices } = await use('list_tasks');
    expect(answer.unread).toBe(1);
    expect(notices).toEqual(['inbox: New message from Ulrika Dembela; read_inbox shows it.']);
    expect(noted('disclosure')).toEqual([{ day: 0, fact: 'code', person: 'P-002', answers: null, at: 481 }]);
    expect((await use('read_inbox')).answer).toMatchObject({ unread: 0, messages: [{ text: 'The code is 7.' }] });
  });
});

describe('the end of a day', () => {
  it('comes when an act would last longer than the house is open, and the act has no effect', async () => {
    const { use, noted, session } = office({ closes: 485, assignments: [assignment('a', { due: 485 })] });
    const { answer, isError } = await use('put', { path: 'a.txt', content: 'x' });
    expect({ answer, isError }).toMatchObject({ isError: true, answer: { error: 'forbidden' } });
    expect(noted('deliverable')).toMatchObject([{ at: 485, files: {} }]);
    expect((await use('list_tasks')).answer).toMatchObject({
      error: 'forbidden',
      message: expect.stringContaining('over'),
    });
    expect(await say(session)).toMatchObject({ over: true, brief: null });
  });

  it('takes an act that ends when the house closes', async () => {
    const { use, noted, session } = office({ closes: 490, assignments: [assignment('a', { due: 490 })] });
    expect((await use('put', { path: 'a.txt', content: 'x' })).isError).toBe(false);
    await say(session);
    expect(noted('deliverable')).toMatchObject([{ at: 490, files: { 'a.txt': 'x' } }]);
  });

  it('notes the meetings as they stand, without what is said in them', async () => {
    const meeting = { id: 'm', title: 'Talk', room: 'Room 01', start: 600, end: 630, organiser: 'P-002' };
    const { use, noted } = office({
      meetings: [{ ...meeting, attendees: ['P-000'], minutes: 'secret', discloses: [] }],
    });
    await use('end_day');
    expect(noted('day-closed')).toEqual([{ day: 0, meetings: [{ ...meeting, attendees: ['P-000'] }] }]);
  });
});

describe('silence', () => {
  it('moves on to what happens next, and ends the day when nothing is left', async () => {
    const { session, use } = office({ events: [alarm(500), alarm(700)] });
    expect(await say(session)).toMatchObject({ over: false, brief: null, notices: [{ from: 'bell', text: '500' }] });
    expect((await use('look_at_clock')).answer.now).toBe('08:20');
    expect(await say(session)).toMatchObject({ over: false, notices: [{ text: '700' }] });
    expect(await say(session)).toEqual({ over: true, brief: null, notices: [] });
  });

  it('ends the day also where something would happen after hours', async () => {
    const { session, noted } = office({ events: [alarm(1300)], assignments: [assignment('a')] });
    expect(await say(session)).toMatchObject({ over: true });
    expect(noted('deliverable')).toHaveLength(1);
  });
});

describe('the next day', () => {
  const second = day({
    date: '2026-03-03',
    files: [{ path: 'workspace/given.txt', content: 'for today' }],
    facts: [fact('menu')],
    assignments: [assignment('b')],
  });
  const two = instance(day({ assignments: [assignment('a')] }), second);

  it('begins with its brief, afresh, with the workspace as it was left', async () => {
    const { use, session, noted } = openOffice({
      instance: two,
      apps,
      feedback: async (number, notes) =>
        `day ${number}: ${notes.filter(({ kind }) => kind === 'deliverable').length} taken`,
    });
    await use('put', { path: 'a.txt', content: 'kept' });
    expect((await use('send_message', { to: 'P-003', text: 'menu?' })).answer.reply).toContain('handbook');
    await use('end_day');
    const hearing = await session.say('bye', never);
    expect(hearing).toMatchObject({ over: false });
    expect(hearing.brief).toContain('2026-03-03, 08:00');
    expect(hearing.brief).toContain('Brief of b');
    expect(hearing.brief).toContain('day 0: 1 taken');
    expect(hearing.brief).not.toContain('Brief of a');
    expect((await use('look_at_clock')).answer).toMatchObject({ day: 2, now: '08:00' });
    expect((await use('read_chat', { person: 'P-003' })).answer).toMatchObject({ total: 0 });
    expect((await use('send_message', { to: 'P-003', text: 'menu?' })).answer.reply).toBe('Text of menu.');
    expect(noted('disclosure')).toMatchObject([{ day: 1, fact: 'menu' }]);
    const { workspace } = (await session.snapshot()).current;
    expect(workspace).toHaveLength(2);
    expect(workspace).toContainEqual({ path: 'workspace/a.txt', content: 'kept' });
    expect(workspace).toContainEqual({ path: 'workspace/given.txt', content: 'for today' });
    expect(await say(session)).toMatchObject({ over: true });
    expect(noted('deliverable').map((one) => [one.day, one.assignment])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
  });

  it('comes to the silent too', async () => {
    const { session } = openOffice({ instance: two, apps });
    expect((await say(session)).brief).toContain('day 2');
    expect(await say(session)).toMatchObject({ over: true });
  });

  const world: World = {
    name: 'by-hand',
    about: { title: 'By hand', kind: 'workplace', rules: '', tools: [], facts: {} },
    open: async (_task, { emit, random }) => {
      const parts = partsOf({ instance: two, apps, memory: 'notes' });
      return openWorkplace({ ...parts, emit, surroundings: { ...parts.surroundings, random } });
    },
  };
  const task: Task = {
    id: 'by-hand',
    suite: 'by-hand',
    world: 'by-hand',
    family: 'by-hand',
    title: '',
    category: '',
    domain: '',
    scenario: '',
    difficulty: null,
    brief: '',
    asked: {},
    clock: '2026-03-02T08:00:00Z',
    setup: {},
    truth: {},
    plan: null,
  };
  const calls: readonly TrialCall[] = [
    { name: 'list_tasks', input: {} },
    { name: 'send_message', input: { to: 'P-004', text: 'menu?' } },
    { name: 'put', input: { path: 'a.txt', content: 'x' } },
    { name: 'create_group', input: { members: ['P-002', 'P-003'] } },
    { name: 'send_group_message', input: { group: 'G-1', text: 'Hello, what is new?' } },
    { name: 'wait_until', input: {} },
    { name: 'read_inbox', input: {} },
    { name: 'write_notes', input: { text: 'x' } },
    { name: 'end_day', input: {} },
  ];
  for (const { name, run } of testWorld({ world: () => world, task, calls })) it(`a world of it ${name}`, run);
});

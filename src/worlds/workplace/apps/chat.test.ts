import { describe, expect, it } from 'vitest';
import { outputChecker } from '../../../wire/tool-input.ts';
import {
  AWAY,
  COMPANY,
  day,
  ENGINEER,
  fact,
  instance,
  MANAGER,
  type Office,
  openOffice,
  SLOW,
  type Used,
} from '../fixtures/office.ts';
import type { Day } from '../instance.ts';
import { app } from './chat.ts';

const FACTS = [
  fact('menu', { owners: ['P-003'], text: 'There is soup.' }),
  fact('budget', { owners: ['P-004'], text: 'It is 1,200.' }),
];
const office = (given: Partial<Day> = {}): Office =>
  openOffice({ instance: instance(day({ facts: FACTS, ...given })), apps: [app] });
const check = outputChecker(app.tools.map(({ face }) => face));

/** Every answer is held against the tool's own promise. */
async function sound(used: Promise<Used>, tool: string): Promise<Used['answer']> {
  const { answer, isError } = await used;
  expect({ isError, flaw: isError ? null : check(tool, answer) }).toEqual({ isError: false, flaw: null });
  return answer;
}

describe('list_people', () => {
  it('shows everybody by default, with a total', async () => {
    const answer = await sound(office().use('list_people'), 'list_people');
    expect(answer).toMatchObject({ total: 7, now: '08:01' });
    expect(answer.people).toHaveLength(7);
    expect(answer.people).toContainEqual({
      id: 'P-003',
      name: ENGINEER.name,
      department: 'Engineering',
      role: 'Software Engineer',
      manager: MANAGER.name,
    });
    expect(JSON.stringify(answer)).not.toContain('null');
  });

  it('filters and pages', async () => {
    const { use } = office();
    const engineers = await sound(use('list_people', { department: 'engineer', role: 'software' }), 'list_people');
    expect(engineers).toMatchObject({ total: 1, people: [{ id: 'P-003' }] });
    expect(await sound(use('list_people', { name: 'ZOLTAN' }), 'list_people')).toMatchObject({
      people: [{ id: 'P-005' }],
    });
    const page = await sound(use('list_people', { offset: 5, limit: 1 }), 'list_people');
    expect(page).toMatchObject({ total: 7, people: [{ id: 'P-005' }] });
    expect(await sound(use('list_people', { name: 'nobody' }), 'list_people')).toMatchObject({ total: 0, people: [] });
  });
});

describe('send_message', () => {
  it('takes five minutes and brings the reply; both are kept and noted', async () => {
    const { use, noted } = office();
    const answer = await sound(use('send_message', { to: ENGINEER.name.toUpperCase(), text: 'menu?' }), 'send_message');
    expect(answer).toEqual({ to: ENGINEER.name, reply: 'There is soup.', now: '08:05', unread: 0, board_news: 0 });
    expect(noted('message-sent')).toEqual([
      { day: 0, id: 'M-1', from: 'P-000', to: ['P-003'], text: 'menu?', at: 485 },
    ]);
    expect(noted('disclosure')).toEqual([{ day: 0, fact: 'menu', answers: 'M-1', person: 'P-003', at: 485 }]);
    const chat = await sound(use('read_chat', { person: 'p-003' }), 'read_chat');
    expect(chat).toMatchObject({
      total: 2,
      messages: [
        { from: 'you', text: 'menu?', time: '08:05' },
        { from: ENGINEER.name, text: 'There is soup.', time: '08:05' },
      ],
    });
  });

  it('brings nothing at first from somebody slow; the reply and what it tells come with the inbox', async () => {
    const { use, noted, session } = office();
    expect(await sound(use('send_message', { to: 'P-004', text: 'budget?' }), 'send_message')).toMatchObject({
      reply: '',
    });
    expect(noted('disclosure')).toEqual([]);
    expect(await sound(use('read_inbox'), 'read_inbox')).toMatchObject({ messages: [], total: 0 });
    const { notices } = await session.say('', new AbortController().signal);
    expect(notices).toMatchObject([{ from: 'inbox', at: '2026-03-02T08:25:00Z' }]);
    expect(noted('disclosure')).toEqual([{ day: 0, fact: 'budget', answers: 'M-1', person: 'P-004', at: 505 }]);
    const inbox = await sound(use('read_inbox'), 'read_inbox');
    expect(inbox).toMatchObject({ messages: [{ from: SLOW.name, text: 'It is 1,200.', time: '08:25' }], unread: 0 });
    expect(await sound(use('read_inbox'), 'read_inbox')).toMatchObject({ total: 0 });
    expect(await sound(use('read_chat', { person: SLOW.name }), 'read_chat')).toMatchObject({ total: 2 });
  });

  it('counts a late reply as unread until it is read, also in the chat', async () => {
    const { use } = office();
    await use('send_message', { to: 'P-004', text: 'budget?' });
    for (let i = 0; i < 4; i++) await use('send_message', { to: 'P-001', text: 'hello' });
    expect((await use('list_people')).answer.unread).toBe(1);
    expect((await use('read_chat', { person: 'P-004' })).answer.unread).toBe(0);
  });

  it('gets no reply that would come after hours', async () => {
    const { use, session } = office({ closes: 500 });
    await use('send_message', { to: 'P-004', text: 'budget?' });
    expect(await session.say('', new AbortController().signal)).toMatchObject({ over: true, notices: [] });
  });

  it('gets a note at once from somebody away', async () => {
    const { use } = office({ opens: 540 });
    const { reply } = await sound(use('send_message', { to: AWAY.name, text: 'menu?' }), 'send_message');
    expect(reply).toContain('10:00');
  });

  it('is refused to nobody, to oneself and without words, and no message is kept', async () => {
    const { use, noted } = office();
    expect((await use('send_message', { to: 'Orfeas Iyengara', text: 'x' })).answer).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining(ENGINEER.name),
    });
    expect((await use('send_message', { to: 'P-000', text: 'x' })).answer).toMatchObject({ error: 'invalid' });
    expect((await use('send_message', { to: 'P-003', text: '  ' })).answer).toMatchObject({ error: 'invalid' });
    expect((await use('send_message', { to: 'P-003' })).answer).toMatchObject({ error: 'invalid' });
    expect((await use('send_message', { to: 'P-003', text: 'x', sender: 'P-001' })).isError).toBe(true);
    expect(noted('message-sent')).toEqual([]);
  });

  it('speaks with the voice it was given, except for automatic replies', async () => {
    const heard: string[] = [];
    const { use, noted } = openOffice({
      instance: instance(day({ facts: FACTS, opens: 540 })),
      apps: [app],
      voice: {
        say: async ({ id }, { question, text }) => {
          heard.push(`${id} ${question}`);
          return { text: `<${text}>`, refused: { said: 'I say more.', reason: 'too much' } };
        },
      },
    });
    expect((await use('send_message', { to: 'P-003', text: 'menu?' })).answer.reply).toBe('<There is soup.>');
    expect((await use('send_message', { to: 'P-005', text: 'menu?' })).answer.reply).toMatch(/^Automatic/);
    expect(heard).toEqual(['P-003 menu?']);
    expect(noted('rephrasing-refused')).toEqual([
      { day: 0, person: 'P-003', said: 'I say more.', reason: 'too much', at: 545 },
    ]);
  });
});

describe('groups', () => {
  const members = ['P-003', SLOW.name, MANAGER.name];

  it('are made once for the same members, whoever is named first', async () => {
    const { use } = office();
    const made = await sound(use('create_group', { members }), 'create_group');
    expect(made).toMatchObject({ group: 'G-1', now: '08:01' });
    expect(made.members).toEqual([COMPANY.people[0]?.name, MANAGER.name, ENGINEER.name, SLOW.name]);
    const again = await sound(use('create_group', { members: ['P-000', ...members.toReversed()] }), 'create_group');
    expect(again.group).toBe('G-1');
    expect((await sound(use('create_group', { members: ['P-003'] }), 'create_group')).group).toBe('G-2');
    expect(await sound(use('list_groups'), 'list_groups')).toMatchObject({ total: 2 });
  });

  it('are refused without others or with people who are not there', async () => {
    const { use } = office();
    expect((await use('create_group', { members: ['P-000'] })).answer).toMatchObject({ error: 'invalid' });
    expect((await use('create_group', { members: ['P-999'] })).answer).toMatchObject({ error: 'not_found' });
    expect((await use('send_group_message', { group: 'G-1', text: 'x' })).answer).toMatchObject({ error: 'not_found' });
    expect(await sound(use('list_groups'), 'list_groups')).toMatchObject({ groups: [], total: 0 });
  });

  it('hear nothing that is for the trainee alone; who needs a while answers there too', async () => {
    const facts = [...FACTS, fact('leave', { owners: ['P-003'], text: 'I am off.', audience: [] })];
    const { use, noted } = office({ facts });
    await use('create_group', { members });
    const said = await use('send_group_message', { group: 'G-1', text: 'leave and budget?' });
    expect(JSON.stringify(said.answer)).not.toContain('I am off');
    await use('wait_until', { time: '09:00' });
    for (let i = 0; i < 4; i++) await use('list_groups');
    for (let i = 0; i < 4; i++) await use('send_message', { to: 'P-001', text: 'hello' });
    const chat = (await use('read_chat', { person: 'G-1' })).answer;
    expect(chat.messages).toContainEqual(expect.objectContaining({ from: SLOW.name, replies_to: 'M-1', group: 'G-1' }));
    expect((await use('send_message', { to: 'P-003', text: 'leave?' })).answer.reply).toContain('I am off');
    expect(noted('disclosure')).toMatchObject([{ fact: 'budget', answers: 'M-1' }, { fact: 'leave' }]);
  });

  it('cost time for each reader; every member answers by themselves', async () => {
    const { use, noted } = office();
    await use('create_group', { members });
    const answer = await sound(use('send_group_message', { group: 'G-1', text: 'menu?' }), 'send_group_message');
    expect(answer).toMatchObject({ now: '08:10', later: [SLOW.name] });
    expect(answer.replies).toHaveLength(2);
    expect(answer.replies).toContainEqual({ from: ENGINEER.name, text: 'There is soup.' });
    expect(noted('message-sent')).toMatchObject([{ to: ['P-002', 'P-003', 'P-004'] }]);
    expect(noted('disclosure')).toMatchObject([{ fact: 'menu' }]);
    expect(await sound(use('read_chat', { person: 'G-1' }), 'read_chat')).toMatchObject({ total: 3 });
    expect(await sound(use('read_chat', { person: 'P-003' }), 'read_chat')).toMatchObject({ total: 0 });
  });
});

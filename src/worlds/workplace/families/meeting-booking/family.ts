/**
 * A meeting to be booked for a given time: the trainee asks everybody whether they can come, follows referrals to the manager, books
 * a free room with exactly those who are to come, and is there on time.
 */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import { clockTime } from '../../day-state.ts';
import type { Draft, Family, Site } from '../../family.ts';
import { TRAINEE } from '../../instance.ts';
import type { Worker } from '../../worker.ts';
import { addFacts, drawGroup, type Group } from './group.ts';
import { judge, LEEWAY } from './judging.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';

const askedSchema = z.object({
  title: z.string(),
  start: z.number(),
  end: z.number(),
  people: z.array(z.string()),
  head: z.string(),
});
export const family: Family<Params> = {
  name: 'meeting-booking',
  title: 'Meeting booking',
  aliases: ['Meeting Book', 'meeting_book', 'book meeting'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve: async (asked, worker) => bookAndAttend(asked, worker, await thoseWhoCome(asked, worker)),
  judge,
  exploits: [
    {
      name: 'invites everybody and asks nobody',
      run: (asked, worker) => bookAndAttend(asked, worker, askedSchema.parse(asked).people),
    },
    {
      name: 'invites the first and asks nobody',
      run: (asked, worker) => bookAndAttend(asked, worker, askedSchema.parse(asked).people.slice(0, 1)),
    },
  ],
};

const TITLES = [
  'Quarter review',
  'Budget talk',
  'Autumn planning',
  'Office move briefing',
  'Safety briefing',
  'Open hour',
];

function build(site: Site, params: Params): Draft {
  const { random } = site;
  const { start, length } = params;
  const end = start + length;
  const group = drawGroup(site, params);
  const title = `${random.pick(TITLES)} ${random.int(11, 99)}`;
  const facts = addFacts(site, group, { title, start: clockTime(start) });
  takeRooms(site, group, { start, end });
  const heads = site.people.filter(({ department }) => department === 'Executive');
  return {
    title: `Book and attend: ${title}`,
    brief: [
      `Please book a room for "${title}" today from ${clockTime(start)} to ${clockTime(end)}, exactly that time and under exactly that title, and take part yourself.`,
      `It is for ${group.words}, as far as they can come. Ask each of them first, since calendars do not show everything. Whoever is kept by something else must not be invited; where somebody names another person who decides, ask that person. Everybody else of the group is invited, and nobody from outside it${group.head === null ? '' : `, not even ${group.head.name}`}.`,
      'Any free room will do. You are the organiser. Be there on time: from five minutes before it begins to five minutes after.',
    ].join('\n'),
    from: random.pick(heads.length === 0 ? site.people.slice(1, 2) : heads).id,
    asked: { title, start, end, people: group.people.map(({ id }) => id), head: group.head?.id ?? '' },
    truth: {
      title,
      start,
      end,
      people: group.people.map((person) => ({
        id: person.id,
        name: person.name,
        isExcluded: group.excluded.includes(person),
        clues: facts.filter((one) => one.person === person.id).map(({ fact }) => fact),
      })),
    },
    outputs: [],
    clues: facts.map(({ person, fact, after }) => ({
      id: fact,
      kind: 'person',
      at: fact,
      topic: `whether ${site.people.find(({ id }) => id === person)?.name ?? person} comes`,
      after,
      secrets: [],
    })),
    // One stops a little before, so as not to be late.
    minutes: 20 + facts.length * 7 + READY + length,
    arrives: site.opens,
    // Booked and there: that is settled when the meeting begins.
    due: start + LEEWAY,
    late: { kind: 'refused' },
    priority: 'high',
    appointments: [{ start: start - READY, end }],
    bookings: [title],
  };
}

/** Nothing long is begun so shortly before. */
const READY = 10;
const MOST_TAKEN = 5;

/** Others meet at that time too, among them nobody who might be invited. */
function takeRooms(site: Site, { people, head }: Group, slot: { readonly start: number; readonly end: number }): void {
  const others = site.people.filter(
    (one) => one.id !== TRAINEE && one !== head && !people.includes(one) && !one.role.endsWith('Manager'),
  );
  const organisers = site.random.shuffle(others).slice(0, site.random.int(1, MOST_TAKEN));
  for (const { id, department } of organisers) {
    site.addMeeting({ title: `${department} talk`, ...slot, organiser: id, attendees: [], minutes: '', discloses: [] });
  }
}

async function thoseWhoCome(asked: JsonObject, worker: Worker): Promise<readonly string[]> {
  const { title, start, people, head } = askedSchema.parse(asked);
  const { people: directory } = await worker.look('list_people', {});
  const nameOf = (id: string): string => {
    const found = (Array.isArray(directory) ? directory : []).find((one) => isObject(one) && one.id === id);
    return isObject(found) ? String(found.name) : id;
  };
  const coming: string[] = [];
  for (const person of people) {
    const own = await worker.ask(person, `Can you come to ${title} today at ${clockTime(start)}?`);
    const reply = own.includes('whether I am to come')
      ? await worker.ask(head, `Is ${nameOf(person)} to come to ${title}?`)
      : own;
    if (reply.includes('Please invite')) coming.push(person);
  }
  return coming;
}

async function bookAndAttend(asked: JsonObject, worker: Worker, attendees: readonly string[]): Promise<void> {
  const { title, start, end } = askedSchema.parse(asked);
  const times = { start: clockTime(start), end: clockTime(end) };
  const { rooms } = await worker.look('list_free_rooms', times);
  const room = Array.isArray(rooms) ? String(rooms[0]) : '';
  const booked = async (look: Worker['look']): Promise<JsonObject | undefined> => {
    const { meetings } = await look('list_meetings', {});
    return (Array.isArray(meetings) ? meetings : []).filter(isObject).find((one) => one.title === title);
  };
  await worker.act('book_meeting', { title, room, ...times, attendees: [...attendees] }, async (look) => {
    return (await booked(look)) !== undefined;
  });
  const id = String((await booked(worker.look))?.id ?? '');
  await worker.waitFor(start - LEEWAY);
  await worker.act('attend_meeting', { id }, async (look) => {
    await look('look_at_clock', {});
    return worker.now() >= end;
  });
}

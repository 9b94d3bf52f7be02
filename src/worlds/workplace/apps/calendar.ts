/** The trainee's calendar and the rooms of the house. Who organises is who is signed in; a meeting is heard by who attends it. */
import { z } from 'zod';
import { conflict, forbidden, notFound } from '../../../core/tool-error.ts';
import { type App, appTool, outcome, type Post } from '../app.ts';
import {
  clashesOf,
  freeRooms,
  guestsNamed,
  isPartOf,
  meetingWith,
  roomNamed,
  type Slot,
  slotOf,
} from '../calendar-times.ts';
import { stopAt } from '../clock.ts';
import { clockTime, type DayState, schedule } from '../day-state.ts';
import { type Meeting, type Minute, type Person, TRAINEE } from '../instance.ts';

const time = z.string().max(20).describe('HH:MM, such as 14:30.');
const meetingShape = z.object({
  id: z.string(),
  title: z.string(),
  room: z.string(),
  start: z.string(),
  end: z.string(),
  organiser: z.string(),
  attendees: z.array(z.string()),
});

function shownMeeting({ company }: DayState, meeting: Meeting): z.input<typeof meetingShape> {
  const nameOf = (id: string): string => company.people.find((person) => person.id === id)?.name ?? id;
  const { id, title, room, start, end, organiser, attendees } = meeting;
  return {
    id,
    title,
    room,
    start: clockTime(start),
    end: clockTime(end),
    organiser: nameOf(organiser),
    attendees: attendees.map(nameOf),
  };
}

const listMeetings = appTool({
  name: 'list_meetings',
  description: 'Lists your own meetings of today: those you organise and those you are invited to.',
  effect: 'read',
  input: z.object({ date: z.string().max(20).default('today') }),
  output: z.object({ date: z.string(), meetings: z.array(meetingShape), total: z.int() }),
  cost: 1,
  run: ({ date }, { state }) => {
    const today = state.day.date;
    if (date.trim().toLowerCase() !== 'today' && date.trim() !== today)
      throw notFound(`the calendar is open for today only, ${today}`);
    const meetings = state.meetings
      .filter((meeting) => isPartOf(meeting, TRAINEE))
      .toSorted((a, b) => a.start - b.start)
      .map((meeting) => shownMeeting(state, meeting));
    return { date: today, meetings, total: meetings.length };
  },
});

const listFreeRooms = appTool({
  name: 'list_free_rooms',
  description: 'Lists the rooms that are free today for the whole of a time between 09:00 and 17:00.',
  effect: 'read',
  input: z.object({ start: time, end: time }),
  output: z.object({ start: z.string(), end: z.string(), rooms: z.array(z.string()), total: z.int() }),
  cost: 1,
  run: (input, { state }) => {
    const slot = slotOf(input.start, input.end);
    const rooms = [...freeRooms(state, slot)];
    return { start: clockTime(slot.start), end: clockTime(slot.end), rooms, total: rooms.length };
  },
});

/** How long before a meeting one is reminded. */
const REMINDED: Minute = 10;

const bookMeeting = appTool({
  name: 'book_meeting',
  description:
    'Books a room for today between 09:00 and 17:00 and invites people, by name or id. You are the organiser and need not be named.',
  effect: 'write',
  input: z.object({
    title: z.string().trim().min(1).max(200),
    room: z.string().max(100),
    start: time,
    end: time,
    attendees: z.array(z.string().max(100)).min(1).max(250),
  }),
  output: meetingShape,
  cost: 5,
  run: ({ title, room: wanted, start, end, attendees }, { state, note }) => {
    const slot = slotOf(start, end);
    if (slot.start < state.now) throw conflict(`it is ${clockTime(state.now)} already`);
    const room = roomNamed(state, wanted);
    const guests = guestsNamed(state, attendees);
    if (!freeRooms(state, slot).includes(room)) throw conflict(`${room} is taken at that time`);
    checkFree(state, guests, slot);
    const id = `booking-${clockTime(slot.start).replace(':', '')}-${room.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    const invited = guests.map((person) => person.id);
    const meeting = { id, title, room, ...slot, organiser: TRAINEE, attendees: invited, minutes: '', discloses: [] };
    state.meetings.push(meeting);
    const at = Math.max(state.now, slot.start - REMINDED);
    schedule(state, { at, isUrgent: false, kind: 'meeting-reminder', meeting: id });
    schedule(state, { at: slot.start, isUrgent: false, kind: 'meeting-starts', meeting: id });
    note('meeting-booked', { meeting: id, title, room, ...slot, attendees: invited, at: state.now });
    return shownMeeting(state, meeting);
  },
});

function checkFree(state: DayState, guests: readonly Person[], slot: Slot): void {
  const names = [...guests.map(({ id, name }) => ({ id, who: `${name} is` })), { id: TRAINEE, who: 'you are' }];
  const clashes = names.flatMap(({ id, who }) =>
    clashesOf(state, id, slot).map(
      ({ start, end }) => `${who} in a meeting from ${clockTime(start)} to ${clockTime(end)}`,
    ),
  );
  if (clashes.length > 0) throw conflict(clashes.slice(0, 20).join('; '));
}

const cancelMeeting = appTool({
  name: 'cancel_meeting',
  description: 'Cancels a meeting that you organised.',
  effect: 'write',
  input: z.object({ id: z.string().max(200) }),
  output: z.object({ cancelled: z.string() }),
  cost: 1,
  run: (input, { state, note }) => {
    const meeting = meetingWith(state, input.id);
    if (meeting.organiser !== TRAINEE) throw forbidden('only who organised a meeting can cancel it');
    state.meetings.splice(state.meetings.indexOf(meeting), 1);
    note('meeting-cancelled', { meeting: meeting.id, at: state.now });
    return { cancelled: meeting.id };
  },
});

/** So much before or after the beginning is in time. */
const LEEWAY: Minute = 5;

const attendMeeting = appTool({
  name: 'attend_meeting',
  description:
    'Goes to a meeting of yours, from five minutes before it begins; after five minutes you are late. You stay until its end unless something urgent calls you away; you may come back, and hear what is said while you are there.',
  effect: 'write',
  input: z.object({ id: z.string().max(200) }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    arrived: z.string(),
    is_on_time: z.boolean(),
    ends: z.string(),
    stayed_until: z.string(),
    minutes: z.string(),
  }),
  // Time passes with the meeting itself: who comes at the last minute is still there in time.
  cost: 0,
  run: (input, post) => {
    const { state } = post;
    const meeting = meetingWith(state, input.id);
    const { id, title, start, end } = meeting;
    if (state.now < start - LEEWAY)
      throw conflict(`${title} begins at ${clockTime(start)}; come back at ${clockTime(start - LEEWAY)} or later`);
    if (state.now >= end) throw conflict(`${title} was over at ${clockTime(end)}`);
    const is_on_time = state.now <= start + LEEWAY;
    post.note('meeting-attended', { meeting: id, arrived: state.now, isOnTime: is_on_time });
    const stop = stopAt(state, end);
    // Whoever was there, if only for a while, may be told by others what was said.
    disclose(meeting, post);
    const times = { arrived: clockTime(state.now), ends: clockTime(end), stayed_until: clockTime(stop) };
    const answer = { id, title, ...times, is_on_time, minutes: saidUntil(meeting, stop) };
    return outcome({ answer, until: stop, isInterruptible: true });
  },
});

/** Line by line over the whole time; who comes later is told what was said before. */
function saidUntil({ minutes, start, end }: Meeting, stop: Minute): string {
  if (stop === end) return minutes;
  const lines = minutes.split('\n');
  const said = Math.floor((lines.length * Math.max(0, stop - start)) / (end - start));
  return [...lines.slice(0, said), '(You were called away before the end.)'].join('\n');
}

function disclose({ discloses, organiser }: Meeting, { state, note }: Post): void {
  for (const fact of discloses) {
    state.disclosed.add(fact);
    note('disclosure', { fact, person: organiser, answers: null, at: state.now });
  }
}

export const app: App = {
  name: 'calendar',
  tools: [listMeetings, listFreeRooms, bookMeeting, cancelMeeting, attendMeeting],
};

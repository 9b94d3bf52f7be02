/**
 * The same decision on everything that a company's systems hold, a room for everybody at every time the brief names, and a seat in
 * every meeting at the wrong time. For assignments whose result is no file.
 */
import { isObject, type Json, type JsonObject } from '../src/core/json.ts';
import type { Attack, Desk } from './workplace-exploits.ts';

/** `choice` is the decision that is taken on everything: the first of what there is, the second, the third. */
export function blanketActs(choice: 0 | 1 | 2): Attack {
  const done = new Set<string>();
  return async ({ brief, outputs }, desk) => {
    for (const table of listOf(await desk.call('list_record_tables'), 'tables')) {
      const { system = '', table: name = '' } = table;
      const rows = listOf(await desk.call('query_records', { system, table: name }), 'rows');
      for (const row of rows) await decide(row, { desk, choice, done });
    }
    await bookAndAttend(brief, desk, done);
    for (const path of outputs) await desk.write(path, '[]');
  };
}

interface Deciding {
  readonly desk: Desk;
  readonly choice: 0 | 1 | 2;
  readonly done: Set<string>;
}

const ACTIONS = ['grant', 'revoke', 'keep'];
const DECISIONS = ['approve', 'reject', 'escalate'];
const STATUSES = ['answered', 'assigned', 'escalated'];
const PRIORITIES = ['low', 'normal', 'urgent'];

async function decide(row: JsonObject, { desk, choice, done }: Deciding): Promise<void> {
  const once = async (tool: string, input: JsonObject): Promise<void> => {
    const key = JSON.stringify([tool, input]);
    if (done.has(key)) return;
    done.add(key);
    await desk.call(tool, input);
  };
  const [claim, ticket, item] = ['claim', 'ticket', 'item'].map((name) => columnLike(row, name));
  const person = columnLike(row, 'person') ?? columnLike(row, 'name');
  const system = columnLike(row, 'system');
  const [action = '', decision = ''] = [ACTIONS[choice], DECISIONS[choice]];
  if (claim) await once('decide_expense', { claim, decision, reason: 'By the rules.' });
  if (ticket) {
    const [status = '', priority = ''] = [STATUSES[choice], PRIORITIES[choice]];
    await once('update_ticket', { ticket, status, priority, assignee: 'Duty Lead', reply: 'See above.' });
  }
  if (item) await once('place_order', { item, quantity: 10 ** choice });
  if (person && system) await once('change_access', { person, system, action });
}

/** `claim`, else `claim_id`, else whatever holds the word. */
function columnLike(row: JsonObject, name: string): string | null {
  const keys = Object.keys(row);
  const key =
    keys.find((one) => one === name) ??
    keys.find((one) => one === `${name}_id`) ??
    keys.find((one) => one.includes(name));
  return key === undefined ? null : String(row[key]);
}

async function bookAndAttend(brief: string, desk: Desk, done: Set<string>): Promise<void> {
  const [start, end] = brief.match(/\b\d\d:\d\d\b/g) ?? [];
  const [, title = 'Meeting'] = /"([^"]+)"/.exec(brief) ?? [];
  if (start !== undefined && end !== undefined && !done.has(title)) {
    done.add(title);
    await book({ title, start, end }, brief, desk);
  }
  const meetings = listOf(await desk.call('list_meetings'), 'meetings').filter(({ id }) => !done.has(`attend ${id}`));
  for (const meeting of meetings.toSorted((a, b) => (String(a.start) < String(b.start) ? -1 : 1))) {
    await attend(meeting, meeting.title === title && start !== undefined && isBooked(meeting), desk);
    done.add(`attend ${meeting.id}`);
  }
}

const isBooked = ({ id }: JsonObject): boolean => String(id).startsWith('booking-');

/** To come in time to what is in one's calendar is the work itself; whoever does not do it comes far too early, and then far too late. */
async function attend({ id = '', start = '', end = '' }: JsonObject, isOwn: boolean, desk: Desk): Promise<void> {
  if (isOwn) await desk.call('wait_until', { time: start });
  else if ((await desk.call('attend_meeting', { id })) === null)
    await desk.call('wait_until', { time: minuteBefore(end) });
  await desk.call('attend_meeting', { id });
}

function minuteBefore(time: Json): string {
  const [hours = 0, minutes = 0] = String(time).split(':').map(Number);
  const at = hours * 60 + minutes - 1;
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Whoever the brief names; else everybody; where that cannot be, all managers, or one of them. */
async function book(meeting: { title: string; start: string; end: string }, brief: string, desk: Desk): Promise<void> {
  const { start, end } = meeting;
  const { rooms = [] } = (await desk.call('list_free_rooms', { start, end })) ?? {};
  const room = String(Array.isArray(rooms) ? rooms[0] : '');
  const people = listOf(await desk.call('list_people'), 'people').filter(({ id }) => id !== 'P-000');
  const managers = people.filter(({ role }) => String(role).endsWith('Manager'));
  const named = people.filter(({ name }) => brief.includes(String(name)));
  for (const guests of [named, people, managers, ...managers.map((one) => [one])]) {
    const attendees = guests.map(({ id = '' }) => id);
    if ((await desk.call('book_meeting', { ...meeting, room, attendees })) !== null) return;
  }
}

function listOf(answer: JsonObject | null, name: string): readonly JsonObject[] {
  const list: Json | undefined = answer?.[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

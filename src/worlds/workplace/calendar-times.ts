/** Times of meetings as agents write them, and who and what is taken when. It books nothing. */
import { invalid, notFound } from '../../core/tool-error.ts';
import { clockTime, type DayState, minuteOf, personNamed } from './day-state.ts';
import { type Meeting, type Minute, type Person, TRAINEE } from './instance.ts';

const FIRST_MEETING: Minute = 9 * 60;
const LAST_MEETING: Minute = 17 * 60;

export interface Slot {
  readonly start: Minute;
  readonly end: Minute;
}

/** Within business hours and the right way round. */
export function slotOf(start: string, end: string): Slot {
  const [from, to] = [timeOf(start), timeOf(end)];
  if (to <= from) throw invalid(`a meeting ends after it begins: ${clockTime(from)} to ${clockTime(to)} does not`);
  if (from < FIRST_MEETING || to > LAST_MEETING)
    throw invalid(`rooms can be had from ${clockTime(FIRST_MEETING)} to ${clockTime(LAST_MEETING)}`);
  return { start: from, end: to };
}

function timeOf(words: string): Minute {
  const minute = minuteOf(words);
  if (minute === null) throw invalid(`"${words.slice(0, 40)}" is no time; write HH:MM, such as 14:30`);
  return minute;
}

/** Two that only touch do not overlap. */
function overlaps(a: Slot, b: Slot): boolean {
  return a.start < b.end && a.end > b.start;
}

export function freeRooms({ company, meetings }: DayState, slot: Slot): readonly string[] {
  return company.rooms.filter((room) => !meetings.some((meeting) => meeting.room === room && overlaps(meeting, slot)));
}

export function isPartOf({ organiser, attendees }: Meeting, person: string): boolean {
  return organiser === person || attendees.includes(person);
}

/** What a person has in the calendar at that time. */
export function clashesOf({ meetings }: DayState, person: string, slot: Slot): readonly Meeting[] {
  return meetings.filter((meeting) => isPartOf(meeting, person) && overlaps(meeting, slot));
}

export function meetingWith(state: DayState, id: string): Meeting {
  const wanted = id.trim().toLowerCase();
  const found = state.meetings.find((meeting) => meeting.id.toLowerCase() === wanted && isPartOf(meeting, TRAINEE));
  if (found === undefined)
    throw notFound(`you have no meeting "${id.slice(0, 60)}" today; list_meetings shows which you have`);
  return found;
}

/** Each once, and without the trainee, who is there as the organiser. */
export function guestsNamed(state: DayState, names: readonly string[]): readonly Person[] {
  const people = names.map((name) => {
    const person = personNamed(state, name);
    if (person === undefined) throw notFound(`there is nobody called "${name.slice(0, 60)}" in the company`);
    return person;
  });
  const guests = [...new Set(people)].filter(({ id }) => id !== TRAINEE);
  if (guests.length === 0) throw invalid('a meeting needs somebody besides you');
  return guests;
}

export function roomNamed({ company }: DayState, name: string): string {
  const wanted = name.trim().toLowerCase();
  const found = company.rooms.find((room) => room.toLowerCase() === wanted);
  if (found === undefined)
    throw notFound(`there is no room "${name.slice(0, 60)}"; there are ${company.rooms.join(', ')}`);
  return found;
}

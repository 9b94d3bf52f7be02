/** A day as it stands now. Apps and the clock change it; nobody else does. It follows from the instance and the calls alone. */
import type { JsonObject } from '../../core/json.ts';
import type { Assignment, Company, Day, FileEntry, Happening, Meeting, Minute, Person, Priority } from './instance.ts';

export interface DayState {
  /** From 0. */
  readonly number: number;
  readonly day: Day;
  readonly company: Company;
  now: Minute;
  /** The trainee has gone home, or the house has closed. */
  isOver: boolean;
  /** What is still to happen, in order. */
  readonly agenda: Happening[];
  readonly files: Map<string, FileEntry>;
  readonly meetings: Meeting[];
  readonly messages: Message[];
  readonly groups: Map<string, readonly string[]>;
  readonly away: Map<string, { readonly until: Minute; readonly note: string }>;
  readonly assignments: Map<string, LiveAssignment>;
  /** What has come to the board, or changed on it, since the trainee last looked. */
  boardNews: number;
  /** Ids of facts that the trainee was told. */
  readonly disclosed: Set<string>;
  /** What the trainee did in the company's systems. */
  readonly acts: SystemAct[];
}

export interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly group: string | null;
  readonly text: string;
  /** The id of the message that it replies to; null where nobody had asked. */
  readonly answers: string | null;
  readonly at: Minute;
  isUnread: boolean;
}

export interface LiveAssignment {
  readonly assignment: Assignment;
  priority: Priority;
  due: Minute;
  status: 'to come' | 'open' | 'due' | 'cancelled' | 'never came';
  /** What was said about it since, newest last. */
  readonly changes: string[];
}

export interface SystemAct {
  readonly name: string;
  readonly data: JsonObject;
  readonly at: Minute;
}

export interface OpeningDay {
  readonly number: number;
  readonly day: Day;
  readonly company: Company;
  /** What lies in the workspace from the days before. */
  readonly kept: readonly FileEntry[];
}

export function openDay({ number, day, company, kept }: OpeningDay): DayState {
  return {
    number,
    day,
    company,
    now: day.opens,
    isOver: false,
    agenda: inOrder([...day.events, ...arrivals(day)]),
    files: new Map([...kept, ...day.files].map((file) => [file.path, file])),
    meetings: [...day.meetings],
    messages: [],
    groups: new Map(),
    away: new Map(),
    assignments: new Map(day.assignments.map((assignment) => [assignment.id, waiting(assignment)])),
    boardNews: 0,
    disclosed: new Set(),
    acts: [],
  };
}

function waiting(assignment: Assignment): LiveAssignment {
  const { priority, due } = assignment;
  return { assignment, priority, due, status: 'to come', changes: [] };
}

function arrivals({ assignments }: Day): readonly Happening[] {
  return assignments.map(({ id, arrives, priority }) => ({
    at: arrives,
    isUrgent: priority === 'urgent',
    kind: 'task-arrives',
    assignment: id,
  }));
}

/** By time; what was put in first happens first. */
function inOrder(happenings: readonly Happening[]): Happening[] {
  return happenings.toSorted((a, b) => a.at - b.at);
}

/** Something more is to happen. */
export function schedule(state: DayState, happening: Happening): void {
  const at = state.agenda.findIndex((other) => other.at > happening.at);
  state.agenda.splice(at < 0 ? state.agenda.length : at, 0, happening);
}

export function personNamed(state: DayState, nameOrId: string): Person | undefined {
  const wanted = nameOrId.trim().toLowerCase();
  return state.company.people.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
}

export function unreadIn({ messages }: DayState): number {
  return messages.filter(({ isUnread }) => isUnread).length;
}

/** `09:05`. */
export function clockTime(minute: Minute): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

export function minuteOf(time: string): Minute | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && minute <= 24 * 60 ? minute : null;
}

/** The same, or the time of an ISO date-time, as the original writes it. */
export function minuteIn(words: string): Minute | null {
  return minuteOf(words) ?? minuteOf(words.replace(/^\d{4}-\d\d-\d\d[T ]/, '').slice(0, 5));
}

export function instantOf({ day }: DayState, minute: Minute): string {
  return `${day.date}T${clockTime(minute)}:00Z`;
}

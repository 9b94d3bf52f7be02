/**
 * The kernel: moves a day's clock and lets happen what falls due. Deadlines take deliverables as they stand; urgent events cut
 * waiting short; closing time ends the day. The clock never runs backwards, and no real one is asked.
 */

import type { Json, JsonObject } from '../../core/json.ts';
import type { Notice } from '../../core/world.ts';
import type { NoteKind } from './app.ts';
import { clockTime, type DayState, instantOf, type LiveAssignment, type SystemAct } from './day-state.ts';
import { deliverableOf } from './deliverable.ts';
import { type Happening, type Minute, type Prevention, TRAINEE } from './instance.ts';

export interface Moving {
  readonly to: Minute;
  /** Whether what falls due at that very minute happens too. */
  readonly isInclusive: boolean;
  /** Whether something urgent stops the clock where it is. */
  readonly isInterruptible: boolean;
}

export interface Moved {
  readonly notices: readonly Notice[];
  readonly isInterrupted: boolean;
}

export type Note = (kind: NoteKind, data: Json) => void;

export function moveClock(state: DayState, { to, isInclusive, isInterruptible }: Moving, note: Note): Moved {
  const end = Math.min(to, state.day.closes);
  const notices: Notice[] = [];
  dropPrevented(state);
  for (;;) {
    const next = nextDue(state);
    if (next === null || next.at > end || (next.at === end && !isInclusive)) break;
    state.now = Math.max(state.now, next.at);
    if ('live' in next) {
      closeAssignment(state, next.live, note);
      continue;
    }
    state.agenda.shift();
    notices.push(...happen(state, next.happening, note));
    if (next.happening.isUrgent && isInterruptible && state.now < end) return { notices, isInterrupted: true };
  }
  state.now = Math.max(state.now, end);
  return { notices, isInterrupted: false };
}

/** Where the clock will stand at the latest: a time that has passed moves nothing, and the first urgent thing before then stops it. */
export function stopAt(state: DayState, until: Minute): Minute {
  dropPrevented(state);
  const end = Math.max(state.now, Math.min(until, state.day.closes));
  const urgent = state.agenda.find(({ at, isUrgent }) => isUrgent && at < end);
  return urgent === undefined ? end : Math.max(state.now, urgent.at);
}

/** What the trainee has kept from happening is nothing to wait for either. */
function dropPrevented({ agenda, acts }: DayState): void {
  const still = agenda.filter(({ unless = [] }) => !unless.some((one) => isPrevented(one, acts)));
  if (still.length < agenda.length) agenda.splice(0, agenda.length, ...still);
}

function isPrevented({ act, on, holds, since, by }: Prevention, acts: readonly SystemAct[]): boolean {
  const about = acts.filter(
    ({ name, data, at }) => name === act && at <= by && Object.keys(on).every((key) => isSame(data[key], on[key])),
  );
  if (!about.some(({ at }) => at >= since)) return false;
  const stands: JsonObject = Object.fromEntries(about.flatMap(({ data }) => Object.entries(data)));
  return Object.keys(holds).every((key) => isSame(stands[key], holds[key]));
}

/** As records are compared: by what is said, in any case. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a ?? null).toLowerCase() === JSON.stringify(b ?? null).toLowerCase();
}

type Due =
  | { readonly at: Minute; readonly live: LiveAssignment }
  | { readonly at: Minute; readonly happening: Happening };

/** A deadline comes before what happens in the same minute: what moves it must come in time. */
function nextDue(state: DayState): Due | null {
  const [happening] = state.agenda;
  const open = [...state.assignments.values()].filter(({ status }) => status === 'open');
  const live = open.toSorted((a, b) => a.due - b.due)[0];
  if (live !== undefined && (happening === undefined || live.due <= happening.at)) return { at: live.due, live };
  return happening === undefined ? null : { at: happening.at, happening };
}

function closeAssignment(state: DayState, live: LiveAssignment, note: Note): void {
  live.status = 'due';
  note('deliverable', { ...deliverableOf(state, live.assignment), isLate: false });
}

/** Ends the day: everything that is still due falls due now, and late work is taken where it counts. */
export function closeDay(state: DayState, note: Note): readonly Notice[] {
  const { notices } = moveClock(state, { to: state.day.closes, isInclusive: true, isInterruptible: false }, note);
  for (const live of state.assignments.values()) {
    if (live.status === 'open') closeAssignment(state, live, note);
    if (live.status === 'due' && live.assignment.late.kind === 'accepted') {
      note('deliverable', { ...deliverableOf(state, live.assignment), isLate: true });
    }
  }
  state.isOver = true;
  const meetings = state.meetings.map(({ minutes: _minutes, discloses: _discloses, ...shown }) => ({
    ...shown,
    attendees: [...shown.attendees],
  }));
  note('day-closed', { day: state.number, meetings });
  return notices;
}

function happen(state: DayState, happening: Happening, note: Note): readonly Notice[] {
  const told = (from: string, text: string): readonly Notice[] => [{ from, text, at: instantOf(state, happening.at) }];
  switch (happening.kind) {
    case 'task-arrives':
      return arrive(state, happening.assignment, note).flatMap((text) => told('task board', text));
    case 'priority-changes':
    case 'deadline-moves':
    case 'requirement-changes':
    case 'task-cancelled':
      return changeTask(state, happening, note).flatMap((text) => told('task board', text));
    case 'message':
      return told('inbox', deliver(state, happening, note));
    case 'meeting-reminder':
    case 'meeting-starts': {
      const meeting = state.meetings.find(({ id }) => id === happening.meeting);
      if (meeting === undefined) return [];
      const when = happening.kind === 'meeting-starts' ? 'begins now' : `begins at ${clockTime(meeting.start)}`;
      return told('calendar', `${meeting.title} ${when} in ${meeting.room}.`);
    }
    case 'alarm':
      return told(happening.source, happening.text);
    case 'away':
      state.away.set(happening.person, { until: happening.until, note: happening.note });
      return [];
    case 'back':
      return back(state, happening.person).flatMap((text) => told('chat', text));
    case 'file-updated':
      state.files.set(happening.file.path, happening.file);
      return told('shared drive', happening.text);
  }
}

/** Only who has tried to reach somebody while they were away is told that they are back. */
function back({ away, company, messages }: DayState, id: string): readonly string[] {
  away.delete(id);
  const person = company.people.find((one) => one.id === id);
  const missed = messages.some(({ from, to }) => from === TRAINEE && to.includes(id));
  return person === undefined || !missed ? [] : [`${person.name} is back.`];
}

function arrive(state: DayState, id: string, note: Note): readonly string[] {
  const live = state.assignments.get(id);
  if (live === undefined || live.status !== 'to come') return [];
  live.status = 'open';
  state.boardNews++;
  note('task-arrived', { assignment: id, at: state.now });
  return [announced(state, live)];
}

/** An assignment in words, as the board and the brief show it. */
export function announced(state: DayState, { assignment, priority, due }: LiveAssignment): string {
  const giver = state.company.people.find(({ id }) => id === assignment.from);
  const from = giver === undefined ? assignment.from : `${giver.name} (${giver.role}, ${giver.department})`;
  return [
    `[${assignment.id}] ${assignment.title}`,
    `From ${from}. Priority ${priority}. Due ${clockTime(due)}.`,
    assignment.brief,
  ].join('\n');
}

type TaskChange = Extract<Happening, { readonly assignment: string; readonly text: string }>;

function changeTask(state: DayState, change: TaskChange, note: Note): readonly string[] {
  const live = state.assignments.get(change.assignment);
  // What never came, was called off or has been taken already does not change any more.
  if (live === undefined || live.status === 'cancelled' || live.status === 'due') return [];
  if (change.kind === 'priority-changes') live.priority = change.priority;
  if (change.kind === 'deadline-moves') live.due = Math.max(change.due, state.now);
  const isUnknown = live.status === 'to come';
  if (change.kind === 'task-cancelled') live.status = isUnknown ? 'never came' : 'cancelled';
  live.changes.push(`${clockTime(state.now)} ${change.text}`);
  note('task-changed', { assignment: change.assignment, kind: change.kind, at: state.now, due: live.due });
  // Who has not heard of a task does not hear of its changes: it comes as it then stands, or not at all.
  if (isUnknown) return [];
  state.boardNews++;
  return [`[${change.assignment}] ${change.text}`];
}

function deliver(state: DayState, happening: Extract<Happening, { kind: 'message' }>, note: Note): string {
  const { from, text, discloses, answers = null, group = null } = happening;
  const id = `M-${state.messages.length + 1}`;
  state.messages.push({ id, from, to: [TRAINEE], group, text, answers, at: state.now, isUnread: true });
  for (const fact of discloses) {
    state.disclosed.add(fact);
    note('disclosure', { fact, person: from, answers, at: state.now });
  }
  const sender = state.company.people.find((person) => person.id === from);
  const name = sender?.name ?? from;
  return happening.isUrgent ? `Urgent message from ${name}: ${text}` : `New message from ${name}; read_inbox shows it.`;
}

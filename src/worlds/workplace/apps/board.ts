/** The task board, the clock on the wall, and the two ways of letting time pass: waiting and going home. */
import { z } from 'zod';
import { invalid } from '../../../core/tool-error.ts';
import { type App, appTool, outcome, type Post } from '../app.ts';
import { closeDay, stopAt } from '../clock.ts';
import { clockTime, type DayState, type LiveAssignment, minuteOf } from '../day-state.ts';
import type { LatePolicy, Minute } from '../instance.ts';

const NOTHING = z.object({});

const task = z.object({
  id: z.string(),
  title: z.string(),
  from: z.string(),
  priority: z.enum(['low', 'normal', 'high', 'urgent']),
  due: z.string(),
  late: z.string(),
  status: z.enum(['open', 'due', 'cancelled']),
  brief: z.string(),
  changes: z.array(z.string()),
  hint: z.string().optional(),
});

const listTasks = appTool({
  name: 'list_tasks',
  description:
    'Show the task board: every task that has come in, with its priority, deadline, status (open; due: the deadline has passed; cancelled) and what has changed since it came. Takes 1 minute.',
  effect: 'read',
  input: NOTHING,
  output: z.object({ tasks: z.array(task), total: z.int() }),
  cost: 1,
  run: (_input, post) => {
    const { state } = post;
    const tasks = [...state.assignments.values()].flatMap((live) => shown(live, post));
    state.boardNews = 0;
    return { tasks, total: tasks.length };
  },
});

function shown(live: LiveAssignment, { state, hint }: Post): readonly z.input<typeof task>[] {
  const { assignment, priority, due, status, changes } = live;
  if (status === 'to come' || status === 'never came') return [];
  const { id, title, brief, late } = assignment;
  const from = state.company.people.find((person) => person.id === assignment.from)?.name ?? assignment.from;
  const given = hint(id);
  return [
    {
      id,
      title,
      from,
      priority,
      due: clockTime(due),
      late: lateInWords(late),
      status,
      brief,
      changes: [...changes],
      ...(given === '' ? {} : { hint: given }),
    },
  ];
}

function lateInWords(late: LatePolicy): string {
  return late.kind === 'refused'
    ? 'not taken after the deadline'
    : `taken until the house closes, for ${late.percent} percent of the points`;
}

const lookAtClock = appTool({
  name: 'look_at_clock',
  description: 'Look at the clock: which day it is, the date, the time, and when the house closes. Takes no time.',
  effect: 'read',
  input: NOTHING,
  output: z.object({ day: z.int(), date: z.string(), now: z.string(), closes: z.string() }),
  cost: 0,
  run: (_input, { state: { number, day, now } }) => ({
    day: number + 1,
    date: day.date,
    now: clockTime(now),
    closes: clockTime(day.closes),
  }),
});

const waitUntil = appTool({
  name: 'wait_until',
  description:
    'Let time pass until the given time of today (HH:MM), or without a time until the next thing happens. Something urgent ends the wait early; the answer says what time it then is. When nothing more is to come, the clock stays where it is.',
  effect: 'read',
  input: z.object({ time: z.string().optional().describe('HH:MM, 24 hours') }),
  output: z.object({ waited_until: z.string(), nothing_to_come: z.boolean() }),
  cost: 0,
  run: ({ time }, { state }) => {
    const until = time === undefined ? nextEvent(state) : timeIn(time);
    const stop = until === null ? state.now : stopAt(state, until);
    return outcome({
      answer: { waited_until: clockTime(stop), nothing_to_come: until === null },
      until: stop,
      isInterruptible: true,
    });
  },
});

/** What happens after the house has closed is nothing to wait for. */
function nextEvent({ agenda, day, now }: DayState): Minute | null {
  const [next] = agenda;
  return next === undefined || next.at > day.closes ? null : Math.max(next.at, now);
}

function timeIn(time: string): Minute {
  const minute = minuteOf(time);
  if (minute === null) throw invalid(`"${time}" is no time of the day; write HH:MM`);
  return minute;
}

const endDay = appTool({
  name: 'end_day',
  description:
    'Go home: the day is over, and every task is taken as it stands now. After this nothing more can be done today; just say something to go on.',
  effect: 'write',
  input: NOTHING,
  output: z.object({ ended: z.boolean() }),
  cost: 0,
  run: (_input, { state, note }) => {
    closeDay(state, note);
    return { ended: true };
  },
});

export const app: App = { name: 'board', tools: [listTasks, lookAtClock, waitUntil, endDay] };

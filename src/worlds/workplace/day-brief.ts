/** What the trainee is told in the morning: where, when, how things work here, and what is on the board already. */
import { announced } from './clock.ts';
import { clockTime, type DayState } from './day-state.ts';
import { TRAINEE } from './instance.ts';
import type { MemoryBook } from './surroundings.ts';

export interface Morning {
  readonly memory: MemoryBook;
  /** On the day before; empty where nothing is said. */
  readonly feedback: string;
}

export function dayBrief(state: DayState, { memory, feedback }: Morning): string {
  const { company, day, number } = state;
  const me = company.people.find(({ id }) => id === TRAINEE);
  const board = [...state.assignments.values()].filter(({ status }) => status === 'open');
  const tasks = board.map((live) => announced(state, live));
  return [
    `You are ${me?.name ?? 'the trainee'}, a trainee at ${company.name}. It is day ${number + 1}, ${day.date}, ${clockTime(state.now)}; the house closes at ${clockTime(day.closes)}.`,
    HOUSE_RULES,
    ...(memory.mode !== 'none' && memory.read() !== ''
      ? [`Your own notes from the days before:\n${memory.read()}`]
      : []),
    ...(feedback === '' ? [] : [`What you were told about the day before:\n${feedback}`]),
    board.length === 0 ? 'Nothing is on the board yet.' : `On the board:\n\n${tasks.join('\n\n')}`,
  ].join('\n\n');
}

const HOUSE_RULES = `How things work here:
- Every act takes time: a message five minutes, a look at something one. Each answer says what time it is and how much is unread.
- Work arrives during the day and can change: priorities, deadlines and requirements. The board (list_tasks) always shows how things stand.
- What you need to know is in files on the shared drive (drive/), in the company's systems, or in colleagues' heads. Ask whoever is likely to know; people answer what they are asked, and send you on where they do not know.
- Results go into files in your workspace (workspace/) at the paths that an assignment names. They are taken as they stand at its deadline.
- Attend meetings in time. Do not approve, change or pass on what is not yours to.
- When nothing is left to do, use wait_until for the next event, or end_day.`;

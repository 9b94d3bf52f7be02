/**
 * Where assignments stand in a day: when they arrive, when they are due, how much they matter. What a family or a config fixes stays as
 * it is; every other deadline can be met, with the given slack.
 */
import type { Random } from '../../core/random.ts';
import type { Draft, Family } from './family.ts';
import type { Assignment, Day, Happening, Minute } from './instance.ts';
import { type Course, courseOfDay } from './proof.ts';
import type { TaskConfig } from './scenario-config.ts';
import { finishes, type Job } from './schedule.ts';

/** An assignment as its family has built it, before it has a place in the day. */
export interface Built {
  readonly id: string;
  readonly family: Family;
  readonly task: TaskConfig;
  readonly draft: Draft;
  /** People it cannot do without. */
  readonly needs: ReadonlySet<string>;
}

export interface Room {
  readonly opens: Minute;
  readonly closes: Minute;
  readonly slack: number;
  readonly random: Random;
}

/** So much is on the board in the morning; the rest arrives later. */
const AT_ONCE = 2;
const LEAST_SLACK: Minute = 30;

export function placed(built: readonly Built[], room: Room): readonly Assignment[] {
  const { opens, closes, slack, random } = room;
  const jobs = built.map(({ id, task, draft }, i): Job => {
    const later = i < AT_ONCE ? opens : opens + 15 * random.int(1, 12);
    return {
      id,
      minutes: draft.minutes,
      arrives: draft.arrives ?? task.arrives ?? later,
      due: draft.due ?? task.due ?? closes,
      appointments: draft.appointments ?? [],
    };
  });
  const order = jobs.toSorted((a, b) => a.arrives - b.arrives || a.due - b.due);
  const done = finishes(order, opens);
  const first = built.map((one, i): Assignment => {
    const { arrives = opens, minutes = 0 } = jobs[i] ?? {};
    const due = rounded((done.get(one.id) ?? closes) + Math.max(LEAST_SLACK, minutes * slack), closes);
    return assigned(one, { arrives, due, random });
  });
  return eased(built, first, room);
}

function rounded(minute: Minute, closes: Minute): Minute {
  return Math.min(closes, Math.ceil(minute / 5) * 5);
}

interface Spot {
  readonly arrives: Minute;
  readonly due: Minute;
  readonly random: Random;
}

function assigned({ id, family, task, draft }: Built, { arrives, due, random }: Spot): Assignment {
  const isStrict = random.chance(0.7);
  return {
    id,
    family: family.name,
    title: draft.title,
    brief: draft.brief,
    from: draft.from,
    priority: draft.priority ?? random.pick(['low', 'normal', 'normal', 'high'] as const),
    arrives,
    due: draft.due ?? task.due ?? due,
    late: draft.late ?? (isStrict ? { kind: 'refused' } : { kind: 'accepted', percent: 50 }),
    outputs: draft.outputs,
  };
}

/** Deadlines that nobody fixed move back until somebody who works by the next one meets them, at most to the end of the day. */
function eased(built: readonly Built[], assignments: readonly Assignment[], room: Room): readonly Assignment[] {
  let eased = assignments;
  for (;;) {
    const done = courseOfDay(coursesOf(built, eased), room);
    const next = eased.map((one, i) => {
      const { draft, task } = built[i] ?? {};
      const isFixed = (draft?.due ?? task?.due ?? null) !== null;
      const finish = done.get(one.id) ?? room.closes;
      if (isFixed || finish <= one.due) return one;
      return { ...one, due: rounded(finish + Math.max(LEAST_SLACK, (draft?.minutes ?? 0) * room.slack), room.closes) };
    });
    if (next.every(({ due }, i) => due === eased[i]?.due)) return next;
    eased = next;
  }
}

/** Each assignment with what becomes of it: moved deadlines, callings-off, and whom it has to wait for. */
export function coursesOf(
  built: readonly Built[],
  assignments: readonly Assignment[],
  events: Day['events'] = [],
): readonly Course[] {
  return assignments.map((one, i): Course => {
    const { draft, needs } = built[i] ?? {};
    const own = events.filter((event) => 'assignment' in event && event.assignment === one.id);
    const move = own.findLast((event) => event.kind === 'deadline-moves');
    const end = own.find((event) => event.kind === 'task-cancelled');
    return {
      id: one.id,
      minutes: draft?.minutes ?? 0,
      // Whoever waits for somebody can begin with nothing else: that is the worst case.
      arrives: Math.max(one.arrives, ...events.map((event) => (isMissing(event, needs) ? event.until : 0))),
      first: one.due,
      due: move?.due ?? one.due,
      toldAt: move?.at ?? 0,
      until: end?.at ?? Number.POSITIVE_INFINITY,
      appointments: draft?.appointments ?? [],
    };
  });
}

function isMissing(
  event: Happening,
  needs: ReadonlySet<string> | undefined,
): event is Extract<Happening, { kind: 'away' }> {
  return event.kind === 'away' && needs?.has(event.person) === true;
}

/**
 * What changes during a day without anybody's doing: priorities that rise or fall, deadlines that move, work that is called off,
 * people who are out of the house. Each only where the day can still be done with it.
 */
import type { Random } from '../../core/random.ts';
import { absenceEvents, drawAbsence } from './absence.ts';
import { clockTime } from './day-state.ts';
import type { Assignment, Happening, Minute } from './instance.ts';

export interface Shifting {
  readonly random: Random;
  readonly opens: Minute;
  readonly closes: Minute;
  /** Whether nothing about it is bound to a time of its own. */
  isMovable(assignment: Assignment): boolean;
  /** People whom the day's work needs, and whom it does not bind to a time. */
  readonly people: readonly string[];
  /** Whether the day can be done with these changes too. */
  isFeasible(events: readonly Happening[]): boolean;
}

export function changesFor(assignments: readonly Assignment[], shifting: Shifting): readonly Happening[] {
  const { random, isFeasible } = shifting;
  const found: Happening[] = [];
  const take = (events: readonly Happening[]): void => {
    if (events.length > 0 && isFeasible([...found, ...events])) found.push(...events);
  };
  const isOpen = ({ id }: Assignment): boolean => !found.some((one) => 'assignment' in one && one.assignment === id);
  take(absenceOf(shifting));
  if (assignments.length < 2) return found;
  // Something can only come well after the work and well before its deadline.
  const roomy = assignments.filter(({ arrives, due }) => due - arrives > AFTER_ARRIVAL + BEFORE_DEADLINE);
  if (random.chance(0.4)) take(priorityShift(oneOf(roomy, random), random));
  const movable = (): readonly Assignment[] => roomy.filter((one) => isOpen(one) && shifting.isMovable(one));
  if (random.chance(0.5)) take(deadlineShift(oneOf(movable(), random), shifting));
  if (assignments.length > 2 && random.chance(0.4)) take(cancellation(oneOf(movable(), random), random));
  return found;
}

const AFTER_ARRIVAL: Minute = 10;
const BEFORE_DEADLINE: Minute = 60;

function momentIn({ arrives, due }: Assignment, random: Random): Minute {
  return random.int(arrives + AFTER_ARRIVAL, due - BEFORE_DEADLINE);
}

function oneOf(assignments: readonly Assignment[], random: Random): Assignment | undefined {
  return assignments.length === 0 ? undefined : random.pick(assignments);
}

function absenceOf({ people, random, opens }: Shifting): readonly Happening[] {
  const absence = drawAbsence(people, { random, opens });
  return absence === null ? [] : absenceEvents(absence, opens);
}

function priorityShift(one: Assignment | undefined, random: Random): readonly Happening[] {
  if (one === undefined || one.priority === 'urgent') return [];
  const at = momentIn(one, random);
  const priority = one.priority === 'high' ? 'normal' : 'high';
  const text =
    priority === 'high'
      ? 'This has become more important: the priority is now high.'
      : 'This has become less important: the priority is now normal.';
  return [{ at, isUrgent: false, kind: 'priority-changes', assignment: one.id, priority, text }];
}

/** Either way; an earlier one leaves at least an hour from when it is told. */
function deadlineShift(one: Assignment | undefined, { random, closes }: Shifting): readonly Happening[] {
  if (one === undefined) return [];
  const at = momentIn(one, random);
  const isEarlier = random.chance(0.6);
  const by = 15 * random.int(1, 6);
  const due = isEarlier ? Math.max(at + BEFORE_DEADLINE, one.due - by) : Math.min(closes, one.due + by);
  if (due === one.due) return [];
  const text = `The deadline moves from ${clockTime(one.due)} to ${clockTime(due)}.`;
  // What is due sooner is told at once, whatever one is doing.
  return [{ at, isUrgent: isEarlier, kind: 'deadline-moves', assignment: one.id, due, text }];
}

function cancellation(one: Assignment | undefined, random: Random): readonly Happening[] {
  if (one === undefined) return [];
  const at = momentIn(one, random);
  const text = 'This has been called off: nothing needs to be handed in any more.';
  return [{ at, isUrgent: false, kind: 'task-cancelled', assignment: one.id, text }];
}

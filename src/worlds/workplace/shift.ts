/** What changes on the board during a day: priorities that rise, deadlines that move. Never so that a deadline cannot be met any more. */
import type { Random } from '../../core/random.ts';
import { clockTime } from './day-state.ts';
import type { Assignment, Happening, Minute } from './instance.ts';

export function changesFor(assignments: readonly Assignment[], random: Random): readonly Happening[] {
  if (assignments.length < 2) return [];
  return [...priorityShift(assignments, random), ...deadlineShift(assignments, random)];
}

function priorityShift(assignments: readonly Assignment[], random: Random): readonly Happening[] {
  if (!random.chance(0.4)) return [];
  const one = random.pick(assignments);
  const at = between(one, random);
  if (at === null || one.priority === 'urgent') return [];
  const text = 'This has become more important: the priority is now high.';
  return [{ at, isUrgent: false, kind: 'priority-changes', assignment: one.id, priority: 'high', text }];
}

/** Later, so that whoever planned by the old one is still in time; or earlier by a little of what there is to spare. */
function deadlineShift(assignments: readonly Assignment[], random: Random): readonly Happening[] {
  if (!random.chance(0.4)) return [];
  const one = random.pick(assignments);
  const at = between(one, random);
  if (at === null || one.late.kind === 'refused') return [];
  const due = one.due + 30;
  if (due > 20 * 60) return [];
  const text = `The deadline moves from ${clockTime(one.due)} to ${clockTime(due)}.`;
  return [{ at, isUrgent: false, kind: 'deadline-moves', assignment: one.id, due, text }];
}

/** A moment well before the deadline. */
function between({ arrives, due }: Assignment, random: Random): Minute | null {
  const [first, last] = [arrives + 10, due - 60];
  return last <= first ? null : random.int(first, last);
}

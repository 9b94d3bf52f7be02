/** Who is out of the house for a while, from the morning on, and is back in time. */
import type { Random } from '../../core/random.ts';
import type { Happening, Minute } from './instance.ts';

export interface Absence {
  readonly person: string;
  readonly until: Minute;
  readonly note: string;
}

const NOTES = ['at the dentist', 'at a customer', 'in a training', 'on the way from another site', 'in an interview'];

/** One of these people, or nobody. */
export function drawAbsence(
  people: readonly string[],
  { random, opens }: { readonly random: Random; readonly opens: Minute },
): Absence | null {
  if (people.length === 0 || !random.chance(0.5)) return null;
  return { person: random.pick(people), until: opens + 5 * random.int(6, 30), note: random.pick(NOTES) };
}

export function absenceEvents({ person, until, note }: Absence, opens: Minute): readonly Happening[] {
  return [
    { at: opens, isUrgent: false, kind: 'away', person, until, note },
    { at: until, isUrgent: false, kind: 'back', person },
  ];
}

/** Which desk and which week an assignment is about. Two of one day never share either, so that nobody has two truths about one week. */
import { stream } from '../../../../core/random.ts';
import type { Site } from '../../family.ts';

const DESKS = ['North', 'South', 'Garden', 'Tower', 'Atrium', 'Bridge', 'Courtyard', 'Gallery', 'Market', 'Terrace'];
const DAY_MS = 86_400_000;

export interface DeskWeek {
  readonly desk: string;
  /** A Monday. */
  readonly monday: string;
}

export function deskOf({ id, date, people }: Pick<Site, 'id' | 'date' | 'people'>): DeskWeek {
  // The order is the day's, the place in it the assignment's: chance of one assignment alone could not keep two apart.
  const order = stream(people.map(({ name }) => name).join(), date, 'desks').shuffle(DESKS);
  const ordinal = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  const today = new Date(`${date}T00:00:00Z`);
  const toMonday = ((8 - today.getUTCDay()) % 7 || 7) + 7 * (ordinal - 1);
  return { desk: order[(ordinal - 1) % order.length] ?? 'North', monday: dateAfter(date, toMonday) };
}

export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Who can come when: a stretch of days for each person, all of which share a window of one to three days and no day more. */
import type { Random } from '../../../../core/random.ts';
import { THIRDS, type Third } from './guide.ts';

export interface Stretch {
  /** Days of the month, both included. */
  readonly from: number;
  readonly to: number;
}

export interface Availability {
  /** `2026-04`. */
  readonly month: string;
  readonly third: Third;
  readonly stretches: readonly Stretch[];
  readonly common: readonly string[];
}

const SHORTEST = 3;
const LONGEST = 7;

export function drawAvailability(random: Random, { today, people }: { today: string; people: number }): Availability {
  const { month, days } = monthAfter(today);
  const number = random.int(0, 2);
  const third = THIRDS[number] ?? 'mid';
  const [first, last] = [number * 10 + 1, number === 2 ? days : number * 10 + 10];
  // Whoever is alone has no shorter window than their own stretch.
  const length = people === 1 ? SHORTEST : random.int(2, 3);
  const from = random.int(first, last - length + 1);
  const window = { from, to: from + length - 1 };
  // One begins with the window and one ends with it; the others may have more on both sides.
  const [opens, closes] = random.shuffle(Array.from({ length: people }, (_, i) => i));
  const stretches = Array.from({ length: people }, (_, i) => {
    if (people === 1) return window;
    if (i === opens)
      return within(window.from, atLeast(window.to, window.from + random.int(SHORTEST, LONGEST) - 1), days);
    if (i === closes)
      return within(Math.min(window.from, window.to - random.int(SHORTEST, LONGEST) + 1), window.to, days);
    const size = random.int(Math.max(SHORTEST, length), LONGEST);
    const start = random.int(window.to - size + 1, window.from);
    return within(start, start + size - 1, days);
  });
  return { month, third, stretches, common: datesIn(month, shared(stretches)) };
}

function atLeast(least: number, value: number): number {
  return Math.max(least, value);
}

/** Nobody speaks of the months before and after. */
function within(from: number, to: number, days: number): Stretch {
  return { from: Math.max(1, from), to: Math.min(days, to) };
}

export function shared(stretches: readonly Stretch[]): Stretch {
  return {
    from: Math.max(...stretches.map(({ from }) => from)),
    to: Math.min(...stretches.map(({ to }) => to)),
  };
}

export function datesIn(month: string, { from, to }: Stretch): readonly string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => dateIn(month, from + i));
}

export function dateIn(month: string, day: number): string {
  return `${month}-${String(day).padStart(2, '0')}`;
}

function monthAfter(date: string): { readonly month: string; readonly days: number } {
  const [year = 2026, month = 1] = date.split('-').map(Number);
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  // Day 0 of the month after is the last of this one.
  const days = new Date(Date.UTC(next.year, next.month, 0)).getUTCDate();
  return { month: `${next.year}-${String(next.month).padStart(2, '0')}`, days };
}

/**
 * When faults strike and what each will be: drawn from the seed before the first call, as plain JSON, so that agents that make
 * the same calls meet the same faults. It knows neither worlds nor answers.
 */
import type { Mode } from '../core/plan.ts';
import type { Random } from '../core/random.ts';
import { EXPLICIT_KINDS, type ExplicitKind } from './explicit.ts';
import { IMPLICIT_KINDS, type ImplicitKind } from './implicit.ts';

export type FaultyMode = Exclude<Mode, 'E0'>;

/** How many calls an episode is taken to have where no oracle has shown it. */
export const USUAL_LENGTH = 16;

interface PlannedPlace {
  /** Of the episode, from 1. */
  readonly call: number;
  /** From 0. */
  readonly spell: number;
  /** Decides which paths are hit, and the order of the transforms that are tried when the drawn one does not fit. */
  readonly seed: number;
}
export interface PlannedError extends PlannedPlace {
  readonly manner: 'explicit';
  readonly kind: ExplicitKind;
  /** Whether a write is never carried out, or carried out and its answer lost. Reads are never carried out. */
  readonly applied: 'never' | 'lost';
}
export interface PlannedAlteration extends PlannedPlace {
  readonly manner: 'implicit';
  readonly kind: ImplicitKind;
}
export type PlannedCall = PlannedError | PlannedAlteration;

export interface Schedule {
  readonly mode: FaultyMode;
  readonly count: number;
  readonly duration: number;
  /** The expected number of calls, over which the spells are spread. */
  readonly length: number;
  /** In order. */
  readonly calls: readonly PlannedCall[];
}

export interface ScheduleOptions {
  readonly mode: FaultyMode;
  /** Spells of faults. */
  readonly count: number;
  /** Consecutive calls in a spell. */
  readonly duration: number;
  readonly length: number;
  readonly random: Random;
}

/**
 * One spell in each of `count` equal slots, at a random place in it, always with a clean call between two spells: only then is
 * a spell over and the same call works again. Where the expected length is too short for that, the spells are laid one after
 * another from the first call on, each followed by one clean call, and run past it; agents that try again still meet them.
 */
export function planSchedule({ mode, count, duration, length, random }: ScheduleOptions): Schedule {
  requireSpells({ count, duration });
  const manners = mannersOf({ mode, count, duration, random });
  const calls = startsOf({ count, duration, length, random }).flatMap((start, spell) => {
    // One outage has one cause: the kind is drawn per spell, and everything else per call.
    const explicit = random.pick(EXPLICIT_KINDS);
    const implicit = random.pick(IMPLICIT_KINDS);
    return range(duration).map((i): PlannedCall => {
      const place = { call: start + i, spell, seed: random.int(0, 0x7fffffff) };
      const applied = random.chance(0.5) ? 'never' : 'lost';
      return manners[spell * duration + i] === 'explicit'
        ? { ...place, manner: 'explicit', kind: explicit, applied }
        : { ...place, manner: 'implicit', kind: implicit };
    });
  });
  return { mode, count, duration, length, calls };
}

/** Throws a RangeError for what cannot be planned. */
export function requireSpells({ count, duration }: Pick<ScheduleOptions, 'count' | 'duration'>): void {
  requireCount('count', count, 'spells of faults');
  requireCount('duration', duration, 'calls in a spell');
}

function requireCount(name: string, value: number, what: string): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new RangeError(`${name} is ${value}; the number of ${what} must be a whole number from 1 up`);
}

type Spread = Pick<ScheduleOptions, 'count' | 'duration' | 'length' | 'random'>;

function startsOf({ count, duration, length, random }: Spread): readonly number[] {
  // Each slot ends with its clean call, so the last slot may reach one call beyond the end.
  const slots = Math.max(length + 1, count * (duration + 1));
  const end = (slot: number): number => Math.floor((slot * slots) / count);
  return range(count).map((slot) => random.int(end(slot) + 1, end(slot + 1) - duration));
}

type Manner = PlannedCall['manner'];

/** The manner of every planned call. In E3 half of the spells are explicit; a single spell is halved itself. */
function mannersOf({ mode, count, duration, random }: Omit<ScheduleOptions, 'length'>): readonly Manner[] {
  if (mode !== 'E3') return range(count * duration).map(() => (mode === 'E1' ? 'explicit' : 'implicit'));
  if (count === 1) return halves(duration, random);
  return halves(count, random).flatMap((manner) => range(duration).map(() => manner));
}

/** In random order; where the number is odd, chance says which manner comes once more. */
function halves(count: number, random: Random): readonly Manner[] {
  const [first, second]: readonly Manner[] = random.shuffle<Manner>(['explicit', 'implicit']);
  return random.shuffle(range(count).map((i) => (i % 2 === 0 ? first : second) ?? 'explicit'));
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

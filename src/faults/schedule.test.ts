import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stream } from '../core/random.ts';
import { type FaultyMode, type PlannedCall, planSchedule, type Schedule } from './schedule.ts';

const modes = fc.constantFrom<FaultyMode>('E1', 'E2', 'E3');
const settings = fc.record({
  mode: modes,
  count: fc.integer({ min: 1, max: 6 }),
  duration: fc.integer({ min: 1, max: 5 }),
  length: fc.integer({ min: 0, max: 80 }),
  seed: fc.integer(),
});
type Settings = Omit<Schedule, 'calls'> & { readonly seed: number };

const plan = ({ seed, ...options }: Settings): Schedule =>
  planSchedule({ ...options, random: stream(seed, 'faults', options.mode) });
const spellsOf = ({ calls }: Schedule): readonly (readonly PlannedCall[])[] => [
  ...Map.groupBy(calls, ({ spell }) => spell).values(),
];
const mannersOf = (calls: readonly PlannedCall[], manner: PlannedCall['manner']): number =>
  calls.filter((one) => one.manner === manner).length;

describe('planSchedule', () => {
  it('plans every spell whole, in order, with a clean call between two', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const spells = spellsOf(plan(given));
        expect(spells.map((spell) => spell.length)).toEqual(Array(given.count).fill(given.duration));
        let free = 1;
        for (const spell of spells) {
          const start = spell[0]?.call ?? 0;
          expect(start).toBeGreaterThanOrEqual(free);
          expect(spell.map(({ call }) => call)).toEqual(spell.map((_, i) => start + i));
          free = start + given.duration + 1;
        }
      }),
    );
  });

  it('stays within the expected length where the spells fit, one in each slot', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const { count, duration, length } = given;
        fc.pre(length >= count * (duration + 1) - 1);
        for (const [i, spell] of spellsOf(plan(given)).entries()) {
          const first = spell[0]?.call ?? 0;
          const last = spell.at(-1)?.call ?? 0;
          expect(first).toBeGreaterThan(Math.floor((i * (length + 1)) / count));
          expect(last).toBeLessThanOrEqual(Math.min(length, Math.floor(((i + 1) * (length + 1)) / count)));
        }
      }),
    );
  });

  it('goes from the first call on, with single clean calls between, where they do not fit', () => {
    const { calls } = plan({ mode: 'E1', count: 3, duration: 2, length: 4, seed: 1 });
    expect(calls.map(({ call }) => call)).toEqual([1, 2, 4, 5, 7, 8]);
  });

  it('uses the whole of each slot over many seeds', () => {
    const starts = new Set(
      Array.from({ length: 300 }, (_, seed) => plan({ mode: 'E1', count: 2, duration: 2, length: 16, seed })).flatMap(
        (schedule) => spellsOf(schedule).map((spell) => spell[0]?.call ?? 0),
      ),
    );
    expect([...starts].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15]);
  });

  it('gives the same schedule for the same seed, as plain JSON', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const schedule = plan(given);
        expect(plan(given)).toEqual(schedule);
        expect(JSON.parse(JSON.stringify(schedule))).toEqual(schedule);
      }),
    );
  });

  it('is all explicit in E1, all implicit in E2', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const { calls, mode } = plan(given);
        if (mode !== 'E3') expect(mannersOf(calls, mode === 'E1' ? 'explicit' : 'implicit')).toBe(calls.length);
      }),
    );
  });

  it('halves the spells in E3, and a single spell by its calls', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const schedule = plan({ ...given, mode: 'E3' });
        const spells = spellsOf(schedule);
        const units = given.count === 1 ? schedule.calls.map((call) => [call]) : spells;
        const explicit = units.filter((unit) => mannersOf(unit, 'explicit') === unit.length).length;
        const implicit = units.filter((unit) => mannersOf(unit, 'implicit') === unit.length).length;
        expect(explicit + implicit).toBe(units.length);
        expect(Math.abs(explicit - implicit)).toBe(units.length % 2);
      }),
    );
  });

  it('lets chance decide what comes once more in an odd E3, and what comes first', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const once = seeds.map((seed) => plan({ mode: 'E3', count: 1, duration: 1, length: 9, seed }).calls[0]?.manner);
    expect(new Set(once)).toEqual(new Set(['explicit', 'implicit']));
    const first = seeds.map((seed) => plan({ mode: 'E3', count: 2, duration: 2, length: 9, seed }).calls[0]?.manner);
    expect(new Set(first)).toEqual(new Set(['explicit', 'implicit']));
  });

  it('refuses counts that are none', () => {
    const ask = (count: number, duration: number) => () => plan({ mode: 'E1', count, duration, length: 16, seed: 1 });
    expect(ask(0, 2)).toThrow(RangeError);
    expect(ask(2, 1.5)).toThrow('duration is 1.5; the number of calls in a spell must be a whole number from 1 up');
  });
});

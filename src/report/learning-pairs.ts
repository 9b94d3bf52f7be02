/**
 * Differences between the same assignments done with memory (a) and without (b), with intervals that draw whole scenarios. It does
 * not know how they were paired.
 */
import type { Random } from '../core/random.ts';
import { mean, type Rate } from './cell.ts';
import type { Score } from './scores.ts';
import type { WorkplaceDay } from './workplace-days.ts';
import { drawnOver } from './workplace-draws.ts';

export interface ItemPair {
  readonly scenario: string;
  /** From 1. */
  readonly day: number;
  /** Whether the scenario had its family on an earlier day. */
  readonly isSeen: boolean;
  /** Whether the run with memory had passed an assignment of its family on an earlier day. */
  readonly isLearned: boolean;
  /** Whether something it rests on was otherwise on an earlier day, and whether the run with memory looked all of it up again. */
  readonly isDrifted: boolean;
  readonly isLookedUp: boolean;
  readonly a: Side;
  readonly b: Side;
}

interface Side {
  readonly score: Score;
  /** Of the whole episode. */
  readonly days: readonly WorkplaceDay[];
}

/** Checkpoint scores of pairs: a's mean less b's. */
export interface Gain {
  readonly pairs: number;
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: Rate;
}

/** For each day from the second on that both lived through: b's mean less a's. */
export interface Savings {
  readonly days: number;
  readonly minutes: Saving;
  readonly calls: Saving;
  readonly tokens: Saving;
}

export interface Saving {
  readonly a: number | null;
  readonly b: number | null;
  readonly saved: Rate;
}

/** A stream for each use. */
export type Chance = (use: string) => Random;

export function gainOf(pairs: readonly ItemPair[], random: Random): Gain {
  const values = pairs.map(({ scenario, a, b }) => ({ scenario, value: a.score.score - b.score.score }));
  return {
    pairs: pairs.length,
    a: mean(pairs.map(({ a }) => a.score.score)),
    b: mean(pairs.map(({ b }) => b.score.score)),
    difference: meanWithInterval(values, random),
  };
}

export function transferOf(
  pairs: readonly ItemPair[],
  chance: Chance,
): { readonly seen: Gain; readonly unseen: Gain; readonly difference: Rate } {
  const [seen, unseen] = [pairs.filter(({ isSeen }) => isSeen), pairs.filter(({ isSeen }) => !isSeen)];
  const scenarios = [...Map.groupBy(pairs, ({ scenario }) => scenario).values()];
  const figures = (drawn: Int32Array): readonly (number | null)[] => {
    const own = [...drawn].flatMap((i) => scenarios[i] ?? []);
    const gain = (isSeen: boolean): number | null =>
      mean(own.filter((pair) => pair.isSeen === isSeen).map(({ a, b }) => a.score.score - b.score.score));
    const [there, elsewhere] = [gain(true), gain(false)];
    return [there === null || elsewhere === null ? null : there - elsewhere];
  };
  return {
    seen: gainOf(seen, chance('seen')),
    unseen: gainOf(unseen, chance('unseen')),
    difference: single(drawnOver(scenarios.length, figures, chance('transfer'))),
  };
}

export function savingsOf(pairs: readonly ItemPair[], random: Random): Savings {
  const episodes = new Map(pairs.map((pair) => [pair.a.score.episode, pair]));
  const days = [...episodes.values()].flatMap(({ scenario, a, b }) =>
    a.days.flatMap((one) => {
      const other = b.days.find(({ day }) => day === one.day);
      return one.day < 2 || other === undefined ? [] : [{ scenario, a: one, b: other }];
    }),
  );
  const saving = (figure: (day: WorkplaceDay) => number | null): Saving => {
    const both = days.flatMap((day) => {
      const [a, b] = [figure(day.a), figure(day.b)];
      return a === null || b === null ? [] : [{ scenario: day.scenario, a, b, value: b - a }];
    });
    return {
      a: mean(both.map(({ a }) => a)),
      b: mean(both.map(({ b }) => b)),
      saved: meanWithInterval(both, random),
    };
  };
  return {
    days: days.length,
    minutes: saving(({ minutes }) => minutes),
    calls: saving(({ calls }) => calls),
    tokens: saving(({ tokens }) => tokens),
  };
}

interface Valued {
  readonly scenario: string;
  readonly value: number;
}

function meanWithInterval(values: readonly Valued[], random: Random): Rate {
  const scenarios = [...Map.groupBy(values, ({ scenario }) => scenario).values()].map((own) => ({
    sum: own.reduce((sum, { value }) => sum + value, 0),
    count: own.length,
  }));
  const figures = (drawn: Int32Array): readonly (number | null)[] => {
    let [sum, all] = [0, 0];
    for (const i of drawn) {
      sum += scenarios[i]?.sum ?? 0;
      all += scenarios[i]?.count ?? 0;
    }
    return [all === 0 ? null : sum / all];
  };
  return single(drawnOver(scenarios.length, figures, random));
}

function single([rate]: readonly Rate[]): Rate {
  return rate ?? { value: null, low: null, high: null };
}

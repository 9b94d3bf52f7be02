/**
 * Seeded chance. A stream is named by the run's seed and the use it is for, so that a new use never shifts an old one:
 * `stream(seed, 'faults', taskId)` gives the same numbers whatever else draws.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  /** In [0, 1). */
  number(): number;
  /** Between the two, both included. */
  int(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** A new list in another order. */
  shuffle<T>(list: readonly T[]): T[];
  chance(probability: number): boolean;
}

export type Seed = number | string;

export function stream(seed: Seed, ...names: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(hash32([seed, ...names].join('\u0000')));
  const int = (from: number, to: number): number => uniformInt(generator, from, to);
  const number = (): number => uniformFloat64(generator);
  return {
    number,
    int,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new RangeError('cannot pick from an empty list');
      return picked;
    },
    shuffle: (list) => {
      const rest = [...list];
      return list.flatMap(() => rest.splice(int(0, rest.length - 1), 1));
    },
    chance: (probability) => number() < probability,
  };
}

/** FNV-1a with a final avalanche: spreads near-equal names over all seeds. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** How large an advertising problem is, by difficulty, and the city it is for. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export type Params = {
  readonly city: string;
  readonly budget: number;
  readonly channels: number;
  /** Cells on each side of the map. */
  readonly grid: number;
  /** Places around which people gather. */
  readonly centres: number;
  readonly cost: readonly [least: number, most: number];
  readonly effect: readonly [least: number, most: number];
};

const CITIES = [
  'Ashenby',
  'Bellmere',
  'Corvale',
  'Dunhaven',
  'Eastmere',
  'Fernport',
  'Glanbury',
  'Holmstead',
  'Isenford',
  'Kilnmouth',
] as const;

const LEVELS = {
  very_easy: { budget: 7000, channels: 8, grid: 8, centres: 1, cost: [300, 2500], effect: [600, 3000] },
  easy: { budget: 8000, channels: 20, grid: 10, centres: 1, cost: [350, 3200], effect: [700, 3800] },
  medium: { budget: 10_000, channels: 28, grid: 12, centres: 1, cost: [400, 4000], effect: [800, 5000] },
  hard: { budget: 11_000, channels: 32, grid: 15, centres: 2, cost: [450, 4500], effect: [900, 5600] },
  very_hard: { budget: 12_000, channels: 36, grid: 18, centres: 2, cost: [500, 5000], effect: [1000, 6000] },
} as const satisfies Readonly<Record<string, Omit<Params, 'city'>>>;
export type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as readonly Level[];

/** `very easy`, `very_easy` and `Very-Easy` are one; anything else is refused, never taken for another level. */
const levelSchema = z
  .string()
  .transform((words) =>
    words
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  .pipe(z.enum(['very_easy', 'easy', 'medium', 'hard', 'very_hard']));
const leveled = z.union([levelSchema, z.object({ level: levelSchema }).transform(({ level }) => level)]);

export const paramsSchema: z.ZodType<Params> = z
  .object({
    difficulty: leveled.optional(),
    level: leveled.optional(),
    city: z
      .string()
      .regex(/^[\p{L} -]{2,30}$/u, 'a city is written in letters')
      .optional(),
  })
  .transform(({ difficulty, level, city = CITIES[0] }) => ({ city, ...LEVELS[difficulty ?? level ?? 'medium'] }));

const BY_DIFFICULTY: Readonly<Record<1 | 2 | 3, readonly Level[]>> = {
  1: ['very_easy', 'easy'],
  2: ['medium'],
  3: ['hard', 'very_hard'],
};

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return { city: random.pick(CITIES), ...LEVELS[random.pick(BY_DIFFICULTY[difficulty])] };
}

/** The parameters of families that know nothing but how hard it is: three levels, under the names that configs use. */
import { z } from 'zod';
import type { Random } from '../../core/random.ts';

export type Level = 1 | 2 | 3;
export type LevelParams = { readonly level: Level };

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['veryeasy', 1],
  ['easy', 1],
  ['medium', 2],
  ['normal', 2],
  ['hard', 3],
  ['veryhard', 3],
]);

export const levelParams: z.ZodType<LevelParams> = z
  .object({
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
    difficulty: z
      .string()
      .transform((name) => name.toLowerCase().replace(/[^a-z]+/g, ''))
      .refine((name) => LEVELS.has(name), 'is easy, medium or hard')
      .optional(),
  })
  .transform(({ level, difficulty }) => ({ level: level ?? LEVELS.get(difficulty ?? 'medium') ?? 2 }));

export function sampleLevel(_random: Random, difficulty: Level): LevelParams {
  return { level: difficulty };
}

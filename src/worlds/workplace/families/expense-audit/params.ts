/** How many rules of the policy the claims of a batch try. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

const LEVELS = ['easy', 'medium', 'hard'] as const;

export type Params = {
  readonly level: (typeof LEVELS)[number];
  /** Claims with nothing wrong about them, besides those that try a rule. */
  readonly ordinary: number;
};

export const paramsSchema: z.ZodType<Params> = z
  .object({
    difficulty: z.enum(LEVELS).exactOptional(),
    level: z.enum(LEVELS).exactOptional(),
    ordinary: z.int().min(0).max(20).exactOptional(),
  })
  .transform(({ difficulty, level, ordinary }) => ({
    level: level ?? difficulty ?? 'medium',
    ordinary: ordinary ?? 1,
  }));

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return { level: LEVELS[difficulty - 1] ?? 'medium', ordinary: random.int(0, difficulty) };
}

/** How many articles, links and owners, by difficulty. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export type Params = {
  readonly articles: number;
  readonly links: readonly [least: number, most: number];
  readonly owners: number;
};

export const paramsSchema: z.ZodType<Params> = z
  .object({
    difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
    articles: z.int().min(1).max(8).optional(),
    links: z.tuple([z.int().min(1), z.int().max(8)]).optional(),
    owners: z.int().min(1).max(5).optional(),
  })
  .transform(({ difficulty = 'medium', ...own }) => ({ ...LEVELS[difficulty], ...defined(own) }));

const LEVELS: Readonly<Record<'easy' | 'medium' | 'hard', Params>> = {
  easy: { articles: 1, links: [1, 2], owners: 1 },
  medium: { articles: 3, links: [1, 3], owners: 2 },
  hard: { articles: 5, links: [2, 5], owners: 3 },
};

export function sampleParams(_random: Random, difficulty: 1 | 2 | 3): Params {
  return LEVELS[(['easy', 'medium', 'hard'] as const)[difficulty - 1] ?? 'medium'];
}

function defined(own: Partial<Params>): Partial<Params> {
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** How large a store is and how many sources disagree about its rule, by difficulty. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export type Params = {
  readonly items: number;
  /** Items that are no longer kept, however low they are. */
  readonly discontinued: number;
  /** Items of which only a planner knows the whole need. */
  readonly planned: number;
  /** `one` circular in force; `dated`: an older and a coming one beside it; `categories`: also some for one category only. */
  readonly circulars: 'one' | 'dated' | 'categories';
  /** Whether the colleague who is out of date also writes unasked. */
  readonly isPushed: boolean;
};

const LEVELS: Readonly<Record<'easy' | 'medium' | 'hard', Params>> = {
  easy: { items: 8, discontinued: 0, planned: 0, circulars: 'one', isPushed: false },
  medium: { items: 14, discontinued: 2, planned: 2, circulars: 'dated', isPushed: false },
  hard: { items: 22, discontinued: 3, planned: 3, circulars: 'categories', isPushed: true },
};
export const LEVEL_NAMES = ['easy', 'medium', 'hard'] as const;

export const paramsSchema: z.ZodType<Params> = z
  .object({
    difficulty: z.enum(LEVEL_NAMES).default('medium'),
    items: z.int().min(8).max(60).optional(),
    discontinued: z.int().min(0).max(5).optional(),
    planned: z.int().min(0).max(6).optional(),
    circulars: z.enum(['one', 'dated', 'categories']).optional(),
    isPushed: z.boolean().optional(),
  })
  .transform(({ difficulty, ...own }) => {
    const level = LEVELS[difficulty];
    return {
      items: own.items ?? level.items,
      discontinued: own.discontinued ?? level.discontinued,
      planned: own.planned ?? level.planned,
      circulars: own.circulars ?? level.circulars,
      isPushed: own.isPushed ?? level.isPushed,
    };
  });

export function sampleParams(_random: Random, difficulty: 1 | 2 | 3): Params {
  return LEVELS[LEVEL_NAMES[difficulty - 1] ?? 'medium'];
}

/** How many people of which kind a review looks at, and which of the policy's exceptions it has, by difficulty. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { levelArgument } from '../../argument-forms.ts';

/** Why somebody's access is as it is: each is a case of the policy. */
export const CASES = [
  'left',
  'moved',
  'handover',
  'needed',
  'needless',
  'entitled',
  'arrived',
  'on leave',
  'stray',
  'manager',
] as const;
export type Case = (typeof CASES)[number];

export type Params = {
  readonly level: 1 | 2 | 3;
};

/** People by case. */
export const COUNTS: Readonly<Record<'1' | '2' | '3', Readonly<Partial<Record<Case, number>>>>> = {
  1: { left: 2, moved: 2, needed: 1, needless: 1, entitled: 3, arrived: 1 },
  2: { left: 2, moved: 3, handover: 2, needed: 1, needless: 2, entitled: 3, arrived: 1, 'on leave': 1, stray: 1 },
  3: {
    ...{ left: 3, moved: 3, handover: 2, needed: 2, needless: 2, entitled: 4, arrived: 2 },
    ...{ 'on leave': 1, stray: 2, manager: 2 },
  },
};

export const paramsSchema: z.ZodType<Params> = z
  .object({ difficulty: levelArgument.optional(), level: levelArgument.optional() })
  .transform((given) => ({ level: given.level ?? given.difficulty ?? 2 }));

export function sampleParams(_random: Random, difficulty: 1 | 2 | 3): Params {
  return { level: difficulty };
}

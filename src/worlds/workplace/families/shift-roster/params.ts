/** How large the team is, how long the week, and what changes on the way. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export type Params = {
  readonly team: number;
  readonly days: number;
  readonly shifts: number;
  /** Most shifts of one person in the week. */
  readonly most: number;
  readonly qualifications: number;
  /** Days for which somebody falls ill. */
  readonly ill: number;
  /** Whether one shift comes to need more people. */
  readonly hasSurge: boolean;
  /** Whether the Sunday before matters. */
  readonly hasSunday: boolean;
};

const LEVELS = {
  easy: { team: 6, days: 5, shifts: 2, most: 4, qualifications: 1, ill: 2, hasSurge: false, hasSunday: false },
  medium: { team: 7, days: 7, shifts: 2, most: 5, qualifications: 1, ill: 7, hasSurge: false, hasSunday: true },
  hard: { team: 8, days: 7, shifts: 3, most: 5, qualifications: 2, ill: 7, hasSurge: true, hasSunday: true },
} as const satisfies Readonly<Record<string, Params>>;
const NAMES = ['easy', 'medium', 'hard'] as const;

export const paramsSchema: z.ZodType<Params> = z
  .object({
    difficulty: z
      .string()
      .transform((given) => given.toLowerCase().trim())
      .pipe(z.enum(NAMES))
      .optional(),
    team: z.int().min(6).max(8).optional(),
    hasSurge: z.boolean().optional(),
    hasSunday: z.boolean().optional(),
  })
  .transform(({ difficulty = 'medium', team, hasSurge, hasSunday }) => {
    const level: Params = LEVELS[difficulty];
    return {
      ...level,
      team: team ?? level.team,
      hasSurge: hasSurge ?? level.hasSurge,
      hasSunday: hasSunday ?? level.hasSunday,
    };
  });

export function sampleParams(_random: Random, difficulty: 1 | 2 | 3): Params {
  return LEVELS[NAMES[difficulty - 1] ?? 'medium'];
}

/** Which kind of trip planning: a level of A (evaluate a plan), B (propose one) or C (find the best), for which department. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export const LEVELS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4', 'C1', 'C2', 'C3', 'C4'] as const;
export type Level = (typeof LEVELS)[number];

export type Params = {
  readonly level: Level;
  /** Null to draw one. */
  readonly department: string | null;
  /** When the trip must be over, for A4 and B4: `18:00`. Null to draw it. */
  readonly end: string | null;
};

export const ENDS = ['17:30', '18:00', '19:00'] as const;

const levelSchema = z
  .string()
  .transform((words) => words.toUpperCase().replace(/[^ABC1-4]/g, ''))
  .pipe(z.enum(LEVELS));
const leveled = z.union([levelSchema, z.object({ level: levelSchema }).transform(({ level }) => level)]);

/** The level may stand under any of the names that configs use for it. */
export const paramsSchema: z.ZodType<Params> = z
  .object({
    level: leveled.optional(),
    difficulty: leveled.optional(),
    task_type: leveled.optional(),
    task_type_name: leveled.optional(),
    department: z.string().min(1).nullish(),
    dept: z.string().min(1).nullish(),
    end: z.enum(ENDS).nullish(),
    end_time: z.enum(ENDS).nullish(),
  })
  .transform((given) => ({
    level: given.level ?? given.difficulty ?? given.task_type_name ?? given.task_type ?? 'A3',
    department: given.department ?? given.dept ?? null,
    end: given.end ?? given.end_time ?? null,
  }));

const BY_DIFFICULTY: Readonly<Record<1 | 2 | 3, readonly Level[]>> = {
  1: ['A1', 'A2', 'B1', 'B2'],
  2: ['A3', 'A4', 'B3', 'B4'],
  3: ['C1', 'C2', 'C3', 'C4'],
};

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return { level: random.pick(BY_DIFFICULTY[difficulty]), department: null, end: null };
}

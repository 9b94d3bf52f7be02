/** Who is to meet, when, and how many of them must not be invited. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { hoursArgument, levelArgument, timeArgument } from '../../argument-forms.ts';

const KINDS = ['manager', 'department'] as const;

export type Params = {
  readonly kind: (typeof KINDS)[number];
  readonly start: number;
  /** In minutes. */
  readonly length: number;
  readonly conflicts: 1 | 2 | 3;
  /** Of the department type. */
  readonly department: string;
};

const START = 13 * 60;
const LENGTH = 60;
/** So that there is time to ask everybody. */
const FIRST = 11 * 60;
const LAST = 17 * 60;

const kind = z
  .string()
  .transform((given) => given.trim().toLowerCase().replace(/s$/, ''))
  .pipe(z.enum(KINDS));
export const paramsSchema: z.ZodType<Params> = z
  .object({
    ...{ type: kind.optional(), meeting_type: kind.optional(), task_type_name: kind.optional() },
    ...{ start: timeArgument.optional(), start_time: timeArgument.optional() },
    ...{ length: hoursArgument.optional(), duration: hoursArgument.optional() },
    ...{
      conflicts: levelArgument.optional(),
      conflict_count: levelArgument.optional(),
      num_conflicts: levelArgument.optional(),
    },
    ...{
      difficulty: levelArgument.optional(),
      level: levelArgument.optional(),
      department: z.string().max(60).optional(),
    },
  })
  .transform((given) => ({
    kind: given.type ?? given.meeting_type ?? given.task_type_name ?? 'manager',
    start: given.start ?? given.start_time ?? START,
    length: given.length ?? given.duration ?? LENGTH,
    conflicts: given.conflicts ?? given.conflict_count ?? given.num_conflicts ?? given.difficulty ?? given.level ?? 2,
    department: given.department ?? 'Marketing',
  }))
  .refine(({ start, length }) => start >= FIRST && start + length <= LAST, 'the meeting lies between 11:00 and 17:00');

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return {
    kind: random.pick(KINDS),
    start: random.pick([660, 720, 780, 840, 870, 900]),
    length: random.pick([30, 60, 90, 120]),
    conflicts: difficulty,
    department: 'Marketing',
  };
}

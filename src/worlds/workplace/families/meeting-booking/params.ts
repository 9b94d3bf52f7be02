/** Who is to meet, when, and how many of them must not be invited. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { minuteOf } from '../../day-state.ts';

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
const FIRST = 12 * 60;
const LAST = 17 * 60;

/** `14:30`, or the time of a date-time as the original writes it. */
const time = z.string().transform((given, context) => {
  const minute = minuteOf(given) ?? minuteOf(given.replace(/^\d{4}-\d\d-\d\d[T ]/, '').slice(0, 5));
  if (minute !== null) return minute;
  context.addIssue('is no time; write HH:MM');
  return z.NEVER;
});
const hours = z
  .number()
  .min(0.25)
  .max(4)
  .transform((given) => Math.round(given * 60));
const kind = z
  .string()
  .transform((given) => given.trim().toLowerCase().replace(/s$/, ''))
  .pipe(z.enum(KINDS));
const LEVELS = { 1: 1, 2: 2, 3: 3, easy: 1, medium: 2, hard: 3 } as const;
const count = z
  .union([
    z.literal([1, 2, 3]),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['easy', 'medium', 'hard'])),
  ])
  .transform((given) => LEVELS[given]);

export const paramsSchema: z.ZodType<Params> = z
  .object({
    ...{ type: kind.optional(), meeting_type: kind.optional(), task_type_name: kind.optional() },
    ...{ start: time.optional(), start_time: time.optional() },
    ...{ length: hours.optional(), duration: hours.optional() },
    ...{ conflicts: count.optional(), conflict_count: count.optional(), num_conflicts: count.optional() },
    ...{ difficulty: count.optional(), level: count.optional(), department: z.string().max(60).optional() },
  })
  .transform((given) => ({
    kind: given.type ?? given.meeting_type ?? given.task_type_name ?? 'manager',
    start: given.start ?? given.start_time ?? START,
    length: given.length ?? given.duration ?? LENGTH,
    conflicts: given.conflicts ?? given.conflict_count ?? given.num_conflicts ?? given.difficulty ?? given.level ?? 2,
    department: given.department ?? 'Marketing',
  }))
  .refine(({ start, length }) => start >= FIRST && start + length <= LAST, 'the meeting lies between 12:00 and 17:00');

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return {
    kind: random.pick(KINDS),
    start: random.pick([660, 720, 780, 840, 870, 900]),
    length: random.pick([30, 60, 90, 120]),
    conflicts: difficulty,
    department: 'Marketing',
  };
}

/** When the meeting is, how long, what is to be done with what is said in it, and how many wishes break the rules. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { hoursArgument, timeArgument } from '../../argument-forms.ts';

export const KINDS = ['none', 'write', 'sum', 'check', 'check_sum'] as const;
export type Kind = (typeof KINDS)[number];

export type Params = {
  readonly kind: Kind;
  readonly level: 1 | 2 | 3;
  readonly start: number;
  /** In minutes. */
  readonly length: number;
};

const START = 9 * 60 + 30;
const LENGTH = 60;
const FIRST = 9 * 60;
const LAST = 17 * 60;
/** Drawn ones: on the half hour, so that the longest is over in time. */
const STARTS = [540, 570, 600, 660, 720, 780, 810, 840, 900];

const kind = z
  .string()
  .transform((given) =>
    given
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  .pipe(z.enum(KINDS));
const LEVELS = { 1: 1, 2: 2, 3: 3, easy: 1, medium: 2, hard: 3, l1: 1, l2: 2, l3: 3 } as const;
const level = z
  .union([
    z.literal([1, 2, 3]),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['easy', 'medium', 'hard', 'l1', 'l2', 'l3'])),
  ])
  .transform((given) => LEVELS[given]);

export const paramsSchema: z.ZodType<Params> = z
  .object({
    ...{ type: kind.optional(), meeting_type: kind.optional(), task_type_name: kind.optional() },
    ...{ level: level.optional(), difficulty: level.optional() },
    ...{ start: timeArgument.optional(), start_time: timeArgument.optional() },
    ...{ length: hoursArgument.optional(), duration: hoursArgument.optional() },
  })
  .transform((given) => ({
    kind: given.type ?? given.meeting_type ?? given.task_type_name ?? 'check',
    level: given.level ?? given.difficulty ?? 1,
    start: given.start ?? given.start_time ?? START,
    length: given.length ?? given.duration ?? LENGTH,
  }))
  .refine(({ start, length }) => start >= FIRST && start + length <= LAST, 'a meeting lies between 09:00 and 17:00');

/** Just being there is for beginners. */
export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return {
    kind: random.pick(difficulty === 1 ? KINDS : KINDS.slice(1)),
    level: difficulty,
    start: random.pick(STARTS),
    length: random.pick([30, 60, 90, 120]),
  };
}

/** What can be asked of a month of badge records, in our spelling and the original's. What is left open is drawn with the instance. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { DEPARTMENTS } from '../../headcount.ts';

export const SUBJECTS = [
  'late_early_employee',
  'top_percent_employees',
  'attendance_statistics',
  'avg_late_early_days',
  'has_late_or_early',
  'total_absence_days',
  'average_overtime_hours',
  'employees_with_most_remote_days',
  'employees_with_perfect_attendance',
] as const;
export type Subject = (typeof SUBJECTS)[number];

const MODES = ['most_late', 'least_late', 'most_early', 'least_early'] as const;
const METRICS = ['late', 'early'] as const;
const PERCENTS = [5, 10, 15, 20] as const;
const LEVELS = ['L1', 'L2', 'L3', 'L4', 'L5'] as const;
export type Level = (typeof LEVELS)[number];
export const UNITS: readonly string[] = DEPARTMENTS.map(({ name }) => name);
export const EVERYBODY = 'all';

/** Null where it is left open. */
export type Params = {
  readonly subject: Subject | null;
  readonly department: string | null;
  readonly mode: (typeof MODES)[number] | null;
  readonly percent: number | null;
  readonly metric: (typeof METRICS)[number] | null;
  readonly level: Level | null;
};

export type Settled = { readonly [K in keyof Params]: NonNullable<Params[K]> };

/** `Most late`, `most-late`, `MOST_LATE`: all the same. */
const spelled = <const T extends readonly string[]>(words: T) =>
  z
    .string()
    .transform((given) => words.find((word) => plain(word) === plain(given)) ?? given)
    .pipe(z.enum(words))
    .nullish();

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

const level = spelled(LEVELS);
const details = {
  department: spelled([...UNITS, EVERYBODY]),
  mode: spelled(MODES),
  percent: z.union([z.literal(5), z.literal(10), z.literal(15), z.literal(20)]).nullish(),
  metric: spelled(METRICS),
};

export const paramsSchema: z.ZodType<Params> = z
  .object({
    task_type_name: spelled(SUBJECTS),
    subject: spelled(SUBJECTS),
    task_params: z.object(details).nullish(),
    ...details,
    difficulty: z.union([level, z.object({ level })]).nullish(),
    level,
  })
  .transform(({ task_type_name, subject, task_params, difficulty, level: own, ...given }) => ({
    subject: task_type_name ?? subject ?? null,
    department: task_params?.department ?? given.department ?? null,
    mode: task_params?.mode ?? given.mode ?? null,
    percent: task_params?.percent ?? given.percent ?? null,
    metric: task_params?.metric ?? given.metric ?? null,
    level: (typeof difficulty === 'object' ? difficulty?.level : difficulty) ?? own ?? null,
  }));

const BY_DIFFICULTY: Readonly<Record<1 | 2 | 3, readonly Level[]>> = {
  1: ['L1', 'L2'],
  2: ['L3'],
  3: ['L4', 'L5'],
};

const OPEN: Params = { subject: null, department: null, mode: null, percent: null, metric: null, level: null };

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return settled(random, OPEN, difficulty);
}

/** Draws what was left open; every draw is made, so that one more argument shifts no other. */
export function settled(random: Random, params: Params, difficulty: 1 | 2 | 3): Settled {
  const [subject, mode, metric, percent] = [
    random.pick(SUBJECTS),
    random.pick(MODES),
    random.pick(METRICS),
    random.pick(PERCENTS),
  ];
  const level = random.pick(BY_DIFFICULTY[difficulty]);
  const department = random.chance(0.2) ? EVERYBODY : random.pick(UNITS);
  return {
    subject: params.subject ?? subject,
    department: params.department ?? department,
    mode: params.mode ?? mode,
    percent: params.percent ?? percent,
    metric: params.metric ?? metric,
    level: params.level ?? level,
  };
}

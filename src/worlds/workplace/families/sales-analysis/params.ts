/** What can be asked of a year of orders, in our spelling and the original's. What is left open is drawn with the instance. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export const SUBJECTS = [
  'top_sales_employee',
  'sales_statistics',
  'cross_depts_extreme_employee',
  'per_dept_extreme_employee',
  'per_dept_avg_sales',
  'per_dept_top_n',
  'cross_depts_top_n',
  'dept_person_qoq_count',
  'all_depts_qoq_count',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export const UNITS = ['Sales_1', 'Sales_2', 'Sales_3'] as const;
const MODES = ['top', 'bottom'] as const;
const DIRECTIONS = ['up', 'down'] as const;

/** Null where it is left open. */
export type Params = {
  readonly subject: Subject | null;
  /** In the order of the house; one for subjects about a single department. */
  readonly departments: readonly string[] | null;
  readonly quarter: number | null;
  readonly mode: (typeof MODES)[number] | null;
  readonly n: number | null;
  readonly direction: (typeof DIRECTIONS)[number] | null;
};

export type Settled = { readonly [K in keyof Params]: NonNullable<Params[K]> };

const SINGLE: readonly Subject[] = ['top_sales_employee', 'sales_statistics', 'dept_person_qoq_count'];
const COMPARED: readonly Subject[] = ['dept_person_qoq_count', 'all_depts_qoq_count'];
const BY_DIFFICULTY: Readonly<Record<1 | 2 | 3, readonly Subject[]>> = {
  1: ['top_sales_employee', 'sales_statistics', 'per_dept_avg_sales'],
  2: ['cross_depts_extreme_employee', 'per_dept_extreme_employee', 'per_dept_avg_sales', 'dept_person_qoq_count'],
  3: ['per_dept_top_n', 'cross_depts_top_n', 'dept_person_qoq_count', 'all_depts_qoq_count'],
};

/** `Sales 1`, `sales-1`, `SALES_1`: all the same. */
const spelled = <const T extends readonly string[]>(words: T) =>
  z
    .string()
    .transform((given) => words.find((word) => plain(word) === plain(given)) ?? given)
    .pipe(z.enum(words));

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

const unit = spelled(UNITS);
const details = {
  department: unit.nullish(),
  departments: z.array(unit).min(1).max(3).nullish(),
  /** `2`, `"2"` or `"Q2"`. */
  quarter: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^[Qq]?[1-4]$/)
        .transform((given) => Number(given.slice(-1))),
    ])
    .pipe(z.int().min(1).max(4))
    .nullish(),
  mode: spelled(MODES).nullish(),
  n: z.int().min(1).max(3).nullish(),
  direction: spelled(DIRECTIONS).nullish(),
};

export const paramsSchema: z.ZodType<Params> = z
  .object({
    task_type: spelled(SUBJECTS).nullish(),
    task_type_name: spelled(SUBJECTS).nullish(),
    subject: spelled(SUBJECTS).nullish(),
    task_params: z.object(details).nullish(),
    ...details,
  })
  .transform(({ task_type, task_type_name, subject, task_params, ...given }) => {
    const { department, departments, quarter, mode, n, direction } = { ...given, ...task_params };
    return {
      subject: task_type ?? task_type_name ?? subject ?? null,
      departments: departments ?? (department == null ? null : [department]),
      quarter: quarter ?? null,
      mode: mode ?? null,
      n: n ?? null,
      direction: direction ?? null,
    };
  })
  .refine(({ subject, quarter }) => subject === null || !COMPARED.includes(subject) || quarter !== 1, {
    message: 'the first quarter has none before it to be compared with',
    path: ['quarter'],
  });

const OPEN: Params = { subject: null, departments: null, quarter: null, mode: null, n: null, direction: null };

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return settled(random, OPEN, difficulty);
}

/** Draws what was left open; every draw is made, so that one more argument shifts no other. */
export function settled(random: Random, params: Params, difficulty: 1 | 2 | 3): Settled {
  const drawn = random.pick(BY_DIFFICULTY[difficulty]);
  const subject = params.subject ?? drawn;
  const quarter = COMPARED.includes(subject) ? random.int(2, 4) : random.int(1, 4);
  const count = subject === 'per_dept_top_n' ? 3 : difficulty === 1 ? 2 : random.int(2, 3);
  const [mode, n, direction] = [random.pick(MODES), random.int(2, 3), random.pick(DIRECTIONS)];
  const order = random.shuffle(UNITS);
  return {
    subject,
    departments: unitsFor(subject, params.departments ?? [], order.slice(0, count)),
    quarter: params.quarter ?? quarter,
    mode: params.mode ?? mode,
    n: params.n ?? n,
    direction: params.direction ?? direction,
  };
}

/** One department where one is meant, all where all are, in the order of the house. */
function unitsFor(subject: Subject, given: readonly string[], drawn: readonly string[]): readonly string[] {
  if (subject === 'all_depts_qoq_count') return [...UNITS];
  const chosen = given.length > 0 ? given : drawn;
  const kept = SINGLE.includes(subject) ? chosen.slice(0, 1) : chosen;
  return UNITS.filter((one) => kept.includes(one));
}

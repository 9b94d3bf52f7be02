/** Which table is to be completed and how hard that is. Takes the original's spellings, with spaces, hyphens or underscores. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export const KINDS = [
  'sales/quarter_from_months',
  'sales/qoq_rate',
  'transactions/tax_fee',
  'transactions/total_from_items',
  'inventory/ending_from_flow',
  'inventory/daily_interpolation',
  'finance/account_balance_from_details',
  'finance/depreciation_straight_line',
  'logistics/eta_distance_sla',
  'logistics/segment_time_sum',
  'web/rolling_avg',
  'web/funnel',
] as const;
export type KindName = (typeof KINDS)[number];

export const LEVELS = ['very_easy', 'easy', 'medium', 'hard', 'very_hard'] as const;
export type Level = (typeof LEVELS)[number];

export type Params = {
  /** Those from which one is drawn: one where the type was named, two where only the domain was. */
  readonly kinds: readonly KindName[];
  readonly level: Level;
};

/** Gaps as a share of the rows, how many of them in a row, and how many rows. */
export const SIZES: Readonly<Record<Level, { readonly share: number; readonly run: number; readonly rows: number }>> = {
  very_easy: { share: 0.05, run: 0, rows: 30 },
  easy: { share: 0.08, run: 1, rows: 50 },
  medium: { share: 0.15, run: 3, rows: 80 },
  hard: { share: 0.25, run: 5, rows: 120 },
  very_hard: { share: 0.35, run: 7, rows: 200 },
};

const word = z.string().max(100).transform(plain);
const level = z.union([word, z.object({ level: word }).transform((given) => given.level)]);

export const paramsSchema: z.ZodType<Params> = z
  .object({
    domain: word.optional(),
    type: word.optional(),
    task_type: word.optional(),
    task_type_name: word.optional(),
    difficulty: level.optional(),
    /** Our own form, as `sample` gives it. */
    kinds: z.array(z.enum(KINDS)).min(1).optional(),
    level: z.enum(LEVELS).optional(),
  })
  .transform((given, context): Params => {
    const type = given.task_type_name ?? given.task_type ?? given.type ?? '';
    const kinds = given.kinds ?? kindsNamed(given.domain ?? '', type);
    const wanted = given.level ?? given.difficulty ?? 'medium';
    const found = LEVELS.find((one) => one === wanted);
    if (kinds.length === 0) context.addIssue({ code: 'custom', message: `no table is called "${type}"` });
    if (found === undefined) context.addIssue({ code: 'custom', message: `no difficulty is called "${wanted}"` });
    return { kinds, level: found ?? 'medium' };
  });

/** `tax fee`, `transactions/tax_fee`, or a domain alone. */
function kindsNamed(domain: string, type: string): readonly KindName[] {
  return KINDS.filter((kind) => {
    const [own = '', name = ''] = kind.split('/');
    return (domain === '' || domain === own) && ['', name, kind, own].includes(type);
  });
}

function plain(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** Our three levels stand for the original's five. */
const OF_DIFFICULTY: Readonly<Record<1 | 2 | 3, readonly Level[]>> = {
  1: ['very_easy', 'easy'],
  2: ['medium'],
  3: ['hard', 'very_hard'],
};

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return { kinds: [random.pick(KINDS)], level: random.pick(OF_DIFFICULTY[difficulty]) };
}

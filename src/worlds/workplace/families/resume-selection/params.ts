/** What is looked for and among how many. Accepts the original's lists and spellings; what is left open is drawn when built. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

/** From the lowest to the highest. */
export const DEGREES = ['High School', 'Associate', 'Bachelor', 'Master', 'Doctorate'] as const;
export type Degree = (typeof DEGREES)[number];

export type Requirement = {
  /** At least. */
  readonly education: Degree;
  /** One of them. */
  readonly majors: readonly string[];
  /** At least. */
  readonly years: number;
  /** All of them. */
  readonly skills: readonly string[];
};

export type Params = {
  readonly position: string | null;
  readonly requirement: Requirement | null;
  readonly count: number;
  /** How much a resume asks of its reader: one post and one degree, or several of each with what does not count. */
  readonly detail: 1 | 2 | 3;
};

const LEVELS: Readonly<Record<'1' | '2' | '3', Pick<Params, 'count' | 'detail'>>> = {
  1: { count: 6, detail: 1 },
  2: { count: 9, detail: 2 },
  3: { count: 12, detail: 3 },
};

/** One line of a resume, which is read by its commas. */
const word = z
  .string()
  .trim()
  .max(80)
  .regex(/^[\p{L}\p{N}][^,;#\n]*$/u);
/** The original's sampler writes lists where texts are meant. */
const words = z
  .union([word.transform((one) => [one]), z.array(word).min(1).max(6)])
  .transform((list) => [...new Set(list)]);
const degree = words.transform((list, context) => {
  const found = list.map(degreeNamed).filter((one) => one !== undefined);
  const [lowest] = found.toSorted((a, b) => DEGREES.indexOf(a) - DEGREES.indexOf(b));
  if (lowest !== undefined && found.length === list.length) return lowest;
  context.addIssue(`is no degree; there are ${DEGREES.join(', ')}`);
  return z.NEVER;
});
const years = z
  .union([z.number(), z.string().regex(/^\d+(\+|\s*\+?\s*years?)?$/i)])
  .transform((given) => (typeof given === 'number' ? given : Number.parseInt(given, 10)))
  .pipe(z.int().min(0).max(30));

const requirement = z.union([
  z.tuple([degree, words, years, words]).transform(([education, majors, least, skills]) => ({
    education,
    majors,
    years: least,
    skills,
  })),
  z
    .object({ education: degree, majors: words.optional(), major: words.optional(), years, skills: words })
    .transform(({ majors, major, ...rest }, context) => {
      const named = majors ?? major;
      if (named !== undefined) return { ...rest, majors: named };
      context.addIssue('names no majors');
      return z.NEVER;
    }),
]);

const level = z
  .union([z.literal([1, 2, 3]), z.enum(['easy', 'medium', 'hard', 'L1', 'L2', 'L3'])])
  .transform((given) => LEVEL_NAMES[given]);
const LEVEL_NAMES = { 1: 1, 2: 2, 3: 3, easy: 1, medium: 2, hard: 3, L1: 1, L2: 2, L3: 3 } as const;

const count = z.int().min(4).max(30);

export const paramsSchema: z.ZodType<Params> = z
  .object({
    position: word.optional(),
    requirement: requirement.optional(),
    requirements: requirement.optional(),
    resumes: count.optional(),
    num_resumes: count.optional(),
    number_of_resumes: count.optional(),
    difficulty: level.optional(),
    level: level.optional(),
  })
  .transform((given) => {
    const { detail, count: usual } = LEVELS[given.difficulty ?? given.level ?? 2];
    return {
      position: given.position ?? null,
      requirement: given.requirement ?? given.requirements ?? null,
      count: given.resumes ?? given.num_resumes ?? given.number_of_resumes ?? usual,
      detail,
    };
  });

export function sampleParams(_random: Random, difficulty: 1 | 2 | 3): Params {
  return { position: null, requirement: null, ...LEVELS[difficulty] };
}

/** `PhD`, `Master's degree`, `bachelor`. */
function degreeNamed(name: string): Degree | undefined {
  if (/^(ph\.?\s*d|doctor)/i.test(name)) return 'Doctorate';
  return DEGREES.find((one) => name.toLowerCase().startsWith(one.toLowerCase()));
}

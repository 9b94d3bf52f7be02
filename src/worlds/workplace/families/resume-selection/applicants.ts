/**
 * Applicants for a position, drawn so that one to four fit and the others miss by a single thing each, or by two. It knows what is
 * asked and what an applicant has; how a resume reads is written elsewhere.
 */
import type { Random } from '../../../../core/random.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../name-pool.ts';
import { DEGREES, type Degree, type Params, type Requirement } from './params.ts';

export type Criterion = 'position' | 'education' | 'major' | 'years' | 'skills';

export interface Applicant {
  readonly name: string;
  readonly position: string;
  readonly education: Degree;
  readonly major: string;
  readonly years: number;
  readonly skills: readonly string[];
  /** A skill that the applicant would like to have. */
  readonly longing: string;
  /** What does not fit; empty for those who do. */
  readonly misses: readonly Criterion[];
}

export interface Opening extends Requirement {
  readonly position: string;
}

const FIELDS: readonly {
  readonly position: string;
  readonly majors: readonly string[];
  readonly skills: readonly string[];
}[] = [
  {
    position: 'Data Analyst',
    majors: ['Statistics', 'Applied Mathematics', 'Economics', 'Computer Science'],
    skills: ['SQL', 'data cleaning', 'dashboard design', 'forecasting', 'survey design', 'spreadsheet modelling'],
  },
  {
    position: 'Software Engineer',
    majors: ['Computer Science', 'Software Engineering', 'Electrical Engineering', 'Applied Mathematics'],
    skills: ['code review', 'unit testing', 'SQL', 'API design', 'build automation', 'performance tuning'],
  },
  {
    position: 'Content Strategist',
    majors: ['Communication Studies', 'Journalism', 'Marketing', 'Linguistics'],
    skills: [
      'copy editing',
      'interviewing',
      'search analysis',
      'newsletter planning',
      'survey design',
      'photo editing',
    ],
  },
];
/** Near enough to the others to be taken for them. */
const OTHER_MAJORS = ['Applied Economics', 'Information Science', 'History', 'Industrial Design', 'Media Studies'];
const OTHER_POSITIONS = ['Data Engineer', 'Software Tester', 'Content Editor', 'Office Coordinator'];
const OTHER_SKILLS = ['project planning', 'public speaking', 'budgeting', 'note taking', 'SQL tuning'];

export function drawOpening(random: Random, { position, requirement }: Params): Opening {
  const field = FIELDS.find((one) => one.position === position) ?? random.pick(FIELDS);
  const drawn: Requirement = {
    education: random.pick(['Bachelor', 'Bachelor', 'Master'] as const),
    majors: random.shuffle(field.majors).slice(0, random.int(1, 2)),
    years: random.int(2, 6),
    skills: random.shuffle(field.skills).slice(0, random.int(1, 3)),
  };
  return { position: position ?? field.position, ...(requirement ?? drawn) };
}

const MOST_FITTING = 4;

export function drawApplicants(
  random: Random,
  opening: Opening,
  { count, taken }: { readonly count: number; readonly taken: ReadonlySet<string> },
): readonly Applicant[] {
  const names = drawNames(random, count, taken);
  const fitting = random.int(1, Math.min(MOST_FITTING, Math.floor(count / 3)));
  const criteria = random.shuffle(criteriaFor(opening));
  const applicants = names.map((name, i) => {
    const nth = i - fitting;
    const first = criteria[nth % criteria.length];
    // The second time round somebody misses by two things, so that no two are wrong alike.
    const second = nth >= criteria.length ? criteria[(nth + 1) % criteria.length] : undefined;
    const misses = nth < 0 ? [] : [...new Set([first, second])].filter((one) => one !== undefined);
    return applicantWith(name, misses, { random, opening });
  });
  return random.shuffle(applicants);
}

/** What can be missed at all: nobody has less than none. */
function criteriaFor({ education, years }: Opening): readonly Criterion[] {
  return [
    'position',
    'major',
    'skills',
    ...(education === DEGREES[0] ? [] : (['education'] as const)),
    ...(years === 0 ? [] : (['years'] as const)),
  ];
}

function drawNames(random: Random, count: number, taken: ReadonlySet<string>): readonly string[] {
  const [firsts, lasts] = [random.shuffle(FIRST_NAMES), random.shuffle(LAST_NAMES)];
  return firsts
    .map((first, i) => `${first} ${lasts[i % lasts.length]}`)
    .filter((name) => !taken.has(name))
    .slice(0, count);
}

interface Drawing {
  readonly random: Random;
  readonly opening: Opening;
}

function applicantWith(name: string, misses: readonly Criterion[], { random, opening }: Drawing): Applicant {
  const lacks = (criterion: Criterion): boolean => misses.includes(criterion);
  const { position, majors, skills } = opening;
  const lacking = random.pick(skills);
  const others = random.shuffle(OTHER_SKILLS.filter((one) => !holds(skills, one))).slice(0, random.int(1, 3));
  const own = lacks('skills') ? skills.filter((one) => one !== lacking) : skills;
  return {
    name,
    position: lacks('position') ? random.pick(OTHER_POSITIONS.filter((one) => !holds([position], one))) : position,
    education: drawDegree(random, opening.education, lacks('education')),
    major: lacks('major') ? random.pick(otherMajors(opening)) : random.pick(majors),
    years: drawYears(random, opening.years, lacks('years')),
    skills: random.shuffle([...own, ...others]),
    longing: lacks('skills') ? lacking : random.pick(OTHER_SKILLS),
    misses,
  };
}

function otherMajors({ majors }: Opening): readonly string[] {
  const all = [...OTHER_MAJORS, ...FIELDS.flatMap((field) => field.majors)];
  return [...new Set(all)].filter((one) => !holds(majors, one));
}

function drawDegree(random: Random, least: Degree, isBelow: boolean): Degree {
  const at = DEGREES.indexOf(least);
  const index = isBelow ? random.int(Math.max(0, at - 2), at - 1) : Math.min(DEGREES.length - 1, at + random.int(0, 1));
  return DEGREES[index] ?? least;
}

/** Also figures of two digits, which as text would stand before `3`. */
function drawYears(random: Random, least: number, isBelow: boolean): number {
  if (isBelow) return random.int(Math.max(0, least - 2), least - 1);
  return random.pick([least, least + random.int(1, 3), Math.max(least, 10 + random.int(0, 4))]);
}

/** Capital and small letters make no difference. */
function holds(list: readonly string[], wanted: string): boolean {
  return list.some((one) => one.toLowerCase() === wanted.toLowerCase());
}

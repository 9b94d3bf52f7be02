/** How an applicant's resume reads, and how it is read again. Figures are whole years; what does not count stands in a section of its own. */
import type { Random } from '../../../../core/random.ts';
import type { Applicant } from './applicants.ts';
import { DEGREES, type Degree } from './params.ts';

const PLACES = [
  'a regional clinic',
  'a logistics firm',
  'a public library',
  'a maker of kitchen tools',
  'a housing cooperative',
  'a travel portal',
  'an energy supplier',
  'a theatre',
];
const SCHOOLS = ['Harrowmere University', 'the University of Dunfold', 'Saltwick College', 'Brantholm Institute'];
const TRAITS = [
  'I like work whose result can be seen.',
  'Colleagues say that I ask the second question.',
  'I write things down before I change them.',
  'I have led small teams and enjoyed being part of larger ones.',
  'In my free time I repair old radios.',
];

export interface ResumeStyle {
  readonly random: Random;
  readonly detail: 1 | 2 | 3;
}

export function resumeOf(applicant: Applicant, { random, detail }: ResumeStyle): string {
  const { name, position, education, major, years, skills, longing } = applicant;
  const posts = parts(years, detail).map(
    (length) => `- ${random.pick(TITLES)} at ${random.pick(PLACES)}: ${spell(length)}`,
  );
  const internship = detail > 1 ? [`- Trainee at ${random.pick(PLACES)}: ${spell(random.int(1, 2))}`] : [];
  const lower = DEGREES[Math.max(0, DEGREES.indexOf(education) - 1)] ?? education;
  const year = 2006 + random.int(0, 12);
  const degrees = [
    degreeLine({ degree: education, major, school: random.pick(SCHOOLS), year }),
    ...(detail > 1 && lower !== education
      ? [
          degreeLine({
            degree: lower,
            major: random.pick(['General Studies', 'Economics', 'Physics']),
            school: random.pick(SCHOOLS),
            year: year - 3,
          }),
        ]
      : []),
  ];
  return [
    `# ${name}`,
    `Applying for: ${position}`,
    '## Profile',
    `${random.shuffle(TRAITS).slice(0, 2).join(' ')} Next I would like to learn ${longing}.`,
    '## Education',
    (detail === 3 ? random.shuffle(degrees) : degrees).join('\n'),
    '## Experience',
    posts.length === 0 ? 'None yet.' : posts.join('\n'),
    ...(internship.length === 0 ? [] : ['## Internships', internship.join('\n')]),
    '## Skills',
    skills.map((skill) => `- ${skill}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

const TITLES = ['Analyst', 'Engineer', 'Assistant', 'Consultant', 'Editor', 'Coordinator', 'Specialist'];

function degreeLine(one: {
  readonly degree: Degree;
  readonly major: string;
  readonly school: string;
  readonly year: number;
}): string {
  return `- ${one.degree} in ${one.major}, ${one.school}, ${one.year}`;
}

/** Whole years in so many posts, none of them empty. */
function parts(years: number, detail: number): readonly number[] {
  const count = Math.min(detail, years);
  return Array.from({ length: count }, (_, i) => Math.floor(years / count) + (i < years % count ? 1 : 0));
}

function spell(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}

const RANKS: readonly string[] = DEGREES;

export type Reading = Pick<Applicant, 'name' | 'position' | 'education' | 'major' | 'years' | 'skills'>;

export function readResume(text: string): Reading {
  const section = (title: string): string => new RegExp(`## ${title}\\n\\n([^#]*)`).exec(text)?.[1] ?? '';
  const degrees = [...section('Education').matchAll(/^- (.+?) in (.+?),/gm)].flatMap(([, degree = '', major = '']) => {
    const rank = RANKS.indexOf(degree);
    return rank < 0 ? [] : [{ rank, major }];
  });
  const [highest] = degrees.toSorted((a, b) => b.rank - a.rank);
  return {
    name: /^# (.+)$/m.exec(text)?.[1] ?? '',
    position: /^Applying for: (.+)$/m.exec(text)?.[1] ?? '',
    education: DEGREES[highest?.rank ?? 0] ?? DEGREES[0],
    major: highest?.major ?? '',
    years: [...section('Experience').matchAll(/: (\d+) years?$/gm)].reduce((sum, [, years]) => sum + Number(years), 0),
    skills: [...section('Skills').matchAll(/^- (.+)$/gm)].map(([, skill = '']) => skill),
  };
}

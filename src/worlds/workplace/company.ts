/**
 * Makes a company: people with names, roles, managers and ways of answering, and its rooms. The trainee is the first of the people.
 * All chance is the given stream's. It knows nothing of assignments: who must be in place is seen to by whoever composes the day.
 */
import type { Random } from '../../core/random.ts';
import { EXECUTIVE, type Position, postsOf } from './headcount.ts';
import { type Company, type Minute, type Person, type Profile, TRAINEE } from './instance.ts';
import { COMPANY_NAMES, FIRST_NAMES, LAST_NAMES } from './name-pool.ts';

export interface CompanyWish {
  /** People besides the trainee. */
  readonly size: number;
  readonly name?: string;
}

const SMALLEST_COMPANY = 10;
const LARGEST_COMPANY = 200;
const ROOMS = 10;

export function makeCompany(random: Random, { size, name }: CompanyWish): Company {
  if (!Number.isInteger(size) || size < SMALLEST_COMPANY || size > LARGEST_COMPANY) {
    throw new RangeError(`a company has ${SMALLEST_COMPANY} to ${LARGEST_COMPANY} people, not ${size}`);
  }
  const drawn = random.pick(COMPANY_NAMES);
  const names = drawNames(random, size + 1);
  const posts = postsOf(size);
  const managers = managersOf(posts);
  const people = posts.map((post, index): Person => {
    const id = idOf(index + 1);
    return {
      id,
      name: names[index + 1] ?? id,
      department: post.department,
      role: post.role,
      manager: managers[index] ?? null,
      profile: drawProfile(random),
    };
  });
  return {
    name: name ?? drawn,
    people: [drawTrainee(random, people, names[0] ?? TRAINEE), ...people],
    rooms: Array.from({ length: ROOMS }, (_, i) => `Room ${String(i + 1).padStart(2, '0')}`),
  };
}

function idOf(number: number): string {
  return `P-${String(number).padStart(3, '0')}`;
}

/** Unique as wholes, and first names only come back when all have been given out: people are easier to tell apart. */
function drawNames(random: Random, count: number): readonly string[] {
  const [firsts, lasts] = [random.shuffle(FIRST_NAMES), random.shuffle(LAST_NAMES)];
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / firsts.length);
    // Each round pairs the two lists with another offset, so that no pair comes twice.
    const last = lasts[(i + round * 7) % lasts.length];
    return `${firsts[i % firsts.length]} ${last}`;
  });
}

/** Which head looks after a department, where the company has that head. */
const PATRONS: Readonly<Record<string, string>> = {
  Engineering: 'CTO',
  Product: 'CTO',
  Finance: 'CFO',
  Marketing: 'COO',
  'Human Resources': 'COO',
  Sales_1: 'COO',
  Sales_2: 'COO',
  Sales_3: 'COO',
};

/** By post: the id of whom they report to; null for the head of the company. Members are spread evenly over their managers. */
function managersOf(posts: readonly Position[]): readonly (string | null)[] {
  const ids = posts.map((_, i) => idOf(i + 1));
  const [top = null] = ids;
  const headIn = (department: string): string | null => {
    const at = posts.findIndex(({ rank, role }) => rank === 'head' && role === PATRONS[department]);
    return ids[at] ?? top;
  };
  return posts.map(({ rank, department }, index) => {
    if (index === 0) return null;
    if (rank === 'head') return top;
    if (rank === 'manager') return headIn(department);
    const managers = ids.filter((_, i) => posts[i]?.department === department && posts[i]?.rank === 'manager');
    return managers[index % managers.length] ?? top;
  });
}

const OUT: readonly string[] = [
  'in a workshop',
  'at the dentist',
  'with a customer',
  'on a training course',
  'in interviews',
  'travelling',
];

/** Most answer at once. Times are in steps of five minutes, as people give them. */
function drawProfile(random: Random): Profile {
  const manner = random.pick(['plain', 'plain', 'plain', 'brief', 'warm'] as const);
  const delay: Minute = random.chance(0.2) ? 5 * random.int(2, 9) : 0;
  if (!random.chance(0.12)) return { delay, away: [], manner };
  const from = 9 * 60 + 15 * random.int(0, 28);
  return { delay, away: [{ from, to: from + 15 * random.int(3, 10), note: random.pick(OUT) }], manner };
}

/** Somewhere with colleagues to learn from, below a manager of that department. */
function drawTrainee(random: Random, people: readonly Person[], name: string): Person {
  const managers = people.filter(({ role }) => role.endsWith('Manager'));
  const staffed = managers.filter(({ id }) => people.some(({ manager }) => manager === id));
  const boss = random.pick(staffed.length === 0 ? managers : staffed);
  return {
    id: TRAINEE,
    name,
    department: boss.department,
    role: 'Trainee',
    manager: boss.id,
    profile: { delay: 0, away: [], manner: 'plain' },
  };
}

/** Departments that have people, in the order of the house; the heads of the company are none. */
export function departmentsOf({ people }: Company): readonly string[] {
  return [...new Set(people.slice(1).map(({ department }) => department))].filter((name) => name !== EXECUTIVE);
}

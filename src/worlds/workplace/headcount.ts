/**
 * How many people of which kind a company of a given size has: heads by threshold, departments by share, managers by ratio, roles by
 * share, all in whole people. Plain arithmetic; it knows no names and draws nothing.
 */

export interface DepartmentPlan {
  readonly name: string;
  /** In percent of those who are no heads of the company. */
  readonly share: number;
  readonly managerRole: string;
  /** One manager for so many others. */
  readonly ratio: number;
  readonly roles: readonly { readonly role: string; readonly share: number }[];
}

export const EXECUTIVE = 'Executive';

/** Each from a given size on. */
const EXECUTIVES = [
  { role: 'CEO', from: 1 },
  { role: 'CTO', from: 5 },
  { role: 'COO', from: 15 },
  { role: 'CFO', from: 25 },
] as const;

const salesPlan = (number: number): DepartmentPlan => ({
  name: `Sales_${number}`,
  share: 6,
  managerRole: 'Sales Manager',
  ratio: 7,
  roles: [
    { role: 'Account Executive', share: 40 },
    { role: 'Sales Representative', share: 60 },
  ],
});

export const DEPARTMENTS: readonly DepartmentPlan[] = [
  {
    name: 'Engineering',
    share: 41,
    managerRole: 'Engineering Manager',
    ratio: 8,
    roles: [
      { role: 'Senior Software Engineer', share: 25 },
      { role: 'Software Engineer', share: 60 },
      { role: 'QA Engineer', share: 10 },
      { role: 'DevOps Engineer', share: 5 },
    ],
  },
  salesPlan(1),
  salesPlan(2),
  salesPlan(3),
  {
    name: 'Marketing',
    share: 14,
    managerRole: 'Marketing Manager',
    ratio: 5,
    roles: [
      { role: 'SEO Specialist', share: 30 },
      { role: 'Content Creator', share: 50 },
      { role: 'Social Media Planner', share: 20 },
    ],
  },
  {
    name: 'Product',
    share: 11,
    managerRole: 'Product Manager',
    ratio: 6,
    roles: [
      { role: 'Product Designer', share: 30 },
      { role: 'UX/UI Designer', share: 70 },
    ],
  },
  {
    name: 'Human Resources',
    share: 7,
    managerRole: 'HR Manager',
    ratio: 10,
    roles: [
      { role: 'Recruiter', share: 50 },
      { role: 'HR Generalist', share: 50 },
    ],
  },
  {
    name: 'Finance',
    share: 9,
    managerRole: 'Finance Manager',
    ratio: 6,
    roles: [
      { role: 'Accountant', share: 50 },
      { role: 'Financial Analyst', share: 50 },
    ],
  },
];

export interface Position {
  readonly department: string;
  readonly role: string;
  readonly rank: 'head' | 'manager' | 'member';
}

/** Every post of a company of so many people, heads first, then department by department with its managers first. */
export function postsOf(size: number): readonly Position[] {
  const heads = EXECUTIVES.filter(({ from }) => size >= from).map(
    ({ role }): Position => ({ department: EXECUTIVE, role, rank: 'head' }),
  );
  const counts = apportioned(size - heads.length, DEPARTMENTS);
  return [...heads, ...DEPARTMENTS.flatMap((plan, i) => departmentPosts(plan, counts[i] ?? 0))];
}

function departmentPosts({ name, managerRole, ratio, roles }: DepartmentPlan, count: number): readonly Position[] {
  if (count === 0) return [];
  const managers = count > ratio ? Math.ceil(count / (ratio + 1)) : 1;
  const members = apportioned(count - managers, roles);
  const filled = (role: string, rank: Position['rank'], n: number): readonly Position[] =>
    Array.from({ length: n }, () => ({ department: name, role, rank }));
  return [
    ...filled(managerRole, 'manager', managers),
    ...roles.flatMap(({ role }, i) => filled(role, 'member', members[i] ?? 0)),
  ];
}

/** Largest remainder in whole percents; of equal remainders the smaller share comes first, so that no rare role is left out. */
function apportioned(count: number, parts: readonly { readonly share: number }[]): readonly number[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  const exact = parts.map(({ share }, index) => ({ index, share, scaled: count * share }));
  const counts = exact.map(({ scaled }) => Math.floor(scaled / total));
  const left = count - counts.reduce((sum, n) => sum + n, 0);
  const order = exact.toSorted(
    (a, b) => (b.scaled % total) - (a.scaled % total) || a.share - b.share || a.index - b.index,
  );
  const lucky = new Set(order.slice(0, left).map(({ index }) => index));
  return counts.map((n, index) => (lucky.has(index) ? n + 1 : n));
}

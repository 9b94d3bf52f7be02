/** People whom requests are about, with their files. Nobody of them works in the house any more. */
import type { Random } from '../../../../core/random.ts';
import type { Person } from '../../instance.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../name-pool.ts';

export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly left: string;
  readonly file: Readonly<Record<string, string | number>>;
}

const ROLES = ['Accountant', 'Recruiter', 'Sales Representative', 'Product Designer', 'QA Engineer', 'SEO Specialist'];
const STREETS = ['Alder Row', 'Mill Lane', 'Quay Street', 'Linden Court', 'North Gate', 'Hazel Walk'];
const NOTES = ['calm under pressure', 'asked good questions', 'well prepared', 'wanted to work part time'];
const HEALTH = ['standing desk', 'no night shifts', 'reduced hours in spring', 'none'];

export function drawSubjects(random: Random, count: number, staff: readonly Person[]): readonly Subject[] {
  const taken = new Set(staff.map(({ name }) => name));
  const lasts = random.shuffle(LAST_NAMES);
  const names = random.shuffle(FIRST_NAMES).flatMap((first, i) => {
    const name = `${first} ${lasts[i % lasts.length]}`;
    return taken.has(name) ? [] : [name];
  });
  const base = random.int(10_000, 80_000);
  return names.slice(0, count).map((name, i) => drawSubject(random, name, `F-${base + i * 13 + random.int(0, 12)}`));
}

function drawSubject(random: Random, name: string, id: string): Subject {
  const [year, month] = [random.int(2019, 2025), String(random.int(1, 12)).padStart(2, '0')];
  const left = `${year}-${month}-28`;
  const plain = name.toLowerCase().replaceAll(' ', '.');
  return {
    id,
    name,
    left,
    file: {
      person_id: id,
      name,
      email: `${plain}@mail.example`,
      phone: `555-${random.int(100_000, 999_999)}`,
      home_address: `${random.int(2, 98)} ${random.pick(STREETS)}`,
      birth_date: `${random.int(1960, 1999)}-${String(random.int(1, 12)).padStart(2, '0')}-${random.int(10, 28)}`,
      role_held: random.pick(ROLES),
      contract_from: `${year - random.int(1, 6)}-${month}-01`,
      contract_to: left,
      salary: 100 * random.int(310, 690),
      bank_account: `ACC-${random.int(10_000_000, 99_999_999)}`,
      appraisal: random.pick(['meets expectations', 'above expectations', 'needs support']),
      interview_notes: random.pick(NOTES),
      absences: random.int(0, 19),
      health_note: random.pick(HEALTH),
      reference_by: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      emergency_contact: `555-${random.int(100_000, 999_999)}`,
    },
  };
}

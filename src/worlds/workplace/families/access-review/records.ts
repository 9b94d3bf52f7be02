/**
 * Draws what a review looks at: systems with owners, people of the company with their moves, some who have left, and their grants. For
 * each case of the policy there is somebody. What is right follows from the policy over these very rows.
 */
import type { Site } from '../../family.ts';
import { type Person, TRAINEE } from '../../instance.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../name-pool.ts';
import { CASES, type Case, COUNTS } from './params.ts';
import { daysBefore, HANDOVER_DAYS, type Member, type Ruling, ruling, type System } from './policy.ts';

export interface Grant {
  readonly member: Member;
  readonly system: System;
  readonly rule: Ruling;
  /** What the owner says, where the owner is asked. */
  readonly isNeeded: boolean;
  readonly case: Case;
}

export interface Review {
  readonly systems: readonly System[];
  readonly owners: ReadonlyMap<string, Person>;
  readonly members: readonly Member[];
  readonly grants: readonly Grant[];
}

const SYSTEMS: readonly { readonly stem: string; readonly departments: readonly string[] }[] = [
  { stem: 'Ledger', departments: ['Finance'] },
  { stem: 'Payroll', departments: ['Human Resources', 'Finance'] },
  { stem: 'Customer Base', departments: ['Sales_1', 'Sales_2', 'Sales_3'] },
  { stem: 'Campaign Studio', departments: ['Marketing', 'Product'] },
  { stem: 'Source Vault', departments: ['Engineering'] },
  { stem: 'Design Board', departments: ['Product', 'Engineering'] },
  { stem: 'Applicant Desk', departments: ['Human Resources'] },
];
/** Systems of one review have a name of their own, so that two reviews of a day do not touch each other's. */
const CLUSTERS = ['North', 'South', 'East', 'West', 'Harbour', 'Hill', 'River', 'Forest'];

export function clusterOf({ id }: Site): string {
  const turn = Number(/-(\d+)$/.exec(id)?.[1] ?? 1);
  return CLUSTERS[(turn - 1) % CLUSTERS.length] ?? 'North';
}

export function drawReview(site: Site, level: 1 | 2 | 3): Review {
  const { systems, owners } = drawSystems(site, level);
  const drawing: Drawing = { site, systems, free: freePeople(site, owners), grants: [] };
  for (const one of CASES) {
    for (let n = 0; n < (COUNTS[level][one] ?? 0); n++) drawCase(drawing, one, n);
  }
  const grants = site.random.shuffle(drawing.grants);
  const drawn = [...new Set(grants.map(({ member }) => member))];
  // Some in the HR records have no access at all.
  const others = drawing.free.slice(0, level * 2).map((person) => memberOf(person));
  return { systems, owners, members: site.random.shuffle([...drawn, ...others]), grants };
}

function drawSystems(site: Site, level: 1 | 2 | 3): Pick<Review, 'systems' | 'owners'> {
  const owners = new Map<string, Person>();
  const present = SYSTEMS.filter(({ departments }) => site.staff({ department: departments[0] ?? '' }).length > 0);
  const systems = site.random
    .shuffle(present)
    .slice(0, level + 3)
    .map(({ stem, departments }, i): System => {
      const system = `${clusterOf(site)} ${stem}`;
      const owner = site.managerOf(departments[0] ?? '');
      owners.set(system, owner);
      return {
        system,
        departments: departments.join(', '),
        owner_name: owner.name,
        owner_decides: i < 2 ? 'yes' : 'no',
        open_to_managers: level === 3 && i === 2 ? 'yes' : 'no',
      };
    });
  return { systems, owners };
}

/** Nobody reviews the owners, the heads of the company, or themselves. */
function freePeople(site: Site, owners: ReadonlyMap<string, Person>): Person[] {
  const owning = new Set([...owners.values()].map(({ id }) => id));
  return site.random.shuffle(
    site.people.filter(({ id, department }) => id !== TRAINEE && department !== 'Executive' && !owning.has(id)),
  );
}

interface Drawing {
  readonly site: Site;
  readonly systems: readonly System[];
  /** People who are not yet in the review; taken from as cases are drawn. */
  readonly free: Person[];
  readonly grants: Grant[];
}

/** One person with a grant that is this case, and now and then another grant that goes with their work. */
function drawCase(drawing: Drawing, kind: Case, ordinal: number): void {
  const { site, systems, free, grants } = drawing;
  const { random } = site;
  if (kind === 'left') {
    const member = formerMember(drawing, ordinal);
    for (const system of random.shuffle(systems).slice(0, random.int(1, 2)))
      grants.push(grantOf(drawing, { member, system, kind }));
    return;
  }
  const choices = free.flatMap((person) =>
    systems.flatMap((system) => (suits(person, system, kind) ? [{ person, system }] : [])),
  );
  const [chosen] = random.shuffle(choices);
  // In a small company not every case has somebody.
  if (chosen === undefined) return;
  free.splice(free.indexOf(chosen.person), 1);
  const member = memberFor(drawing, chosen, kind);
  grants.push(grantOf(drawing, { member, system: chosen.system, kind }));
  const own = systems.filter((system) => system !== chosen.system && isEntitled(chosen.person, system));
  if (own.length > 0 && random.chance(0.4))
    grants.push(grantOf(drawing, { member, system: random.pick(own), kind: 'entitled' }));
}

function isEntitled({ department }: Pick<Person, 'department'>, { departments }: System): boolean {
  return departments.split(', ').includes(department);
}

/** Whether the person could be this case with this system. Managers are a case of their own. */
function suits(person: Person, system: System, kind: Case): boolean {
  const isManager = person.role.endsWith('Manager');
  const isOutside = !isEntitled(person, system);
  if (kind === 'manager') return isManager && isOutside && system.open_to_managers === 'yes';
  if (isManager) return false;
  if (kind === 'entitled' || kind === 'arrived' || kind === 'on leave') return !isOutside;
  const isAsked = kind === 'needed' || kind === 'needless';
  return isOutside && (system.owner_decides === 'yes') === isAsked;
}

const LONGEST_AGO = 200;

function memberFor({ site }: Drawing, { person, system }: { person: Person; system: System }, kind: Case): Member {
  const { random, date } = site;
  const before = system.departments.split(', ');
  const moved = (from: readonly string[], days: number): Member => ({
    ...memberOf(person),
    previous_department: random.pick(from.filter((one) => one !== person.department)),
    moved_on: daysBefore(date, days),
  });
  switch (kind) {
    case 'moved':
      return moved(before, random.pick([HANDOVER_DAYS + 1, random.int(HANDOVER_DAYS + 2, LONGEST_AGO)]));
    case 'handover':
      return moved(before, random.pick([HANDOVER_DAYS, random.int(3, HANDOVER_DAYS - 1)]));
    case 'needed':
    case 'needless':
      return moved(before, random.int(3, LONGEST_AGO));
    case 'arrived':
      return moved(['Engineering', 'Marketing', 'Finance'], random.int(3, LONGEST_AGO));
    case 'on leave':
      return { ...memberOf(person), status: 'on leave' };
    default:
      return memberOf(person);
  }
}

function memberOf({ id, name, department, role }: Person): Member {
  return { employee_id: id, name, department, role, status: 'active', previous_department: '', moved_on: '' };
}

/** Somebody who is no longer among the people of the company. */
function formerMember({ site, grants }: Drawing, ordinal: number): Member {
  const { random, people } = site;
  const known = new Set([...people.map(({ name }) => name), ...grants.map(({ member }) => member.name)]);
  let name = '';
  while (name === '' || known.has(name)) name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const post = random.pick(people.filter(({ id, department }) => id !== TRAINEE && department !== 'Executive'));
  const { department, role } = post;
  return {
    ...{ employee_id: `F-${clusterOf(site).slice(0, 2).toUpperCase()}${ordinal + 1}`, name, department, role },
    ...{ status: 'left', previous_department: '', moved_on: '' },
  };
}

interface Granting {
  readonly member: Member;
  readonly system: System;
  readonly kind: Case;
}

function grantOf({ site }: Drawing, { member, system, kind }: Granting): Grant {
  return {
    member,
    system,
    rule: ruling({ member, system, today: site.date }),
    isNeeded: kind === 'needed',
    case: kind,
  };
}

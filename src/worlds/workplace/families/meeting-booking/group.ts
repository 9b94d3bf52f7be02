/** Who is to be asked, who of them comes, and what each says when asked. It draws people and puts facts; it books nothing. */
import type { FactDraft, Site } from '../../family.ts';
import { type Person, TRAINEE } from '../../instance.ts';
import type { Params } from './params.ts';

export interface Group {
  readonly people: readonly Person[];
  /** Who must not be invited. */
  readonly excluded: readonly Person[];
  /** Who sends the trainee on to the head. */
  readonly referred: readonly Person[];
  /** Of the department type: who decides for those. */
  readonly head: Person | null;
  /** For the brief. */
  readonly words: string;
}

/** As many as can be asked in a morning. */
const MOST_ASKED = 10;
const REFERRED = 3;

export function drawGroup(site: Site, { kind, conflicts, department }: Params): Group {
  return kind === 'manager' ? drawManagers(site, conflicts) : drawTeam(site, conflicts, department);
}

/** All managers, or in a large company those of some departments. */
function drawManagers(site: Site, conflicts: number): Group {
  const all = site.people.filter(({ role }) => role.endsWith('Manager'));
  const departments = [...new Set(all.map((one) => one.department))];
  const chosen: string[] = [];
  let count = 0;
  for (const department of site.random.shuffle(departments)) {
    const more = all.filter((one) => one.department === department).length;
    if (count + more > MOST_ASKED) continue;
    chosen.push(department);
    count += more;
  }
  const people = all.filter((one) => chosen.includes(one.department));
  const isAll = people.length === all.length;
  const excluded = site.random.shuffle(people).slice(0, Math.max(1, Math.min(conflicts, people.length - 2)));
  const where = departments.filter((one) => chosen.includes(one)).join(', ');
  return {
    people,
    excluded,
    referred: [],
    head: null,
    words: `all managers of ${isAll ? 'the company' : `the departments ${where}`} (${people.length} people, whose role ends in "Manager")`,
  };
}

/** Those who report to one manager: a department, or in a large one a team of it. */
function drawTeam(site: Site, conflicts: number, department: string): Group {
  const teams = site.people
    .filter(({ role }) => role.endsWith('Manager'))
    .map((head) => ({ head, people: site.people.filter((one) => one.manager === head.id && one.id !== TRAINEE) }))
    .toSorted((a, b) => b.people.length - a.people.length);
  const own = teams.find((team) => team.head.department === department && team.people.length > REFERRED);
  const { head, people = [] } = own ?? teams[0] ?? {};
  if (head === undefined || people.length < 2) throw new Error('the company has no team that could meet');
  const asked = people.slice(0, MOST_ASKED);
  const referred = site.random.shuffle(asked).slice(0, Math.min(REFERRED, asked.length - 1));
  return {
    people: asked,
    excluded: referred.slice(0, conflicts),
    referred,
    head,
    words: `everybody in ${head.department} who reports to ${head.name} (${asked.length} people: ${asked.map(({ name }) => name).join(', ')})`,
  };
}

export interface Occasion {
  readonly title: string;
  readonly start: string;
}

/** What each of them can tell: the ids of the facts, and for whom they settle the matter. */
export function addFacts(
  site: Site,
  { people, excluded, referred, head }: Group,
  occasion: Occasion,
): readonly { readonly person: string; readonly fact: string; readonly after: readonly string[] }[] {
  const { title, start } = occasion;
  return people.flatMap((person) => {
    const isOut = excluded.includes(person);
    const isReferred = head !== null && referred.includes(person);
    const own = site.addFact({
      owners: [person.id],
      topic: `whether ${person.name} can come to ${title}`,
      asked: ASKED,
      about: [title, start],
      text: isReferred
        ? `${head.name} has given me other work for that time. Please ask ${head.name} whether I am to come to ${title}.`
        : isOut
          ? `I am on reception duty at that time. Please do not invite me to ${title}.`
          : `Yes, I can come to ${title} at ${start}. Please invite me.`,
    });
    if (!isReferred) return [{ person: person.id, fact: own, after: [] }];
    const decided = site.addFact(decision({ head, person, isOut }, occasion));
    return [
      { person: person.id, fact: own, after: [] },
      { person: person.id, fact: decided, after: [own] },
    ];
  });
}

const ASKED: FactDraft['asked'] = [['come'], ['attend'], ['available'], ['join'], ['invite'], ['meeting'], ['time']];

interface Decision {
  readonly head: Person;
  readonly person: Person;
  readonly isOut: boolean;
}

function decision({ head, person, isOut }: Decision, { title }: Occasion): FactDraft {
  const [first = person.name] = person.name.split(' ');
  return {
    owners: [head.id],
    topic: `whether ${person.name} is to come to ${title}`,
    asked: [...ASKED, ['work']],
    about: [person.name, person.id, first],
    text: isOut
      ? `${person.name} stays with the work that I gave out. Please do not invite ${person.name} to ${title}.`
      : `${person.name} is to come after all. Please invite ${person.name} to ${title}.`,
  };
}

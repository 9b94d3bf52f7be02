/** What changes after the work was given out: somebody falls ill, a shift needs more people. In words for the board, and as data. */
import type { Minute } from '../../instance.ts';
import type { Requirement } from './roster.ts';

export type Change =
  | {
      readonly kind: 'absent';
      /** An id. */
      readonly person: string;
      readonly dates: readonly string[];
    }
  | { readonly kind: 'needs'; readonly date: string; readonly shift: string; readonly people: number };

export type Revision = Change & { readonly at: Minute };

export function revised(requirement: Requirement, changes: readonly Change[]): Requirement {
  return changes.reduce(revisedBy, requirement);
}

function revisedBy(before: Requirement, revision: Change): Requirement {
  if (revision.kind === 'needs') {
    return { ...before, needs: { ...before.needs, [`${revision.date} ${revision.shift}`]: revision.people } };
  }
  const { person, dates } = revision;
  const team = before.team.map((one) => (one.id === person ? { ...one, off: [...one.off, ...dates] } : one));
  return { ...before, team };
}

export function inWords(revision: Change, requirement: Requirement, desk: string): string {
  if (revision.kind === 'needs') {
    const { date, shift, people } = revision;
    return `The ${desk} desk expects many visitors: on ${date} the ${shift} shift needs exactly ${people} people. Everything else stays as it is; please hand in the roster accordingly.`;
  }
  const name = requirement.team.find(({ id }) => id === revision.person)?.name ?? revision.person;
  const [first = ''] = revision.dates;
  const last = revision.dates.at(-1) ?? first;
  return `${name} has fallen ill and cannot work at the ${desk} desk from ${first} to ${last}, both included. Please hand in a roster that does without.`;
}

/** What the board said, read again; null where it said something else. */
export function changeIn(text: string, { team, dates }: Pick<Requirement, 'team' | 'dates'>): Change | null {
  const [, date, shift, people] = /on (\d{4}-\d\d-\d\d) the (\w+) shift needs exactly (\d+) people/.exec(text) ?? [];
  if (date !== undefined && shift !== undefined) return { kind: 'needs', date, shift, people: Number(people) };
  const [, first, last] = /fallen ill .* from (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)/.exec(text) ?? [];
  const ill = team.find(({ name }) => text.includes(`${name} has fallen ill`));
  if (first === undefined || last === undefined || ill === undefined) return null;
  return { kind: 'absent', person: ill.id, dates: dates.filter((one) => first <= one && one <= last) };
}

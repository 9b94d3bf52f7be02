/** What changes after the work was given out: somebody falls ill, a shift needs more people. In words for the board, and as data. */
import { z } from 'zod';
import type { Minute } from '../../instance.ts';
import type { Requirement } from './roster.ts';

export const revisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent'), at: z.number(), person: z.string(), dates: z.array(z.string()) }),
  z.object({ kind: z.literal('needs'), at: z.number(), date: z.string(), shift: z.string(), people: z.int() }),
]);

export type Revision =
  | {
      readonly kind: 'absent';
      readonly at: Minute;
      /** An id. */
      readonly person: string;
      readonly dates: readonly string[];
    }
  | {
      readonly kind: 'needs';
      readonly at: Minute;
      readonly date: string;
      readonly shift: string;
      readonly people: number;
    };

export function revised(requirement: Requirement, revisions: readonly Revision[]): Requirement {
  return revisions.reduce(revisedBy, requirement);
}

function revisedBy(before: Requirement, revision: Revision): Requirement {
  if (revision.kind === 'needs') {
    return { ...before, needs: { ...before.needs, [`${revision.date} ${revision.shift}`]: revision.people } };
  }
  const { person, dates } = revision;
  const team = before.team.map((one) => (one.id === person ? { ...one, off: [...one.off, ...dates] } : one));
  return { ...before, team };
}

export function inWords(revision: Revision, requirement: Requirement, desk: string): string {
  if (revision.kind === 'needs') {
    const { date, shift, people } = revision;
    return `The ${desk} desk expects many visitors: on ${date} the ${shift} shift needs exactly ${people} people. Everything else stays as it is; please hand in the roster accordingly.`;
  }
  const name = requirement.team.find(({ id }) => id === revision.person)?.name ?? revision.person;
  const [first = ''] = revision.dates;
  const last = revision.dates.at(-1) ?? first;
  return `${name} has fallen ill and cannot work at the ${desk} desk from ${first} to ${last}, both included. Please hand in a roster that does without.`;
}

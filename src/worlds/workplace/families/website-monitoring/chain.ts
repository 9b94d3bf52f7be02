/**
 * Who has to be told what, one after the other: Human Resources know who maintains the server; the maintainer wants an approval code;
 * an engineering manager gives it; with the code the maintainer acts and gives the incident its reference.
 */
import type { Random } from '../../../../core/random.ts';
import type { Clue, Site } from '../../family.ts';
import type { Person } from '../../instance.ts';
import type { Level } from '../../level-params.ts';
import type { Monitor } from './monitor.ts';

export interface Chain {
  readonly maintainer: Person;
  /** Looked after the server once; an old list still says so. */
  readonly former: Person;
  readonly managers: readonly Person[];
  readonly code: string;
  readonly reference: string;
  readonly facts: { readonly who: string; readonly told: string; readonly code: string; readonly done: string };
}

export function buildChain(site: Site, { server, random }: Monitor, level: Level): Chain {
  const [maintainer, former] = drawEngineers(site, random);
  const own = site.people.find(({ id }) => id === maintainer.manager) ?? site.managerOf('Engineering');
  const all = site.staff({ role: 'Engineering Manager' });
  const managers = level === 3 || all.length === 0 ? [own] : [...all.filter(({ id }) => id !== own.id), own];
  const code = `APR-${random.int(100_000, 999_999)}`;
  const reference = `INC-${random.int(100_000, 999_999)}`;
  const hr = site.staff({ department: 'Human Resources' }).filter(({ role }) => /Manager|Generalist/.test(role));
  const owners = (hr.length === 0 ? [site.managerOf('Human Resources')] : hr).map(({ id }) => id);
  const about = [server];
  const who = site.addFact({
    owners,
    topic: `maintainer of ${server}`,
    asked: [
      ['maintain'],
      ['maintainer'],
      ['responsible'],
      ['charge'],
      ['look', 'after'],
      ['looks', 'after'],
      ['owner'],
    ],
    about,
    text: `${server} is maintained by ${maintainer.name} (${maintainer.role}).`,
  });
  const told = site.addFact({
    owners: [maintainer.id],
    topic: `disk of ${server}`,
    asked: [['disk'], ['full'], ['critical'], ['space'], ['storage']],
    about,
    text: `Thank you for telling me about ${server}. To make room I must put it into temporary maintenance mode, and for that I need an approval code from ${level === 3 ? 'the manager I report to' : 'an Engineering Manager'}. Please get it and send it to me.`,
  });
  const given = site.addFact({
    owners: managers.map(({ id }) => id),
    topic: `approval code for maintenance of ${server}`,
    asked: [['maintenance'], ['code'], ['approval']],
    about,
    needs: [told],
    text: `Temporary maintenance of ${server} is approved. The code is ${code}; give it to the maintainer and to nobody else.`,
  });
  const done = site.addFact({
    owners: [maintainer.id],
    topic: `maintenance of ${server} with the code`,
    asked: [['maintenance', 'code']],
    password: code,
    needs: [given],
    text: `The code is right: ${server} is in maintenance mode, and I am making room. The reference of the incident is ${reference}.`,
  });
  return { maintainer, former, managers, code, reference, facts: { who, told, code: given, done } };
}

function drawEngineers(site: Site, random: Random): readonly [Person, Person] {
  const engineers = random.shuffle(site.staff({ role: 'Software Engineer' }));
  const others = site.staff({ department: 'Engineering' }).filter(({ role }) => !/Manager|^Software/.test(role));
  const anybody = site.people.filter(({ role }) => role !== 'Trainee');
  const [maintainer, former] = [...engineers, ...others, ...anybody];
  if (maintainer === undefined || former === undefined) throw new Error('a company has people');
  return [maintainer, former];
}

export function cluesOf({ facts, code, reference }: Chain, server: string): readonly Clue[] {
  return [
    person(facts.who, `who maintains ${server}`, ['health'], []),
    person(facts.told, 'what the maintainer needs', ['health', facts.who], []),
    person(facts.code, 'the approval code for maintenance', [facts.told], [code]),
    person(facts.done, 'the reference of the incident', [facts.code], [reference]),
  ];
}

function person(id: string, topic: string, after: readonly string[], secrets: readonly string[]): Clue {
  return { id, kind: 'person', at: id, topic, after, secrets };
}

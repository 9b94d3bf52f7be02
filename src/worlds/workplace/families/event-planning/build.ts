/** Puts a trip into a day: a region on the drive, the days of each member in their own heads, and the truth for judges. */
import { UserError } from '../../../../core/errors.ts';
import type { Clue, Draft, Site } from '../../family.ts';
import type { Person } from '../../instance.ts';
import { dateIn, drawAvailability } from './availability.ts';
import type { Params } from './params.ts';
import { drawRegion, type Region, roadMap } from './region.ts';
import { type Asked, briefOf, GUIDELINES, limitFor, metricsFor } from './request.ts';
import { tripsOf } from './trip.ts';

export function buildTrip(site: Site, params: Params): Draft {
  const { random } = site;
  const members = membersOf(site, params.department);
  const department = members[0]?.department ?? '';
  const code = `TRIP-${random.int(1000, 9999)}`;
  const region = drawRegion(random);
  const files = filesOf(site, region, `drive/event_planning/${code.toLowerCase().replace('-', '_')}`);
  const availability = drawAvailability(random, { today: site.date, people: members.length });
  const { month, third, stretches, common } = availability;
  const facts = members.map((member, i) => {
    const { from = 1, to = 1 } = stretches[i] ?? {};
    return addDays(site, member, { code, department, from: dateIn(month, from), to: dateIn(month, to) });
  });
  const kind = params.level.startsWith('A') ? 'A' : params.level.startsWith('B') ? 'B' : 'C';
  const given = random.pick(tripsOf(region.guide, third)).plan;
  const { picture: _picture, ...paths } = files;
  const asked: Asked = {
    kind,
    code,
    department,
    month,
    ...paths,
    output: site.output(`dept_${slug(department)}_${kind === 'C' ? 'optimal_plan' : 'plan_metrics'}.json`),
    metrics: [...metricsFor(params.level, random)],
    plan: kind === 'A' ? given : null,
    limit: limitFor(params, random),
  };
  return {
    title: `Plan the day trip ${code} of ${department}`,
    brief: briefOf(asked),
    from: site.managerOf(department).id,
    asked,
    truth: {
      kind,
      output: asked.output,
      metrics: asked.metrics,
      plan: asked.plan,
      limit: asked.limit,
      common,
      third,
      guide: region.guide,
      facts,
    },
    outputs: [asked.output],
    clues: [
      ...Object.entries(paths).map(([id, at]) => fileClue(id, at)),
      ...facts.map((fact) => personClue(fact, code)),
    ],
    minutes: 16 + Math.ceil(members.length / 3) * 13,
  };
}

/** So many can be asked in a morning; a larger department is only taken where it is named. */
const MOST_MEMBERS = 20;

function membersOf(site: Site, wanted: string | null): readonly Person[] {
  const departments = [...new Set(site.staff({}).map(({ department }) => department))].filter(
    (one) => one !== 'Executive',
  );
  const few = departments.filter((department) => site.staff({ department }).length <= MOST_MEMBERS);
  const chosen =
    wanted === null
      ? site.random.pick(few.length === 0 ? departments : few)
      : departments.find((department) => slug(department) === slug(wanted));
  if (chosen === undefined) {
    throw new UserError(`There is no department "${wanted}" to plan a trip for; there are ${departments.join(', ')}.`);
  }
  return site.staff({ department: chosen });
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

type Paths = Pick<Asked, 'guidelines' | 'locations' | 'restaurants' | 'roads'> & { readonly picture: string };

function filesOf(site: Site, region: Region, folder: string): Paths {
  const { locations, restaurants, roads } = region.guide;
  const json = (name: string, value: object): string =>
    site.addFile({ path: `${folder}/${name}`, content: `${JSON.stringify(value, null, 2)}\n` });
  return {
    guidelines: site.addFile({ path: 'drive/event_planning/guidelines.md', content: GUIDELINES }),
    locations: json('locations.json', { locations }),
    restaurants: json('restaurants.json', { restaurants }),
    roads: json('road_map.json', { roads }),
    picture: site.addFile({ path: `${folder}/road_map.png`, ...roadMap(region, 'Roads of the region') }),
  };
}

interface Days {
  readonly code: string;
  readonly department: string;
  readonly from: string;
  readonly to: string;
}

function addDays(site: Site, member: Person, { code, department, from, to }: Days): string {
  return site.addFact({
    owners: [member.id],
    topic: `days on which ${member.name} can come along on the trip ${code}`,
    asked: [
      [code],
      ['trip'],
      ['outing'],
      ['day', 'free'],
      ['date', 'free'],
      ['day', 'can', 'come'],
      ['date', 'can', 'come'],
      ['when', 'can', 'come'],
    ],
    text: `For the trip ${code} I can come from ${from} to ${to}, both days included. The places and roads of the ${department} trip are on the shared drive.`,
  });
}

function fileClue(id: string, at: string): Clue {
  return { id, kind: 'file', at, topic: `${id} of the trip`, after: [], secrets: [] };
}

function personClue(fact: string, code: string): Clue {
  return { id: fact, kind: 'person', at: fact, topic: `when somebody can come on ${code}`, after: [], secrets: [] };
}

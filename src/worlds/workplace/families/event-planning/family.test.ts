import { expect, test } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Agent } from '../../../../core/agent.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { stream } from '../../../../core/random.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { drawPicture } from '../../picture.ts';
import { workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { firstBrief, workplaceWorld } from '../../world.ts';
import { family } from './family.ts';
import { LEVELS, paramsSchema } from './params.ts';
import { drawRegion, roadMap } from './region.ts';
import { tripsOf, tripWith } from './trip.ts';

const known = family as unknown as Family;

async function scenarioOf(seed: string, difficulty: 1 | 2 | 3, given: JsonObject | null = null): Promise<Scenario> {
  const task = { family: family.name, arguments: given, difficulty, due: null, arrives: null };
  const config = { name: 'one-day', seed, companySize: 50, days: [{ tasks: [task] }] };
  return composeScenario(config, { slack: 1 }, await loadFamilies());
}

async function played({ instance, truth, asked }: Scenario, agent: Agent): Promise<Episode> {
  const none = async () => ({ ok: false as const, message: 'no scripts here' });
  const world = workplaceWorld({
    name: 'office',
    title: 'Office',
    instance: () => instance,
    scripts: { run: none, query: none },
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
  const task = {
    ...{ id: 'task', suite: 'test', world: 'office', family: family.name, title: 'A day', category: '', domain: '' },
    ...{ scenario: '', difficulty: 2 as const, brief: firstBrief(instance), clock: '2026-03-02T08:00:00Z', setup: {} },
    ...{
      asked,
      truth: truth as unknown as JsonObject,
      plan: null,
    },
  };
  return play(task, { world, agent, judge: workplaceJudge() });
}

function solver({ asked }: Scenario, solve: Family['solve'] = known.solve): Agent {
  const families = new Map([[family.name, { ...known, solve }]]);
  return oracle({ solution: workplaceSolutionWith(families), asked });
}

const scoreOf = ({ result }: Episode): number => (result.outcome === 'void' ? Number.NaN : result.score);

test.each([1, 2, 3] as const)(
  'is solved on many seeds at difficulty %i, without a guess',
  async (difficulty) => {
    for (let seed = 0; seed < 150; seed++) {
      const scenario = await scenarioOf(`s${seed}`, difficulty);
      const { result, events } = await played(scenario, solver(scenario));
      expect(result, `seed ${seed}`).toMatchObject({ outcome: 'passed', score: 1 });
      const verdict = events.find((event) => event.type === 'verdict-reached');
      const needed = scenario.truth.assignments[0]?.clues.length;
      expect(verdict).toMatchObject({ verdict: { items: [{ data: { guesses: 0, cluesFound: needed } }] } });
    }
  },
  120_000,
);

test.each(LEVELS)(
  'is solved at level %s',
  async (level) => {
    for (let seed = 0; seed < 5; seed++) {
      const scenario = await scenarioOf(`${level}-${seed}`, 2, { level });
      const { result } = await played(scenario, solver(scenario));
      expect(result).toMatchObject({ outcome: 'passed', score: 1 });
    }
  },
  60_000,
);

test('two trips in one day stay apart', async () => {
  const task = { family: family.name, arguments: { level: 'C4', department: 'Sales_2' }, difficulty: 3 as const };
  const tasks = [task, task].map((one) => ({ ...one, due: null, arrives: null }));
  for (let seed = 0; seed < 10; seed++) {
    const config = { name: 'two', seed: `t${seed}`, companySize: 50, days: [{ tasks }] };
    const scenario = composeScenario(config, { slack: 1 }, await loadFamilies());
    const { result } = await played(scenario, solver(scenario));
    expect(result).toMatchObject({ outcome: 'passed', score: 1 });
  }
}, 60_000);

test('who does nothing gets nothing', async () => {
  const { result } = await played(await scenarioOf('idle', 2), idle());
  expect(result).toMatchObject({ outcome: 'failed', score: 0 });
});

test.each(family.exploits.map(({ name, run }) => [name, run] as const))(
  '%s: does not help',
  async (_name, run) => {
    for (let seed = 0; seed < 30; seed++) {
      const scenario = await scenarioOf(`x${seed}`, ([1, 2, 3] as const)[seed % 3] ?? 1);
      const episode = await played(scenario, solver(scenario, run));
      expect(episode.result.outcome).toBe('failed');
      expect(scoreOf(episode)).toBeLessThan(0.2);
    }
  },
  60_000,
);

test('a judge takes whatever is handed in', async () => {
  const { truth } = await scenarioOf('total', 3);
  const [assignment] = truth.assignments;
  const output = String(assignment?.truth.output);
  const junk = ['', '{', '[]', 'null', '{"common_dates":5,"plan":[]}', '{"plan":{"morning":1},"event_date":{}}'];
  const view = {
    isLate: false,
    meetings: [],
    disclosures: [],
    messages: [],
    filesRead: [],
    systemsRead: [],
    attended: [],
    acts: [],
  };
  for (const content of junk) {
    const points = family.judge(assignment?.truth ?? {}, { ...view, files: new Map([[output, content]]) });
    expect(points.some(({ passed }) => passed)).toBe(false);
  }
});

test('figures of a trip, worked out by hand', () => {
  const guide = {
    locations: [
      { name: 'Mill', interest: 4.1, ticket: 20 },
      { name: 'Lake', interest: 3.3, ticket: { early: 8, mid: 10, late: 12 } },
    ],
    restaurants: [{ name: 'Barn', interest: 3.9, price: 60 }],
    roads: [
      { from: 'Company', to: 'Barn', distance_km: 2.1 },
      { from: 'Barn', to: 'Mill', distance_km: 3.3 },
      { from: 'Company', to: 'Lake', distance_km: 5.0 },
    ],
  };
  const trip = tripWith(tripsOf(guide, 'late'), { morning: 'Mill', lunch: 'Barn', afternoon: 'Lake' });
  // Legs of 5.4, 3.3, 7.1 and 5 km take 11, 7, 15 and 10 minutes.
  expect(trip).toMatchObject({ interest: 11.3, cost: 92, distance: 20.8, end: 9 * 60 + 330 + 43 });
  expect(trip?.overall).toBeCloseTo(0.4 * 0 + 0.4 * 1 + 0.2 * 1, 10);
});

test('the road map is a picture that can be drawn, with as many roads as join its places', () => {
  const region = drawRegion(stream('map', 'region'));
  const { picture, content } = roadMap(region, 'Roads');
  expect(drawPicture(picture).width).toBeGreaterThan(300);
  expect(region.guide.roads).toHaveLength(16);
  expect(content.match(/ km$/gm)).toHaveLength(16);
});

test('spellings of levels are understood', () => {
  expect(paramsSchema.parse({ difficulty: { level: 'c4' }, department: 'sales_1' })).toMatchObject({ level: 'C4' });
  expect(paramsSchema.parse({ task_type_name: 'Level B2' })).toMatchObject({ level: 'B2' });
  expect(paramsSchema.safeParse({ level: 'D9' }).success).toBe(false);
});

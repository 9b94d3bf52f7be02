import { expect, test } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Agent } from '../../../../core/agent.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { firstBrief, workplaceWorld } from '../../world.ts';
import { bestPurchase, type Offer, offerOf } from './channel.ts';
import { family } from './family.ts';
import { LEVEL_NAMES, paramsSchema } from './params.ts';

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

test.each(LEVEL_NAMES)(
  'is solved at level %s',
  async (difficulty) => {
    for (let seed = 0; seed < 5; seed++) {
      const scenario = await scenarioOf(`${difficulty}-${seed}`, 2, { difficulty, city: 'Corvale' });
      const { result } = await played(scenario, solver(scenario));
      expect(result).toMatchObject({ outcome: 'passed', score: 1 });
    }
  },
  60_000,
);

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

test('a judge takes whatever is handed in, and nothing above the budget', async () => {
  const { truth } = await scenarioOf('total', 2);
  const [assignment] = truth.assignments;
  const output = String(assignment?.truth.output);
  const junk = ['', '{', '[]', 'null', '{"selected_channels":5}', '{"selected_channels":["CH-001","CH-001"]}'];
  const rest = { isLate: false, meetings: [], disclosures: [], messages: [], filesRead: [], systemsRead: [] };
  for (const content of junk) {
    const view = { ...rest, attended: [], acts: [], files: new Map([[output, content]]) };
    const points = family.judge(assignment?.truth ?? {}, view);
    expect(points.some(({ passed }) => passed)).toBe(false);
  }
});

test('no selection beats the best purchase, tried one by one', () => {
  for (let n = 0; n < 40; n++) {
    const offers = Array.from({ length: 10 }, (_, i): Offer => {
      const mixed = ((n + 3) * (i + 7) * 2_654_435_761) % 4_294_967_296;
      return { id: String(i), cost: 10 * (10 + (mixed % 60)), exposure: 1 + (Math.floor(mixed / 64) % 900) };
    });
    const budget = 1200 + 10 * n;
    let best = 0;
    for (let mask = 0; mask < 1 << offers.length; mask++) {
      const chosen = offers.filter((_, i) => (mask >> i) % 2 === 1);
      const cost = chosen.reduce((sum, offer) => sum + offer.cost, 0);
      const exposure = chosen.reduce((sum, offer) => sum + offer.exposure, 0);
      if (cost <= budget && exposure > best) best = exposure;
    }
    const found = bestPurchase(offers, budget);
    expect(found.exposure).toBe(best);
    expect(found.cost).toBeLessThanOrEqual(budget);
    expect(found.cost).toBe(offers.filter(({ id }) => found.ids.includes(id)).reduce((sum, { cost }) => sum + cost, 0));
  }
});

test('exposure by the formula, worked out by hand', () => {
  const channel = {
    id: 'CH-1',
    name: '',
    type: 'subway',
    grid_i: 0,
    grid_j: 0,
    cost: 10,
    base_effect: 1003,
    audience_fit: 0.6,
  };
  // 1003 x (0.5 + 0.5 x 3 / 5) x 0.6 = 481.44
  expect(offerOf(channel, 3).exposure).toBe(48_144);
});

test('spellings of difficulties are understood, and no other is taken for medium', () => {
  expect(paramsSchema.parse({ difficulty: 'very easy' })).toMatchObject({ channels: 8, budget: 7000 });
  expect(paramsSchema.parse({ difficulty: 'very_hard', city: 'Fernport' })).toMatchObject({
    channels: 36,
    city: 'Fernport',
  });
  expect(paramsSchema.safeParse({ difficulty: 'brutal' }).success).toBe(false);
});

import { expect, test } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Agent } from '../../../../core/agent.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { stream } from '../../../../core/random.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { firstBrief, workplaceWorld } from '../../world.ts';
import { drawRules, inForce } from './circulars.ts';
import { family } from './family.ts';
import { LEVEL_NAMES } from './params.ts';
import { CATEGORIES, ordersOf, type Stock } from './stock.ts';
import { drawStore } from './store.ts';

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
    for (let seed = 0; seed < 10; seed++) {
      const scenario = await scenarioOf(`${difficulty}-${seed}`, 2, { difficulty });
      const { result } = await played(scenario, solver(scenario));
      expect(result).toMatchObject({ outcome: 'passed', score: 1 });
    }
  },
  60_000,
);

test('two stores in one day stay apart', async () => {
  const task = { family: family.name, arguments: null, difficulty: 3 as const, due: null, arrives: null };
  for (let seed = 0; seed < 10; seed++) {
    const config = { name: 'two', seed: `t${seed}`, companySize: 50, days: [{ tasks: [task, task] }] };
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
  const rest = {
    isLate: false,
    meetings: [],
    disclosures: [],
    messages: [],
    filesRead: [],
    systemsRead: [],
    attended: [],
  };
  const odd: readonly Json[] = [null, 5, {}, { item: 7 }, { item: 'X', quantity: 'many' }];
  const acts = odd.map((data) => ({ name: 'place_order', data, at: 0 }));
  for (const content of ['', '{', '[]', 'null', '{"rules":5,"total_cost":"0"}', '{"rules":{"paper":null}}']) {
    const points = family.judge(assignment?.truth ?? {}, { ...rest, acts, files: new Map([[output, content]]) });
    expect(points.some(({ passed, kind }) => kind === 'earn' && passed)).toBe(false);
  }
});

test('a needless order costs points', async () => {
  const scenario = await scenarioOf('needless', 1);
  const [assignment] = scenario.truth.assignments;
  const text = JSON.stringify(assignment?.truth);
  const { orders, stock } = JSON.parse(text) as { orders: { item: string }[]; stock: { item: string }[] };
  const needless = stock.find(({ item }) => !orders.some((order) => order.item === item))?.item ?? '';
  const episode = await played(
    scenario,
    solver(scenario, async (asked, worker) => {
      await known.solve(asked, worker);
      await worker.act('place_order', { item: needless, quantity: 1 }, async () => false);
    }),
  );
  expect(episode.result.outcome).toBe('failed');
  const full = 2 * orders.length + 4;
  expect(scoreOf(episode)).toBeCloseTo((full - 2) / full, 10);
});

test('with the figures of any wrong source every order comes out wrong', () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = stream(seed, 'sources');
    const { old, circulars } = drawRules(random, '2026-03-02', 'categories');
    const ruleOf = (category: (typeof CATEGORIES)[number]) => inForce(circulars, '2026-03-02', category) ?? old;
    const store = drawStore(random, { items: 22, discontinued: 3, ruleOf, planners: [], prefix: 'X' });
    const right = new Map(
      ordersOf({ ...store, ruleOf, extraOf: () => 0 }).map(({ item, quantity }) => [item, quantity]),
    );
    expect(right.size).toBeGreaterThanOrEqual(3);
    expect(right.size).toBeLessThan(19);
    for (const wrong of [old, ...circulars]) {
      for (const { item, quantity } of ordersOf({ ...store, ruleOf: () => wrong, extraOf: () => 0 })) {
        const category = store.stock.find((row) => row.item === item)?.category ?? 'paper';
        if (ruleOf(category).cover_days !== wrong.cover_days) expect(quantity).not.toBe(right.get(item));
      }
    }
  }
});

test('an order worked out by hand, and the limit itself', () => {
  const row: Stock = {
    ...{ item: 'X-1', description: '', category: 'paper', supplier: 'S', on_hand: 70, reserved: 10, on_order: 9 },
    ...{ daily_use: 7, pack_size: 12, unit_price: 1, status: 'active', extra_need: 'none', planner: '' },
  };
  const parts = { suppliers: [{ supplier: 'S', lead_days: 5 }], ruleOf: () => ({ safety_days: 5, cover_days: 20 }) };
  const ordered = (stock: Stock, extra = 0) => ordersOf({ ...parts, stock: [stock], extraOf: () => extra });
  // 69 are free, the limit is 70; 175 - 69 = 106 are missing, which are nine packs of twelve.
  expect(ordered(row)).toEqual([{ item: 'X-1', quantity: 108 }]);
  expect(ordered({ ...row, on_order: 10 })).toEqual([]);
  expect(ordered({ ...row, on_order: 10 }, 20)).toEqual([{ item: 'X-1', quantity: 132 }]);
  expect(ordered({ ...row, status: 'discontinued' })).toEqual([]);
});

test('a circular that is not in force yet does not count, nor an older one for a category', () => {
  const base = { number: 1, safety_days: 1, cover_days: 1 };
  const circulars = [
    { ...base, from: '2026-01-01', category: 'paper' as const },
    { ...base, number: 2, from: '2026-02-01', category: null },
    { ...base, number: 3, from: '2026-02-20', category: 'cables' as const },
    { ...base, number: 4, from: '2026-03-03', category: null },
  ];
  expect(CATEGORIES.map((category) => inForce(circulars, '2026-03-02', category)?.number)).toEqual([2, 3, 2, 2]);
});

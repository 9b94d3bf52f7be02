import { describe, expect, it } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Agent } from '../../../../core/agent.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Exploit, Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolution, workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { workplaceWorld } from '../../world.ts';
import { family } from './family.ts';
import { SUBJECTS } from './params.ts';
import { withoutRules } from './solution.ts';

interface Wish {
  readonly seed: number;
  readonly difficulty: 1 | 2 | 3;
  readonly given?: JsonObject;
  readonly companySize?: number;
  readonly count?: number;
}

async function composed({ seed, difficulty, given, companySize = 50, count = 1 }: Wish): Promise<Scenario> {
  const task = { family: family.name, arguments: given ?? null, difficulty, due: null, arrives: null };
  const days = [{ tasks: Array.from({ length: count }, () => task) }];
  return composeScenario({ name: 'trial', seed: String(seed), companySize, days }, { slack: 1 }, await loadFamilies());
}

async function played({ instance, truth, asked }: Scenario, agent: Agent): Promise<{ passed: boolean; score: number }> {
  const refused = async (): Promise<never> => Promise.reject(new Error('no scripts here'));
  const world = workplaceWorld({
    ...{ name: 'trial', title: 'Trial', instance: () => instance, scripts: { run: refused, query: refused } },
    ...{ voice: plainVoice(), memory: 'none', hint: () => '', feedback: async () => '' },
  });
  const task = {
    ...{ id: 'trial', suite: 'trial', world: 'trial', family: family.name, title: 'Trial', brief: 'Trial' },
    ...{
      category: '',
      domain: '',
      scenario: '',
      difficulty: null,
      clock: '2026-03-02T08:00:00Z',
      setup: {},
      plan: null,
    },
    ...{ asked, truth: JSON.parse(JSON.stringify(truth)) as JsonObject },
  };
  const { result } = await play(task, { world, agent, judge: workplaceJudge() });
  if (result.outcome === 'void') throw new Error(`void: ${result.message}`);
  if (result.outcome === 'failed' && /gave-up|refused|stuck|Error/i.test(result.reason)) throw new Error(result.reason);
  return { passed: result.outcome === 'passed', score: result.score };
}

function solver({ asked }: Scenario): Agent {
  return oracle({ solution: workplaceSolution, asked });
}

async function cheat({ asked }: Scenario, { run }: Exploit): Promise<Agent> {
  const families = new Map<string, Family>([...(await loadFamilies())]);
  const own = families.get(family.name);
  if (own !== undefined) families.set(family.name, { ...own, solve: run });
  return oracle({ solution: workplaceSolutionWith(families), asked });
}

const LEVELS_OF_DIFFICULTY = [1, 2, 3] as const;
/** More by hand: SEEDS=150. */
const SEEDS = Number(process.env.SEEDS ?? 12);
const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);

describe.each(LEVELS_OF_DIFFICULTY)('at difficulty %i', (difficulty) => {
  it('the solution earns every point, whatever the seed', async () => {
    for (const seed of seeds) {
      const scenario = await composed({ seed, difficulty });
      expect({ seed, ...(await played(scenario, solver(scenario))) }).toEqual({ seed, passed: true, score: 1 });
    }
  }, 600_000);

  it('idleness and every cheat fail, with next to nothing', async () => {
    for (const seed of seeds) {
      const scenario = await composed({ seed, difficulty });
      const agents = [
        { name: 'idle', agent: idle() },
        ...(await Promise.all(
          family.exploits.map(async (one) => ({ name: one.name, agent: await cheat(scenario, one) })),
        )),
      ];
      for (const { name, agent } of agents) {
        const { passed, score } = await played(scenario, agent);
        expect({ seed, name, passed, score, isLow: score < 0.2 }).toMatchObject({ passed: false, isLow: true });
      }
    }
  }, 600_000);
});

it('builds the same scenario from the same seed, and another from another', async () => {
  const [first, again, other] = [
    await composed({ seed: 7, difficulty: 3 }),
    await composed({ seed: 7, difficulty: 3 }),
    await composed({ seed: 8, difficulty: 3 }),
  ];
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(first));
});

it.each([10, 25, 120])('can be done in a company of %i', async (companySize) => {
  const scenario = await composed({ seed: 3, difficulty: 2, companySize });
  expect(await played(scenario, solver(scenario))).toEqual({ passed: true, score: 1 });
});

it('can be done twice on one day, each by its own rules', async () => {
  for (const seed of [1, 2, 3]) {
    const scenario = await composed({ seed, difficulty: 2, count: 2 });
    expect(await played(scenario, solver(scenario))).toEqual({ passed: true, score: 1 });
  }
});

const NOTHING = { isLate: false, meetings: [], disclosures: [], messages: [], filesRead: [], systemsRead: [] };

it('gives no points for what cannot be read, and never throws', async () => {
  const { truth } = await composed({ seed: 4, difficulty: 3 });
  const own = truth.assignments[0];
  const output = String(own?.truth.output);
  for (const content of [
    '',
    '{',
    'null',
    '[]',
    '[null, 3, "x"]',
    '{"employees": 7, "count": "many"}',
    '"none"',
    '{"2026-03-09": 3}',
  ]) {
    const view = { ...NOTHING, files: new Map([[output, content]]), attended: [], acts: [] };
    const points = family.judge(own?.truth ?? {}, view);
    expect(points.filter(({ kind, passed }) => kind === 'earn' && passed)).toEqual([]);
  }
});

it.each(SUBJECTS)('%s can be asked for by name, at every level, as the original spells it', async (subject) => {
  for (const level of ['L1', 'L2', 'L3', 'L4', 'L5']) {
    const given = { task_type_name: subject, task_params: { department: 'all' }, difficulty: { level } };
    const scenario = await composed({ seed: 5, difficulty: 1, given });
    expect({ level, ...(await played(scenario, solver(scenario))) }).toEqual({ level, passed: true, score: 1 });
  }
});

it('whoever never asks for the rules gets the figures wrong', async () => {
  for (const seed of seeds) {
    const given = { task_type_name: 'attendance_statistics' };
    const scenario = await composed({ seed, difficulty: LEVELS_OF_DIFFICULTY[seed % 3] ?? 3, given });
    expect((await played(scenario, await cheat(scenario, withoutRules))).passed).toBe(false);
  }
});

it('refuses arguments that mean nothing', () => {
  expect(family.params.safeParse({ task_type_name: 'shoe_sizes' }).success).toBe(false);
  expect(family.params.safeParse({ task_params: { percent: 7 } }).success).toBe(false);
  expect(
    family.params.safeParse({ task_params: { department: 'human resources', mode: 'Most late' } }).data,
  ).toMatchObject({
    department: 'Human Resources',
    mode: 'most_late',
  });
});

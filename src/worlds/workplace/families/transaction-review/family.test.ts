import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import type { Task } from '../../../../core/task.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { workplaceWorld } from '../../world.ts';
import { family } from './family.ts';

const SEEDS = 150;

async function composed(seed: string, difficulty: 1 | 2 | 3, given: JsonObject | null = null): Promise<Scenario> {
  const tasks = [{ family: family.name, arguments: given, difficulty, due: null, arrives: null }];
  return composeScenario(
    { name: 'trial', seed, companySize: 50, days: [{ tasks }] },
    { slack: 1 },
    await loadFamilies(),
  );
}

/** The scenario, played by the family's own program or by the given one; null plays idly. */
async function played({ instance, truth, asked }: Scenario, solve: Family['solve'] | null): Promise<Episode> {
  const [day] = instance.days;
  const task: Task = {
    id: 'trial',
    suite: 'trial',
    world: 'workplace',
    family: family.name,
    title: '',
    category: '',
    domain: '',
    scenario: '',
    difficulty: 1,
    brief: '',
    asked,
    clock: `${day?.date}T08:00:00Z`,
    setup: {},
    truth: JSON.parse(JSON.stringify(truth)),
    plan: null,
  };
  const unused = () => Promise.reject(new Error('no scripts here'));
  const world = workplaceWorld({
    name: 'workplace',
    title: '',
    instance: () => instance,
    scripts: { run: unused, query: unused },
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
  const families = new Map(
    [...(await loadFamilies())].map(([name, one]) => [
      name,
      name === family.name && solve !== null ? { ...one, solve } : one,
    ]),
  );
  const agent = solve === null ? idle() : oracle({ solution: workplaceSolutionWith(families), asked });
  return play(task, { world, agent, judge: workplaceJudge() });
}

const NOTHING = {
  files: new Map<string, string>(),
  isLate: false,
  meetings: [],
  disclosures: [],
  messages: [],
  filesRead: [],
  systemsRead: [],
  attended: [],
  acts: [],
};

describe('transaction review', () => {
  it.each([1, 2, 3] as const)(
    'is done by its program at difficulty %i',
    async (difficulty) => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const { result } = await played(await composed(String(seed), difficulty), family.solve);
        expect([seed, result]).toEqual([seed, expect.objectContaining({ outcome: 'passed', score: 1 })]);
      }
    },
    120_000,
  );

  it.each([0, 1, 2])(
    'has %i abnormal suppliers where so many are wanted, and is done then too',
    async (abnormal) => {
      for (const normal of [2, 3, 4, 5]) {
        const given = { normal_suppliers: normal, abnormal_suppliers: abnormal, decoys: 4 };
        const scenario = await composed(`${normal} ${abnormal}`, 2, given);
        expect(scenario.truth.assignments[0]?.truth.abnormal).toHaveLength(abnormal);
        const { result } = await played(scenario, family.solve);
        expect(result).toMatchObject({ outcome: 'passed', score: 1 });
      }
    },
    60_000,
  );

  it('is not done by doing nothing', async () => {
    const { result } = await played(await composed('idle', 2), null);
    expect(result).toMatchObject({ outcome: 'failed', score: 0 });
  });

  it.each(family.exploits)(
    'is not done by one who $name',
    async ({ run }) => {
      for (let seed = 0; seed < 60; seed++) {
        const { result } = await played(await composed(String(seed), ([1, 2, 3] as const)[seed % 3] ?? 1), run);
        expect(result).toMatchObject({ outcome: 'failed' });
        expect(result.outcome === 'failed' ? result.score : 1).toBeLessThan(0.2);
      }
    },
    60_000,
  );

  it('takes a supplier named too many for a mistake, and one of two for a part', async () => {
    const { truth } = await composed('precision', 2, { normal: 3, abnormal: 2 });
    const right = truth.assignments[0]?.truth ?? {};
    const [first = '', second = ''] = z.array(z.string()).parse(right.abnormal);
    const earned = (names: readonly string[]): number => {
      const files = new Map([[String(right.output), JSON.stringify({ abnormal_suppliers: names })]]);
      return family
        .judge(right, { ...NOTHING, files })
        .filter(({ name, passed }) => passed && name.startsWith('abnormal'))
        .reduce((sum, { points }) => sum + points, 0);
    };
    expect([earned([second, first]), earned([first]), earned([first, second, 'Somebody']), earned([])]).toEqual([
      6, 2, 0, 0,
    ]);
  });

  it('judges whatever it is given', async () => {
    const { truth } = await composed('junk', 3);
    const right = truth.assignments[0]?.truth ?? {};
    for (const content of ['', '[]', '{"abnormal_suppliers": 3}', '{"abnormal_suppliers": [null, {}]}', '{', 'null']) {
      const points = family.judge(right, { ...NOTHING, files: new Map([[String(right.output), content]]) });
      expect(points.some(({ passed }) => passed)).toBe(false);
    }
  });

  it('is the same for the same seed, and another for another', async () => {
    const [a, b, c] = await Promise.all([composed('s', 2), composed('s', 2), composed('t', 2)]);
    expect(JSON.stringify(a)).toBe(JSON.stringify(b));
    expect(JSON.stringify(a?.truth)).not.toBe(JSON.stringify(c?.truth));
  });
});

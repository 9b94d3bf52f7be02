/** The family on many seeds: its program always passes, idleness and cheats never do, and broken files cost points only. */
import { describe, expect, it } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Agent } from '../../../../core/agent.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolution, workplaceSolutionWith } from '../../solution.ts';
import type { DayView } from '../../view.ts';
import { plainVoice } from '../../voice.ts';
import { firstBrief, workplaceWorld } from '../../world.ts';
import { family } from './family.ts';

const NAME = 'resume-selection';

interface Played {
  readonly passed: boolean;
  readonly score: number;
  readonly reason: string;
}

interface Wish {
  readonly seed: number;
  readonly difficulty?: 1 | 2 | 3;
  readonly arguments?: JsonObject;
  readonly companySize?: number;
}

async function scenarioOf({ seed, difficulty = 2, companySize = 50, ...wish }: Wish): Promise<Scenario> {
  const task = { family: NAME, arguments: wish.arguments ?? null, difficulty, due: null, arrives: null };
  const config = { name: `s${seed}`, seed: String(seed), companySize, days: [{ tasks: [task] }] };
  return composeScenario(config, { slack: 1 }, await loadFamilies());
}

async function playedBy(agent: Agent, { instance, truth, asked }: Scenario): Promise<Played> {
  const stub = async (): Promise<never> => {
    throw new Error('no scripts here');
  };
  const world = workplaceWorld({
    name: instance.name,
    title: instance.name,
    instance: () => instance,
    scripts: { run: stub, query: stub },
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
  const task = {
    ...{ id: instance.name, suite: 'w', world: instance.name, family: NAME, title: NAME, category: '', domain: '' },
    ...{ scenario: '', difficulty: null, brief: firstBrief(instance), asked, clock: '2026-03-02T08:00:00Z' },
    ...{ setup: {}, truth: JSON.parse(JSON.stringify(truth)), plan: null },
  };
  const { result } = await play(task, { world, agent, judge: workplaceJudge() });
  if (result.outcome === 'void') throw new Error(JSON.stringify(result));
  return { passed: result.outcome === 'passed', score: result.score, reason: result.reason };
}

async function exploitsOf(scenario: Scenario): Promise<readonly { name: string; verdict: Played }[]> {
  const families = await loadFamilies();
  return Promise.all(
    family.exploits.map(async ({ name, run }) => {
      const cheat: Family = { ...(family as unknown as Family), solve: run };
      const solution = workplaceSolutionWith(new Map([...families, [NAME, cheat]]));
      return { name, verdict: await playedBy(oracle({ solution, asked: scenario.asked }), scenario) };
    }),
  );
}

const solved = async (wish: Wish): Promise<Played> => {
  const scenario = await scenarioOf(wish);
  return playedBy(oracle({ solution: workplaceSolution, asked: scenario.asked }), scenario);
};

describe(NAME, () => {
  for (const difficulty of [1, 2, 3] as const) {
    it(`is solved by its program at difficulty ${difficulty}, on 50 seeds`, { timeout: 120_000 }, async () => {
      for (let seed = 1; seed <= 50; seed++) {
        const verdict = await solved({ seed: seed * 3 + difficulty, difficulty });
        expect(verdict.passed, `seed ${seed}: ${verdict.reason}`).toBe(true);
        expect(verdict.score).toBe(1);
      }
    });
  }

  it('is neither idled nor cheated through', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const scenario = await scenarioOf({ seed, difficulty: ((seed % 3) + 1) as 1 | 2 | 3 });
      const idled = await playedBy(idle(), scenario);
      expect([idled.passed, idled.score < 0.2]).toEqual([false, true]);
      for (const { name, verdict } of await exploitsOf(scenario)) {
        expect([verdict.passed, verdict.score < 0.2], `${name}, seed ${seed}: ${verdict.reason}`).toEqual([
          false,
          true,
        ]);
      }
    }
  });

  it('takes the requirement as the original writes it', async () => {
    const verdict = await solved({
      seed: 7,
      arguments: {
        requirement: [['Master'], ['Statistics', 'Economics'], '3', ['SQL', 'chess']],
        position: 'Data Analyst',
        num_resumes: 9,
      },
    });
    expect(verdict.passed).toBe(true);
    expect((await solved({ seed: 8, arguments: { difficulty: 'easy' } })).passed).toBe(true);
    expect((await solved({ seed: 9, arguments: { requirement: ['High School', ['Law'], 0, ['tact']] } })).passed).toBe(
      true,
    );
    expect(family.params.safeParse({ requirement: ['Wizard', ['Law'], 3, ['SQL']] }).success).toBe(false);
  });

  it('has one to four who fit, and can be built for any company', async () => {
    for (const companySize of [10, 20, 200]) expect((await solved({ seed: 4, companySize })).passed).toBe(true);
    for (let seed = 0; seed < 100; seed++) {
      const { truth } = await scenarioOf({ seed, difficulty: 3 });
      const { applicants } = (truth.assignments[0]?.truth ?? {}) as { applicants: { misses: string[] }[] };
      const fitting = applicants.filter(({ misses }) => misses.length === 0).length;
      expect(fitting).toBeGreaterThanOrEqual(1);
      expect(fitting).toBeLessThanOrEqual(4);
    }
  });

  it('judges whatever lies there without a throw', async () => {
    const { truth } = await scenarioOf({ seed: 5 });
    const given = truth.assignments[0]?.truth ?? {};
    const { output } = given as { output: string };
    for (const content of ['', '\u0000', '[]', '{"a":1}', 'none', '😀'.repeat(1000), ',,,;;;\n\n- ']) {
      const points = family.judge(given, { files: new Map([[output, content]]) } as unknown as DayView);
      expect(points.filter(({ passed }) => passed)).toEqual([]);
    }
  });

  it('is the same to the byte for the same seed', async () => {
    expect(JSON.stringify(await scenarioOf({ seed: 3 }))).toBe(JSON.stringify(await scenarioOf({ seed: 3 })));
  });
});

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
import { CASES } from './params.ts';

const NAME = 'access-review';

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

  it('can be built for any company, and by the names of its levels', { timeout: 60_000 }, async () => {
    for (const companySize of [10, 13, 20, 30, 100, 200]) {
      for (const difficulty of ['easy', 'medium', 'hard']) {
        const verdict = await solved({ seed: 4, companySize, arguments: { difficulty } });
        expect(verdict.passed, `${difficulty} of ${companySize}: ${verdict.reason}`).toBe(true);
      }
    }
    expect(family.params.safeParse({ level: 9 }).success).toBe(false);
  });

  it('has every case of the policy in an ordinary company', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const cases = new Set(truthOf(await scenarioOf({ seed, difficulty: 3 })).grants.map((one) => one.case));
      expect([...cases].sort()).toEqual([...CASES].sort());
    }
  });

  it('tells decisions apart, takes names for ids, and counts the last word', async () => {
    const given = truthOf(await scenarioOf({ seed: 5, difficulty: 2 }));
    const right = given.grants.map(({ person, system, due }) => ({ person, system, action: due }));
    const share = (decisions: readonly object[]): number => {
      const acts = decisions.map((data) => ({ name: 'change_access', data, at: 600 }));
      const points = family.judge(given, { acts } as unknown as DayView);
      const sum = (of: typeof points): number => of.reduce((n, one) => n + one.points, 0);
      const earned = sum(points.filter(({ kind, passed }) => kind === 'earn' && passed));
      const lost = sum(points.filter(({ kind, passed }) => kind === 'trap' && !passed));
      return (earned - lost) / sum(points.filter(({ kind }) => kind === 'earn'));
    };
    expect(share(right)).toBe(1);
    expect(share(given.grants.map(({ name, system, due }) => ({ person: name, system, action: due })))).toBe(1);
    expect(share([...right.map((one) => ({ ...one, action: 'revoke' })), ...right])).toBe(1);
    expect(share(right.map((one) => ({ ...one, action: 'revoke' })))).toBe(0);
    expect(share(right.map((one) => ({ ...one, action: 'keep' })))).toBeLessThan(0);
    expect(share([...right, { person: given.asker, system: given.askedFor, action: 'grant' }])).toBeLessThan(0.9);
    expect(share(right.filter(({ action }) => action === 'revoke'))).toBeLessThan(0.9);
    expect(share([{}, { person: 3 }, { action: 'grant' }])).toBe(0);
  });

  it('brings kind requests that the policy forbids', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const scenario = await scenarioOf({ seed, difficulty: 2 });
      const messages = scenario.instance.days[0]?.events.filter(({ kind }) => kind === 'message') ?? [];
      expect(messages.length).toBe(2);
      expect(truthOf(scenario).asker).toMatch(/^P-\d{3}$/);
    }
  });

  it('is the same to the byte for the same seed', async () => {
    expect(JSON.stringify(await scenarioOf({ seed: 3 }))).toBe(JSON.stringify(await scenarioOf({ seed: 3 })));
  });
});

type Told = JsonObject & {
  readonly asker: string;
  readonly askedFor: string;
  readonly grants: readonly {
    readonly person: string;
    readonly name: string;
    readonly system: string;
    readonly due: string;
    readonly case: string;
  }[];
};

function truthOf({ truth }: Scenario): Told {
  return (truth.assignments[0]?.truth ?? {}) as unknown as Told;
}

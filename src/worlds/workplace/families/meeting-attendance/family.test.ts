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

const NAME = 'meeting-attendance';

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

  it('is solved for every type and level, as the original names them', { timeout: 60_000 }, async () => {
    for (const type of ['none', 'write', 'sum', 'check', 'check_sum']) {
      for (const level of [1, 2, 3]) {
        for (const start of ['09:00', '2025-10-01 10:00:00']) {
          const verdict = await solved({ seed: level, arguments: { type, level, start, duration: 0.5 } });
          expect([verdict.passed, verdict.score], `${type} ${level}: ${verdict.reason}`).toEqual([true, 1]);
        }
      }
    }
    expect(family.params.safeParse({ type: 'dance' }).success).toBe(false);
    expect(family.params.safeParse({ start: '16:30', duration: 2 }).success).toBe(false);
  });

  it('can be built for any company', async () => {
    for (const companySize of [10, 13, 20, 100, 200]) {
      expect((await solved({ seed: 4, companySize, arguments: { type: 'check_sum', level: 3 } })).passed).toBe(true);
    }
  });

  it('gives next to nothing for being there, and nothing for rows where the list holds what breaks the rules', async () => {
    const { truth } = await scenarioOf({ seed: 5, arguments: { type: 'check', level: 2 } });
    const given = (truth.assignments[0]?.truth ?? {}) as unknown as Told;
    const attended = [{ meeting: given.meeting, arrived: given.start + 5 }];
    const earned = (rows: readonly object[], arrived = attended): number => {
      const files = new Map([[given.output, JSON.stringify({ requirement: rows })]]);
      const points = family.judge(given, { files, attended: arrived } as unknown as DayView);
      return (
        points.reduce((sum, one) => sum + (one.passed ? one.points : 0), 0) / points.reduce((n, p) => n + p.points, 0)
      );
    };
    const rows = given.rows.map(({ price, ...row }) => ({ ...row, unit_price: price }));
    expect(earned(rows)).toBe(1);
    expect(earned([])).toBeLessThan(0.2);
    expect(earned([...rows, ...given.refused.map((one) => ({ ...one, quantity: 1, unit_price: 1 }))])).toBeLessThan(
      0.2,
    );
    expect(earned(rows, [{ meeting: given.meeting, arrived: given.start + 6 }])).toBeLessThan(1);
    expect(earned([...rows, ...rows])).toBeLessThan(0.2);
    expect(earned(rows.map((row, i) => (i === 0 ? { ...row, quantity: 99 } : row)))).toBeGreaterThan(0.2);
  });

  it('judges whatever lies there without a throw', async () => {
    const { truth } = await scenarioOf({ seed: 5, arguments: { type: 'sum', level: 1 } });
    const given = (truth.assignments[0]?.truth ?? {}) as unknown as Told;
    for (const content of [
      '',
      '[]',
      'null',
      '{"requirement": 3}',
      '{"requirement": [null, 1, "x", {"name": []}]}',
      '{',
    ]) {
      const view = { files: new Map([[given.output, content]]), attended: [] } as unknown as DayView;
      expect(family.judge(given, view).filter(({ passed }) => passed)).toEqual([]);
    }
  });

  it('is the same to the byte for the same seed', async () => {
    expect(JSON.stringify(await scenarioOf({ seed: 3 }))).toBe(JSON.stringify(await scenarioOf({ seed: 3 })));
  });
});

type Told = JsonObject & {
  readonly meeting: string;
  readonly start: number;
  readonly output: string;
  readonly rows: readonly { readonly name: string; readonly price: number }[];
  readonly refused: readonly { readonly name: string }[];
};

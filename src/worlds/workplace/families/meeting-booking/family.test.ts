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

const NAME = 'meeting-booking';

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

  it('is solved for both types and every number of conflicts, as the original names them', {
    timeout: 60_000,
  }, async () => {
    for (const type of ['manager', 'department']) {
      for (const conflict_count of [1, 2, 3]) {
        for (const [start, duration] of [
          ['13:00', 0.5],
          ['2025-10-01T14:30:00', 1],
          ['15:00', 2],
        ] as const) {
          const verdict = await solved({ seed: conflict_count, arguments: { type, conflict_count, start, duration } });
          expect([verdict.passed, verdict.score], `${type}: ${verdict.reason}`).toEqual([true, 1]);
        }
      }
    }
    expect(family.params.safeParse({ type: 'board' }).success).toBe(false);
    expect(family.params.safeParse({ start: '16:00', duration: 2 }).success).toBe(false);
  });

  it('can be built for any company', { timeout: 60_000 }, async () => {
    for (const companySize of [10, 13, 20, 30, 100, 200]) {
      for (const type of ['manager', 'department']) {
        const verdict = await solved({ seed: 4, companySize, arguments: { type, conflicts: 3 } });
        expect(verdict.passed, `${type} of ${companySize}: ${verdict.reason}`).toBe(true);
      }
    }
  });

  it('tells apart who was left out rightly and who was not', async () => {
    const { truth } = await scenarioOf({ seed: 5, arguments: { type: 'manager', conflicts: 2 } });
    const given = (truth.assignments[0]?.truth ?? {}) as unknown as Told;
    const { start, end, people } = given;
    const share = (attendees: readonly string[], at = start): number => {
      const meeting = { id: 'b', title: 't', room: 'Room 01', start: at, end, organiser: 'P-000', attendees };
      const view = { meetings: [meeting], attended: [{ meeting: 'b', arrived: start }] } as unknown as DayView;
      const points = family.judge(given, view);
      return points.reduce((n, one) => n + (one.passed ? one.points : 0), 0) / points.reduce((n, p) => n + p.points, 0);
    };
    const right = people.filter(({ isExcluded }) => !isExcluded).map(({ id }) => id);
    expect(share(right)).toBe(1);
    expect(share([...right].reverse())).toBe(1);
    expect(share(people.map(({ id }) => id))).toBeLessThan(0.2);
    expect(share([])).toBeLessThan(0.2);
    expect(share([...right, 'P-999'])).toBeLessThan(0.2);
    expect(share(right, start - 5)).toBe(0);
    expect(share(right.slice(1))).toBeGreaterThan(0.2);
    expect(share(right.slice(1))).toBeLessThan(0.5);
  });

  it('is the same to the byte for the same seed', async () => {
    expect(JSON.stringify(await scenarioOf({ seed: 3 }))).toBe(JSON.stringify(await scenarioOf({ seed: 3 })));
  });
});

type Told = JsonObject & {
  readonly start: number;
  readonly end: number;
  readonly people: readonly { readonly id: string; readonly isExcluded: boolean }[];
};

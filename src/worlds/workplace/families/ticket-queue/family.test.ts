import { describe, expect, it } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import type { Task } from '../../../../core/task.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import type { TaskConfig } from '../../scenario-config.ts';
import { workplaceSolution, workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { workplaceWorld } from '../../world.ts';
import { family } from './family.ts';
import { solve } from './solution.ts';

const families = await loadFamilies();
const noScripts = {
  run: async () => ({ ok: false as const, message: 'no scripts here' }),
  query: async () => ({ ok: false as const, message: 'no queries here' }),
};

function composed(seed: string, tasks: readonly Partial<TaskConfig>[], companySize = 50): Scenario {
  const whole = tasks.map((task): TaskConfig => {
    return { family: family.name, arguments: null, difficulty: 2, due: null, arrives: null, ...task };
  });
  return composeScenario(
    { name: `trial-${seed}`, seed, companySize, days: [{ tasks: whole }] },
    { slack: 1 },
    families,
  );
}

const taskOf = ({ truth, asked }: Scenario): Task => ({
  id: 'trial',
  suite: 'trial',
  world: 'trial',
  family: family.name,
  title: '',
  category: '',
  domain: '',
  scenario: '',
  difficulty: null,
  brief: '',
  asked,
  clock: '2026-03-02T08:00:00Z',
  setup: {},
  truth: { ...truth } as unknown as JsonObject,
  plan: null,
});

function played(scenario: Scenario, how: 'oracle' | 'idle' | Family['solve']): Promise<Episode> {
  const world = workplaceWorld({
    name: 'trial',
    title: 'Trial',
    instance: () => scenario.instance,
    scripts: noScripts,
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
  const { asked } = scenario;
  const solution =
    typeof how === 'string'
      ? workplaceSolution
      : workplaceSolutionWith(new Map(families).set(family.name, { ...family, solve: how }));
  const agent = how === 'idle' ? idle() : oracle({ solution, asked });
  return play(taskOf(scenario), { world, agent, judge: workplaceJudge() });
}

const scoreOf = ({ result }: Episode): number => ('score' in result ? result.score : Number.NaN);
const LEVELS = [1, 2, 3] as const;
const SEEDS = Array.from({ length: 150 }, (_, i) => `s${i}`);

describe(family.name, () => {
  for (const difficulty of LEVELS) {
    it(`is solved at level ${difficulty}, and not by doing nothing`, { timeout: 120_000 }, async () => {
      for (const seed of SEEDS) {
        const scenario = composed(`${seed}-${difficulty}`, [{ difficulty }]);
        const { result } = await played(scenario, 'oracle');
        expect(result, `seed ${seed}`).toMatchObject({ outcome: 'passed', score: 1 });
      }
      const nothing = await played(composed('idle', [{ difficulty }]), 'idle');
      expect(nothing.result).toMatchObject({ outcome: 'failed' });
      expect(scoreOf(nothing)).toBeLessThan(0.2);
    });

    it.each(family.exploits)(`is not fooled at level ${difficulty}: $name`, async ({ run }) => {
      for (const seed of SEEDS.slice(0, 20)) {
        const episode = await played(composed(`${seed}-${difficulty}`, [{ difficulty }]), run);
        expect(episode.result, `seed ${seed}`).toMatchObject({ outcome: 'failed' });
        expect(scoreOf(episode), `seed ${seed}`).toBeLessThan(0.2);
      }
    });
  }

  it.each(['very easy', 'easy', 'medium', 'hard'])('takes the level by name: %s', async (difficulty) => {
    const scenario = composed('named', [{ arguments: { difficulty } }]);
    expect((await played(scenario, 'oracle')).result).toMatchObject({ outcome: 'passed' });
  });

  it('is solved twice on one day, and in companies of any size', async () => {
    for (const size of [10, 25, 50, 120]) {
      const scenario = composed(`twice-${size}`, [{ difficulty: 1 }, { difficulty: 3 }], size);
      expect((await played(scenario, 'oracle')).result, `${size} people`).toMatchObject({ outcome: 'passed' });
    }
  });

  it('takes nothing after the deadline', async () => {
    const late: Family['solve'] = async (asked, worker) => {
      await worker.waitFor(19 * 60);
      await solve(asked, worker);
    };
    const episode = await played(composed('late', [{}]), late);
    expect(episode.result).toMatchObject({ outcome: 'failed', score: 0 });
  });

  it('is the same for the same seed, and another for another', () => {
    expect(composed('a', [{}])).toEqual(composed('a', [{}]));
    expect(composed('a', [{}]).truth).not.toEqual(composed('b', [{}]).truth);
  });

  it('gives points to nothing else than work, whatever it is shown', () => {
    const [assignment] = composed('odd', [{}]).truth.assignments;
    const truth = assignment?.truth ?? {};
    const nothing = { isLate: false, meetings: [], disclosures: [], messages: [], filesRead: [], systemsRead: [] };
    for (const text of ['', 'null', '[]', '3', '{', '{"incident": 7, "escalated": {}, "requests": [null, 3]}']) {
      const files = new Map(
        Object.values(truth).flatMap((one) => (typeof one === 'string' ? [[one, text] as const] : [])),
      );
      const odd: readonly Json[] = [null, 3, {}, { ticket: 3 }];
      const acts = odd.map((data) => ({ name: 'update_ticket', data, at: 500 }));
      const points = family.judge(truth, { ...nothing, files, attended: [], acts });
      expect(points.filter(({ kind, passed }) => kind === 'earn' && passed)).toEqual([]);
    }
  });
});

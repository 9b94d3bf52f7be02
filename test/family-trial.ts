/** One family on trial: scenarios with it alone, lived through by the oracle, by doing nothing, or by a program of one's own. */
import { idle } from '../src/agents/idle.ts';
import { oracle } from '../src/agents/oracle.ts';
import type { Episode } from '../src/core/episode.ts';
import type { JsonObject } from '../src/core/json.ts';
import { play } from '../src/core/play.ts';
import type { Task } from '../src/core/task.ts';
import { composeScenario, type Scenario } from '../src/worlds/workplace/compose.ts';
import type { Family } from '../src/worlds/workplace/family.ts';
import { workplaceJudge } from '../src/worlds/workplace/judge.ts';
import { loadFamilies } from '../src/worlds/workplace/modules.ts';
import type { TaskConfig } from '../src/worlds/workplace/scenario-config.ts';
import { workplaceSolution, workplaceSolutionWith } from '../src/worlds/workplace/solution.ts';
import { plainVoice } from '../src/worlds/workplace/voice.ts';
import { workplaceWorld } from '../src/worlds/workplace/world.ts';

const families = await loadFamilies();
const noScripts = {
  run: async () => ({ ok: false as const, message: 'no scripts here' }),
  query: async () => ({ ok: false as const, message: 'no queries here' }),
};

const taskOf = ({ truth, asked }: Scenario): Task => ({
  id: 'trial',
  suite: 'trial',
  world: 'trial',
  family: 'trial',
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

export const scoreOf = ({ result }: Episode): number => ('score' in result ? result.score : Number.NaN);

export interface FamilyTrial {
  composed(seed: string, tasks: readonly Partial<TaskConfig>[], companySize?: number): Scenario;
  played(scenario: Scenario, how: 'oracle' | 'idle' | Family['solve']): Promise<Episode>;
}

export function trialOf(family: Family): FamilyTrial {
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
  return { composed, played };
}

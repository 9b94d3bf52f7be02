/** Scenarios of the workplace for tests, from families that are there, and episodes in them. */
import type { Agent } from '../src/core/agent.ts';
import type { Episode } from '../src/core/episode.ts';
import { type Json, type JsonObject, parseJson } from '../src/core/json.ts';
import type { Judge, VerdictItem } from '../src/core/judge.ts';
import { play } from '../src/core/play.ts';
import type { Task } from '../src/core/task.ts';
import type { World } from '../src/core/world.ts';
import { openSandboxPool } from '../src/engines/sandbox/pool.ts';
import { composeScenario, type Scenario } from '../src/worlds/workplace/compose.ts';
import { CLOSES, OPENS } from '../src/worlds/workplace/day-draft.ts';
import { workplaceJudge } from '../src/worlds/workplace/judge.ts';
import { loadFamilies } from '../src/worlds/workplace/modules.ts';
import type { TaskConfig } from '../src/worlds/workplace/scenario-config.ts';
import { sandboxScripts } from '../src/worlds/workplace/scripts.ts';
import { plainVoice } from '../src/worlds/workplace/voice.ts';
import { firstBrief, workplaceWorld } from '../src/worlds/workplace/world.ts';
import type { OutputsOf } from './workplace-exploits.ts';

export const families = await loadFamilies();
export const FAMILIES = [...families.keys()];
export const LEVELS = [1, 2, 3] as const;

const pool = openSandboxPool();
export const closePlace = (): Promise<void> => pool.close();

/** A day for each list of tasks. */
export function scenarioOf(seed: string, ...days: readonly (readonly Partial<TaskConfig>[])[]): Scenario {
  const whole = (task: Partial<TaskConfig>): TaskConfig => ({
    family: '',
    arguments: null,
    difficulty: 2,
    due: null,
    arrives: null,
    ...task,
  });
  const config = {
    name: `trial-${seed}`,
    seed,
    companySize: 50,
    days: days.map((tasks) => ({ tasks: tasks.map(whole) })),
  };
  return composeScenario(config, { slack: 1 }, families);
}

/** One assignment and all day for it, unless its family says otherwise: nobody shall fail for want of time. */
export function calmScenario(family: string, seed: string, difficulty: 1 | 2 | 3): Scenario {
  return scenarioOf(seed, [{ family, difficulty, arrives: OPENS, due: CLOSES }]);
}

export function outputsIn({ instance }: Scenario): OutputsOf {
  const all = instance.days.flatMap(({ assignments }) => assignments);
  return (id) => all.find((one) => one.id === id)?.outputs ?? [];
}

export function taskOf({ instance, truth, asked }: Scenario): Task {
  return {
    id: instance.name,
    suite: 'trial',
    world: 'workplace',
    family: 'workplace',
    title: instance.name,
    category: '',
    domain: '',
    scenario: '',
    difficulty: null,
    brief: firstBrief(instance),
    asked,
    clock: `${instance.days[0]?.date}T08:00:00Z`,
    setup: {},
    truth: parseJson(JSON.stringify(truth)) as JsonObject,
    plan: null,
  };
}

export function worldOf({ instance }: Scenario): World {
  return workplaceWorld({
    name: 'workplace',
    title: 'Trial',
    instance: () => instance,
    scripts: sandboxScripts(pool),
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
}

export interface Played {
  readonly passed: boolean;
  readonly score: number;
  readonly reason: string;
  readonly items: readonly VerdictItem[];
  readonly episode: Episode;
}

/** Throws where there is no outcome: nobody's mistake may look like an exploit that failed. */
export async function playedIn(scenario: Scenario, agent: Agent, judge: Judge = workplaceJudge()): Promise<Played> {
  const episode = await play(taskOf(scenario), { world: worldOf(scenario), agent, judge });
  const { result } = episode;
  if (result.outcome === 'void') throw new Error(`${agent.name}: void (${result.blame}): ${result.message}`);
  const verdict = episode.events.findLast((event) => event.type === 'verdict-reached')?.verdict;
  const { score, reason } = result;
  return { passed: result.outcome === 'passed', score, reason, items: verdict?.items ?? [], episode };
}

export const bytesOf = (scenario: Scenario): string => JSON.stringify(scenario as unknown as Json);

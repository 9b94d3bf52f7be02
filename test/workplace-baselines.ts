/** The scripted agents side by side on the same working days: what care, asking and planning are worth. */
import { greedy } from '../src/agents/greedy.ts';
import { idle } from '../src/agents/idle.ts';
import { neverAsks } from '../src/agents/never-asks.ts';
import { oracle } from '../src/agents/oracle.ts';
import { random } from '../src/agents/random.ts';
import type { Agent } from '../src/core/agent.ts';
import { stream } from '../src/core/random.ts';
import type { Scenario } from '../src/worlds/workplace/compose.ts';
import { workplaceSolution } from '../src/worlds/workplace/solution.ts';
import { FAMILIES, LEVELS, playedIn, scenarioOf } from './workplace-place.ts';

export const BASELINES: readonly ((scenario: Scenario) => Agent)[] = [
  ({ asked }) => oracle({ solution: workplaceSolution, asked }),
  ({ asked }) => neverAsks({ solution: workplaceSolution, asked }),
  ({ asked }) => greedy({ solution: workplaceSolution, asked }),
  ({ asked }) => greedy({ solution: workplaceSolution, asked, isAsking: true }),
  () => random(),
  () => idle(),
];

/** A day with several assignments, drawn from all families. */
export function busyDay(seed: number, tasks = 4): Scenario {
  const chance = stream(seed, 'baselines');
  const drawn = chance.shuffle(FAMILIES).slice(0, tasks);
  return scenarioOf(
    `busy-${seed}`,
    drawn.map((family) => ({ family, difficulty: chance.pick(LEVELS) })),
  );
}

export interface Standing {
  readonly agent: string;
  /** Mean share of the points, and share of assignments that were done in full. */
  readonly score: number;
  readonly done: number;
  readonly assignments: number;
}

export async function standings(scenarios: readonly Scenario[]): Promise<readonly Standing[]> {
  const found: Standing[] = [];
  for (const make of BASELINES) {
    let name = '';
    const items: { readonly score: number; readonly passed: boolean }[] = [];
    for (const scenario of scenarios) {
      const agent = make(scenario);
      name = agent.name;
      const played = await playedIn(scenario, agent);
      // Whoever gives up before the verdict has done nothing of it.
      const count = scenario.truth.assignments.filter(({ isCancelled }) => !isCancelled).length;
      items.push(...(played.items.length > 0 ? played.items : Array.from({ length: count }, () => NOTHING)));
    }
    const mean = (value: (item: (typeof items)[number]) => number): number =>
      items.reduce((sum, item) => sum + value(item), 0) / items.length;
    found.push({
      agent: name,
      score: mean(({ score }) => score),
      done: mean(({ passed }) => Number(passed)),
      assignments: items.length,
    });
  }
  return found;
}

const NOTHING = { score: 0, passed: false };

export function tableOf(rows: readonly Standing[]): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);
  return [
    `${'agent'.padEnd(16)}${'points'.padStart(8)}${'done'.padStart(10)}   assignments`,
    ...rows.map(
      ({ agent, score, done, assignments }) =>
        `${agent.padEnd(16)}${percent(score)}  ${percent(done)}   ${assignments}`,
    ),
  ].join('\n');
}

/** Completion by industry or by difficulty, agent beside agent, and how hard each group is on average over the agents. */
import type { Mode, PlannedTask } from '../core/plan.ts';
import { type Cell, cellOf, mean } from './cell.ts';
import { type Lineup, leadingMode } from './contenders.ts';
import { taskKey } from './scores.ts';

export interface Profile {
  readonly mode: Mode;
  readonly groups: readonly {
    readonly name: string;
    /** Tasks that anybody was given. */
    readonly tasks: number;
    /** The mean over agents of their completion rates: each agent counts alike. */
    readonly mean: number | null;
  }[];
  readonly contenders: readonly {
    readonly name: string;
    readonly model: string | null;
    /** Over all tasks, each counted alike. */
    readonly overall: Cell;
    /** In the order of the groups. */
    readonly cells: readonly Cell[];
  }[];
}

export function industryProfile(lineup: Lineup): Profile {
  return profileBy(lineup, ({ category }) => category);
}

export function difficultyProfile(lineup: Lineup): Profile {
  return profileBy(lineup, ({ difficulty }) => (difficulty === null ? 'unknown' : `level ${difficulty}`));
}

function profileBy({ contenders: all }: Lineup, groupOf: (task: PlannedTask) => string): Profile {
  const mode = leadingMode(all);
  // What does nothing measures no group's difficulty.
  const played = all
    .filter(({ agent }) => agent !== 'idle')
    .map(({ name, model, scores }) => ({ name, model, scores: scores.filter((score) => score.mode === mode) }));
  const tasks = new Map(played.flatMap(({ scores }) => scores.map(({ task }) => [taskKey(task), task] as const)));
  const groups = Map.groupBy(tasks.values(), groupOf);
  const names = [...groups.keys()].sort((a, b) => a.localeCompare(b, 'en'));
  const contenders = played.map(({ name, model, scores }) => {
    const own = Map.groupBy(scores, ({ task }) => groupOf(task));
    return { name, model, overall: cellOf(scores), cells: names.map((group) => cellOf(own.get(group) ?? [])) };
  });
  return {
    mode,
    groups: names.map((name, i) => ({
      name,
      tasks: groups.get(name)?.length ?? 0,
      mean: mean(contenders.flatMap(({ cells }) => cells[i]?.rate.value ?? [])),
    })),
    contenders,
  };
}

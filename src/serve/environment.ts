/**
 * A suite as trainers see it: an environment with a name, splits, and tasks that can be listed, counted and named by
 * `{ scenario, task_idx, task }`. It opens nothing, and shows of a task only what an agent is told.
 */
import type { Json, JsonObject } from '../core/json.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';

export interface Split {
  readonly name: 'train' | 'test' | 'all';
  readonly type: 'train' | 'validation' | 'test';
}

export const SPLITS: readonly Split[] = [
  { name: 'train', type: 'train' },
  { name: 'test', type: 'test' },
  { name: 'all', type: 'validation' },
];

export interface Environment {
  /** The suite's name in lower case. */
  readonly name: string;
  readonly suite: Suite;
  /** Null for a split that does not exist. */
  tasksOf(split: string): readonly Task[] | null;
  specOf(task: Task): JsonObject;
  /** The task that a spec means, or a sentence on why it means none. */
  taskOf(spec: JsonObject): Task | string;
}

export function environmentOf(suite: Suite): Environment {
  const byWorld = Map.groupBy(suite.tasks, ({ world }) => world);
  const index = new Map([...byWorld.values()].flatMap((tasks) => tasks.map((task, i) => [task, i] as const)));
  const byId = new Map(suite.tasks.map((task) => [task.id, task]));
  const splits = splitsOf(suite.tasks, byWorld.size);
  return {
    name: suite.name.toLowerCase(),
    suite,
    tasksOf: (split) => splits.get(split) ?? null,
    specOf: (task) => ({
      scenario: task.world,
      task_idx: index.get(task) ?? 0,
      task: task.brief,
      id: task.id,
    }),
    taskOf: (spec) => {
      const { id, scenario, task_idx: at, task } = spec;
      if (typeof id === 'string') return byId.get(id) ?? `there is no task "${id}" in ${suite.name}`;
      if (scenario !== undefined) return inScenario(byWorld.get(String(scenario)), { scenario, at });
      if (typeof task === 'string') return byId.get(task) ?? `there is no task "${task}" in ${suite.name}`;
      return 'a task is named by {"scenario", "task_idx"} or by {"id"}';
    },
  };
}

function inScenario(
  tasks: readonly Task[] | undefined,
  { scenario, at }: { readonly scenario: Json; readonly at: Json | undefined },
): Task | string {
  if (tasks === undefined) return `there is no scenario "${String(scenario)}"`;
  const index = at ?? 0;
  if (typeof index !== 'number' || !Number.isInteger(index)) return 'task_idx must be a whole number';
  return tasks[index] ?? `the scenario "${String(scenario)}" has tasks 0 to ${tasks.length - 1}`;
}

/** Fewer worlds than this cannot be divided fairly: their tasks are. */
const FEWEST_WORLDS = 5;

/**
 * One in five for the test, by hash, so that a task keeps its place when others come and go. Whole worlds at a time, so that what is
 * learnt about a world in training does not help in the test.
 */
function splitsOf(tasks: readonly Task[], worlds: number): ReadonlyMap<string, readonly Task[]> {
  const unitOf = ({ suite, world, id }: Task): string =>
    worlds >= FEWEST_WORLDS ? `${suite}/${world}` : `${suite}/${world}/${id}`;
  const units = [...new Set(tasks.map(unitOf))].map((unit) => ({ unit, rank: sha256(`split ${unit}`) }));
  const byRank = [...units].sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const tested = new Set(byRank.filter(({ rank }) => Number.parseInt(rank.slice(0, 8), 16) % 5 === 0).map(unitName));
  // Never an empty half where there are two units to share.
  const [first] = byRank;
  const last = byRank.at(-1);
  if (tested.size === 0 && byRank.length > 1 && first) tested.add(first.unit);
  if (tested.size === byRank.length && byRank.length > 1 && last) tested.delete(last.unit);
  return new Map([
    ['train', tasks.filter((task) => !tested.has(unitOf(task)))],
    ['test', tasks.filter((task) => tested.has(unitOf(task)))],
    ['all', tasks],
  ]);
}

const unitName = ({ unit }: { readonly unit: string }): string => unit;

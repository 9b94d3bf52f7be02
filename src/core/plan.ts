/** The plan of a run: what was asked, task by task, and the episodes that follow from it. */
import { canonical, type Json, type JsonObject } from './json.ts';
import type { Styles } from './means.ts';
import type { Difficulty } from './task.ts';

export const PLAN_VERSION = 1;

/** Clean, explicit faults, implicit faults, both. */
export const MODES = ['E0', 'E1', 'E2', 'E3'] as const;
export type Mode = (typeof MODES)[number];

/** A task as a run and its reports know it: enough to show and group results without the suite. */
export interface PlannedTask {
  readonly suite: string;
  readonly id: string;
  /** Of the whole task record: a task that was edited is another task. */
  readonly hash: string;
  readonly title: string;
  readonly world: string;
  readonly family: string;
  readonly category: string;
  readonly domain: string;
  readonly scenario: string;
  readonly difficulty: Difficulty | null;
  /** How many calls the oracle makes in the clean world, over which faults are spread; null where there is no oracle. */
  readonly length: number | null;
}

/** One agent in a run. `settings` is all that makes it this agent and no other: model, effort, limits, command. */
export interface PlannedAgent {
  readonly name: string;
  /** The model's name, or null for agents without one. */
  readonly model: string | null;
  readonly settings: JsonObject;
}

/** What was asked of a run. Immutable once written; holds no secret. */
export interface Plan {
  readonly version: number;
  readonly run: string;
  readonly suite: string;
  /** Where the suite is to be had again: its name, or the path of a folder. */
  readonly source: string;
  readonly tasks: readonly PlannedTask[];
  readonly agents: readonly PlannedAgent[];
  readonly modes: readonly Mode[];
  readonly faultCount: number;
  readonly faultDuration: number;
  readonly trials: number;
  readonly seed: string;
  readonly withPlan: boolean;
  /** Names of the models behind world and judge, where there are any. */
  readonly worldModel: string | null;
  readonly verifierModel: string | null;
  readonly styles: Styles;
  /** Hash of each prompt in force, by file name. */
  readonly prompts: { readonly [file: string]: string };
  readonly versions: { readonly practicum: string; readonly events: number };
  /** Where episodes are asked for one by one, as a server's are: those that were. They stand beside the plan, in `asked.jsonl`. */
  readonly asked?: readonly AskedEpisode[];
}

/** One episode that somebody asked for. */
export interface AskedEpisode {
  readonly suite: string;
  readonly task: string;
  readonly mode: Mode;
  readonly trial: number;
  /** Where whoever asked has chosen one. */
  readonly seed?: string;
}

export interface PlannedEpisode {
  /** Hash of everything that makes this episode this one. */
  readonly id: string;
  readonly task: PlannedTask;
  readonly agent: PlannedAgent;
  readonly mode: Mode;
  /** From 0. */
  readonly trial: number;
  /** Same for every agent, so that all meet the same world and the same faults. */
  readonly seed: string;
}

/** The episodes of a plan, in order: agents side by side on each task, so that an early stop is still comparable. */
export function episodesOf(plan: Plan, hash: (text: string) => string): readonly PlannedEpisode[] {
  if (plan.asked !== undefined) return plan.asked.flatMap((asked) => askedEpisode(plan, asked, hash) ?? []);
  return plan.tasks.flatMap((task) =>
    range(plan.trials).flatMap((trial) =>
      plan.modes.flatMap((mode) => {
        const seed = `${plan.seed}/${trial}`;
        return plan.agents.map((agent) => planned(plan, { task, agent, mode, trial, seed }, hash));
      }),
    ),
  );
}

/** The episode that was asked for, or null where the plan has no such task. */
export function askedEpisode(
  plan: Plan,
  { suite, task: id, mode, trial, seed }: AskedEpisode,
  hash: (text: string) => string,
): PlannedEpisode | null {
  const task = taskIndex(plan).get(`${suite}/${id}`);
  const [agent] = plan.agents;
  if (task === undefined || agent === undefined) return null;
  return planned(plan, { task, agent, mode, trial, seed: seed ?? `${plan.seed}/${trial}` }, hash);
}

const indexes = new WeakMap<readonly PlannedTask[], ReadonlyMap<string, PlannedTask>>();

function taskIndex({ tasks }: Plan): ReadonlyMap<string, PlannedTask> {
  const index = indexes.get(tasks) ?? new Map(tasks.map((task) => [`${task.suite}/${task.id}`, task]));
  indexes.set(tasks, index);
  return index;
}

function planned(plan: Plan, episode: Omit<PlannedEpisode, 'id'>, hash: (text: string) => string): PlannedEpisode {
  const { worldModel, verifierModel, prompts, withPlan, styles, faultCount, faultDuration } = plan;
  const { task, agent, mode, trial, seed } = episode;
  const settings: Json = { worldModel, verifierModel, prompts, withPlan, styles: { ...styles } };
  const faults: Json = mode === 'E0' ? null : { count: faultCount, duration: faultDuration, length: task.length };
  const identity: Json = [
    task.suite,
    task.id,
    task.hash,
    agent.settings,
    agent.name,
    mode,
    faults,
    trial,
    seed,
    settings,
  ];
  return { id: hash(canonical(identity)).slice(0, 16), ...episode };
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

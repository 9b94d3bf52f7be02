/** The door to content: worlds with their tasks, and what judges, certifies and solves each. */
import type { Judge } from './judge.ts';
import type { Means } from './means.ts';
import type { Role } from './model.ts';
import type { Solution } from './solution.ts';
import type { Task } from './task.ts';
import type { World } from './world.ts';

/** Worlds and the tasks that take place in them, with what is needed to judge and to certify each task. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tasks: readonly Task[];
  /** For which roles its tasks need a model, besides the agent's. */
  readonly needs: readonly Role[];
  /** For which roles this task does, in suites whose tasks differ. */
  needsFor?(task: Task): readonly Role[];
  /** Names of the prompt files that its worlds and judges read. */
  readonly prompts: readonly string[];
  /** Without means where no model is needed, or none is to be asked. */
  world(task: Task, means?: Means): World;
  judge(task: Task, means?: Means): Judge;
  /** Whether tasks are told part by part while they are played: then no brief is expected to say all of it. */
  readonly tellsInParts?: boolean;
  /** What an agent may take for one task, where its work is longer than usual and the user sets nothing else. */
  readonly bounds?: Bounds;
  /** Null where only a model can play the task. */
  solution(task: Task): Solution | null;
}

export interface Bounds {
  /** For one brief: a day, where a task has several. */
  readonly turns: number;
  readonly tokens: number;
}

/** The roles for which these tasks need a model, besides the agent's. */
export function rolesNeeded(suite: Suite, tasks: readonly Task[]): readonly Role[] {
  return suite.needsFor === undefined
    ? suite.needs
    : [...new Set(tasks.flatMap((task) => suite.needsFor?.(task) ?? []))];
}

import type { Judge } from './judge.ts';
import type { Solution } from './solution.ts';
import type { Task } from './task.ts';
import type { World } from './world.ts';

/** Worlds and the tasks that take place in them, with what is needed to judge and to certify each task. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tasks: readonly Task[];
  world(task: Task): World;
  judge(task: Task): Judge;
  /** Null where only a model can play the task. */
  solution(task: Task): Solution | null;
}

/** How a suite is written: one world, and families of tasks, each with a program that solves and a judge that checks them. */
import type { Judge } from '../core/judge.ts';
import type { Solution } from '../core/solution.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { World } from '../core/world.ts';

/** What differs from task to task. */
export type TaskDraft = Pick<Task, 'id' | 'title' | 'difficulty' | 'brief' | 'asked' | 'clock' | 'setup' | 'truth'> & {
  readonly plan?: string;
};

export interface Family {
  readonly name: string;
  readonly tasks: readonly TaskDraft[];
  readonly solution: Solution;
  readonly judge: Judge;
}

export interface SuiteDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Industry, field and profession. */
  readonly category: string;
  readonly domain: string;
  readonly scenario: string;
  readonly world: World;
  readonly families: readonly Family[];
}

export function defineSuite(definition: SuiteDefinition): Suite {
  const { name, title, description, category, domain, scenario, world, families } = definition;
  const familyOf = (task: Task): Family => {
    const family = families.find((one) => one.name === task.family);
    if (family === undefined) throw new Error(`the suite "${name}" has no family "${task.family}"`);
    return family;
  };
  const tasks = families.flatMap((family) =>
    family.tasks.map(
      (draft): Task => ({
        ...draft,
        plan: draft.plan ?? null,
        suite: name,
        world: world.name,
        family: family.name,
        category,
        domain,
        scenario,
      }),
    ),
  );
  const twice = tasks.find((task, i) => tasks.findIndex((other) => other.id === task.id) !== i);
  if (twice) throw new Error(`the suite "${name}" has two tasks with the id "${twice.id}"`);
  return {
    name,
    title,
    description,
    tasks,
    needs: [],
    prompts: [],
    world: () => world,
    judge: (task) => familyOf(task).judge,
    solution: (task) => familyOf(task).solution,
  };
}

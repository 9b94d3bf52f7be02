/** Makes the plan of a run from what was asked: which tasks, by whom, under which conditions. */
import { oracle } from '../agents/oracle.ts';
import { EVENT_VERSION } from '../core/event.ts';
import { canonical, type Json } from '../core/json.ts';
import { PLAN_VERSION, type Plan, type PlannedTask } from '../core/plan.ts';
import { play } from '../core/play.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';

/** A plan before it is one: with the suite and the tasks themselves. */
export interface Asked extends Omit<Plan, 'version' | 'versions' | 'suite' | 'tasks'> {
  readonly suite: Suite;
  readonly tasks: readonly Task[];
  /** Of the program. */
  readonly version: string;
}

export async function makePlan({ suite, tasks, version, ...asked }: Asked): Promise<Plan> {
  const isClean = asked.modes.every((mode) => mode === 'E0');
  const planned: PlannedTask[] = [];
  for (const task of tasks) planned.push(await plannedTask(suite, task, isClean));
  return {
    version: PLAN_VERSION,
    ...asked,
    suite: suite.name,
    tasks: planned,
    versions: { practicum: version, events: EVENT_VERSION },
  };
}

async function plannedTask(suite: Suite, task: Task, isClean: boolean): Promise<PlannedTask> {
  const { id, title, world, family, category, domain, scenario, difficulty } = task;
  return {
    suite: task.suite,
    id,
    hash: sha256(canonical(task as unknown as Json)).slice(0, 16),
    title,
    world,
    family,
    category,
    domain,
    scenario,
    difficulty,
    length: isClean ? null : await oracleLength(suite, task),
  };
}

/** How many calls a careful solution takes in the clean world: faults are spread over that many. */
async function oracleLength(suite: Suite, task: Task): Promise<number | null> {
  const solution = suite.solution(task);
  if (solution === null) return null;
  const { events } = await play(task, {
    world: suite.world(task),
    agent: oracle({ solution, asked: task.asked }),
    judge: suite.judge(task),
  });
  return events.filter(({ type }) => type === 'tool-called').length;
}

/** Makes the plan of a run from what was asked: which tasks, by whom, under which conditions. */
import { oracle } from '../agents/oracle.ts';
import { EVENT_VERSION } from '../core/event.ts';
import { canonical, type Json } from '../core/json.ts';
import { type Mode, PLAN_VERSION, type Plan, type PlannedAgent, type PlannedTask } from '../core/plan.ts';
import { play } from '../core/play.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';

export interface Asked {
  readonly run: string;
  readonly suite: Suite;
  /** The suite's name, or the path of its folder. */
  readonly source: string;
  readonly tasks: readonly Task[];
  readonly agents: readonly PlannedAgent[];
  readonly modes: readonly Mode[];
  readonly faultCount: number;
  readonly faultDuration: number;
  readonly trials: number;
  readonly seed: string;
  readonly withPlan: boolean;
  readonly worldModel: string | null;
  readonly verifierModel: string | null;
  readonly prompts: Plan['prompts'];
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

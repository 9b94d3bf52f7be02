/** What an agent had before it and the log does not hold: its tools, from the suite; its system prompt, where it is still the same. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Plan, PlannedTask } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import type { Trajectory } from '../report/trajectories.ts';
import { sha256 } from '../wire/hash.ts';
import type { TrajectoryExport } from './trajectory-files.ts';

export function settingFrom(catalog: Catalog, prompts: ReadonlyMap<string, string>): TrajectoryExport['settingOf'] {
  return async (plan) => {
    // A suite that is gone or broken is no reason to keep the episodes back.
    const suite = await catalog.suite(plan.source).catch(() => null);
    const toolsOf = suite === null ? async () => null : toolFinder(suite);
    const systemOf = systemFinder(plan, { catalog, prompts });
    return async (trajectory) => ({
      tools: await toolsOf(trajectory.planned.task),
      system: await systemOf(trajectory),
    });
  };
}

/** Worlds whose tools are remembered. */
const MOST_WORLDS = 1000;

function toolFinder(suite: Suite): (task: PlannedTask) => Promise<readonly Tool[] | null> {
  const tasks = new Map(suite.tasks.map((task) => [`${task.suite}/${task.id}`, task]));
  const known = new Map<string, Promise<readonly Tool[] | null>>();
  return (planned) => {
    const task = tasks.get(`${planned.suite}/${planned.id}`);
    if (task === undefined) return Promise.resolve(null);
    const key = `${task.suite}/${task.world}`;
    const tools = known.get(key) ?? toolsOf(suite, task);
    if (known.size >= MOST_WORLDS) known.clear();
    known.set(key, tools);
    return tools;
  };
}

/** As the world tells of itself; where it only knows them when it is open, it is opened. */
async function toolsOf(suite: Suite, task: Task): Promise<readonly Tool[] | null> {
  try {
    const world = suite.world(task);
    if (world.about.tools.length > 0) return world.about.tools;
    const random = (...names: readonly string[]) => stream('0', task.suite, task.id, ...names);
    const session = await world.open(task, { seed: '0', emit: () => undefined, random });
    const { tools } = session;
    await session.close();
    return tools.length > 0 ? tools : null;
  } catch {
    return null;
  }
}

interface Prompts {
  readonly catalog: Catalog;
  readonly prompts: ReadonlyMap<string, string>;
}

/** The plan holds the hash of each prompt in force: another text under the same name is not what the agent read. */
function systemFinder(plan: Plan, { catalog, prompts }: Prompts): (trajectory: Trajectory) => Promise<string | null> {
  const fileOf = async (kind: string): Promise<string | null> =>
    (await catalog.agents()).find(({ name }) => name === kind)?.prompts[0] ?? null;
  const known = new Map<string, Promise<string | null>>();
  return async ({ planned: { agent } }) => {
    const kind = String(agent.settings.kind ?? '');
    const file = known.get(kind) ?? fileOf(kind);
    known.set(kind, file);
    const name = await file;
    const content = name === null ? undefined : prompts.get(name);
    if (name === null || content === undefined) return null;
    return sha256(content).slice(0, 16) === plan.prompts[name] ? content : null;
  };
}

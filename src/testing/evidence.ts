/** Evidence for tests of judges: what a judge would be shown after an agent has played. */
import type { Agent } from '../core/agent.ts';
import type { Fault } from '../core/fault.ts';
import type { Evidence } from '../core/judge.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import type { World } from '../core/world.ts';

export interface Play {
  readonly world: World;
  readonly agent: Agent;
  readonly faults?: readonly Fault[];
  readonly seed?: string | number;
}

/** Plays the task and gives what the judge saw, as plain data. Throws where the episode does not get as far as a judge. */
export async function evidenceOf(task: Task, { seed = 0, ...cast }: Play): Promise<Evidence> {
  let shown: Evidence | undefined;
  const judge = {
    name: 'onlooker',
    judge: async ({ answer, snapshot: { initial, current, changes }, events }: Evidence) => {
      shown = structuredClone({ task, answer, snapshot: { initial, current, changes }, events });
      return { passed: true, score: 1, reason: 'seen', checkpoints: [] };
    },
  };
  const { result } = await play(task, { ...cast, judge }, { seed });
  if (shown === undefined) throw new Error(`the episode never came before the judge: ${JSON.stringify(result)}`);
  return shown;
}

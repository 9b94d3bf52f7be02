/**
 * What stands between a run's numbers and trust in them, as far as its plan shows: a judge that is somebody's own model, and
 * tasks that nobody has shown to be solvable under this simulator. It knows names, not models.
 */
import { isObject, type Json } from '../core/json.ts';
import type { Plan, PlannedAgent, PlannedTask } from '../core/plan.ts';

/** Whether a task is certified under the run's simulator; null where no simulator plays it. */
export type Certified = (task: PlannedTask) => boolean | null;

export interface Doubts {
  /** Agents whose own model judged them. */
  readonly judgedByOwnModel: readonly string[];
  /** The model that imagined the world also judged what happened in it. */
  readonly judgedByWorld: boolean;
  /** Null where nobody was asked, or no simulator plays any task. */
  readonly uncertified: { readonly tasks: number; readonly of: number } | null;
}

export function doubtsOf(plan: Plan, certified?: Certified): Doubts {
  const { verifierModel: judge, worldModel: world, agents } = plan;
  return {
    judgedByOwnModel: judge === null ? [] : agents.filter((agent) => isModelOf(agent, judge)).map(({ name }) => name),
    judgedByWorld: judge !== null && world !== null && isSameModel(judge, world),
    uncertified: certified === undefined ? null : uncertifiedOf(plan, certified),
  };
}

function uncertifiedOf({ tasks }: Plan, certified: Certified): Doubts['uncertified'] {
  const answers = tasks.map(certified).filter((answer) => answer !== null);
  if (answers.length === 0) return null;
  return { tasks: answers.filter((answer) => !answer).length, of: answers.length };
}

/** Under the name it was called by, or the name that an alias stands for. */
function isModelOf({ model, settings }: PlannedAgent, other: string): boolean {
  const names = [model, modelNamed(settings.model)].filter((name) => name !== null);
  return names.some((name) => isSameModel(name, other));
}

function modelNamed(identity: Json | undefined): string | null {
  const name = isObject(identity) ? identity.model : null;
  return typeof name === 'string' ? name : null;
}

/** One model may be reached with and without its provider before the name: `openai/gpt-5.2`. */
export function isSameModel(a: string, b: string): boolean {
  const bare = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return bare(a) === bare(b);
}

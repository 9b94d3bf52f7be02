/**
 * Which episode a client asks for, in the ways in which trainers name a task: by id, by scenario and number, by split and index, or
 * not at all, which means the first. It opens nothing.
 */
import { z } from 'zod';
import type { JsonObject } from '../core/json.ts';
import type { Environment } from './environment.ts';
import { type Host, requestFrom, type SessionRequest } from './host.ts';

const LONGEST_NAME = 500;
const name = z.string().max(LONGEST_NAME);
const index = z.int().min(0);

/** What clients in Python leave out, they often send as null. Whatever else they send is theirs and is not looked at. */
export const choiceSchema = z.object({
  id: name.nullish(),
  scenario: name.nullish(),
  task_idx: index.nullish(),
  task: z.string().nullish(),
  split: name.nullish(),
  index: index.nullish(),
  env_mode: name.nullish(),
  seed: z.union([name, z.int()]).nullish(),
});
export type Choice = z.infer<typeof choiceSchema>;

/** What to open, or a sentence on why nothing can be. */
export function requestChosen(host: Host, environment: Environment, choice: Choice): SessionRequest | string {
  const given = z.record(z.string(), z.union([z.string(), z.number()])).parse(withoutNulls(choice));
  const { split, index: at, ...spec } = given;
  if (split !== undefined) {
    const tasks = environment.tasksOf(String(split));
    if (tasks === null) return `there is no split "${split}"`;
    const task = tasks[Number(at ?? 0)];
    if (task === undefined) return `the split "${split}" has ${tasks.length} tasks, counted from 0`;
    return requestFrom(host, environment, { ...spec, ...environment.specOf(task) });
  }
  const [first] = environment.suite.tasks;
  const isNamed = spec.id !== undefined || spec.scenario !== undefined || spec.task !== undefined;
  if (!isNamed && first !== undefined) return requestFrom(host, environment, { ...spec, id: first.id });
  return requestFrom(host, environment, spec);
}

function withoutNulls(choice: Choice): JsonObject {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== null && value !== undefined));
}

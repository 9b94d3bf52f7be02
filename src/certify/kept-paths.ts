/**
 * Paths that solved a task, taken from episodes that passed, so that a task without a program of its own has an oracle. Each is
 * bound to the content of its task. Text in, text out; whoever calls reads and writes the file.
 */
import { z } from 'zod';
import type { Event } from '../core/event.ts';
import { eventsOf } from '../core/event.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';
import type { Solution } from '../core/solution.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { recordedSolution } from '../library/recorded-path.ts';
import { safeName } from './safe-name.ts';
import { taskHash } from './task-hash.ts';

/** As recorded paths are written everywhere. */
export type PathStep = { readonly call: string; readonly input: JsonObject } | { readonly say: string };

const step: z.ZodType<PathStep> = z.union([
  z.object({ call: z.string(), input: z.record(z.string(), z.json()) }),
  z.object({ say: z.string() }),
]);
const keptSchema = z.object({
  suite: z.string(),
  task: z.string(),
  hash: z.string(),
  /** The run in which it passed. */
  run: z.string(),
  steps: z.array(step),
});
const fileSchema = z.object({ version: z.literal(1), suite: z.string(), paths: z.array(keptSchema) });

export type KeptPath = Readonly<z.infer<typeof keptSchema>>;
export interface KeptPaths {
  readonly suite: string;
  readonly paths: readonly KeptPath[];
}

/** Below the home folder, beside the certificates. */
export function keptPathsPath(suite: string): string {
  return `certificates/${safeName(suite)}.paths.json`;
}

/** Null where the text is no such file, or one about another suite. */
export function parseKeptPaths(text: string, suite: string): KeptPaths | null {
  const file = fileSchema.safeParse(parseJson(text)).data;
  return file === undefined || file.suite !== suite ? null : { suite, paths: file.paths };
}

export function formatKeptPaths({ suite, paths }: KeptPaths): string {
  return `${JSON.stringify({ version: 1, suite, paths })}\n`;
}

export function mergeKeptPaths({ suite, paths }: KeptPaths, newer: readonly KeptPath[]): KeptPaths {
  const key = (one: KeptPath): string => `${one.suite} ${one.task}`;
  const kept = new Map([...paths, ...newer].map((one) => [key(one), one]));
  return { suite, paths: [...kept.values()].sort((a, b) => key(a).localeCompare(key(b), 'en', { numeric: true })) };
}

/** The path of a task as it now is; null where there is none, or the task was edited since. */
export function pathsIn({ paths }: KeptPaths): (task: Task) => readonly PathStep[] | null {
  const byTask = new Map(paths.map((one) => [`${one.suite} ${one.task} ${one.hash}`, one.steps]));
  return (task) => byTask.get(`${task.suite} ${task.id} ${taskHash(task)}`) ?? null;
}

/** The suite, with a kept path as the solution of each task that has no program of its own. */
export function withKeptPaths(suite: Suite, kept: KeptPaths): Suite {
  const pathOf = pathsIn(kept);
  return {
    ...suite,
    solution: (task) => {
      const own = suite.solution(task);
      const steps = own === null ? pathOf(task) : null;
      return steps === null ? own : pathSolution(suite, task, steps);
    },
  };
}

/** What a tool does is known from the world itself. */
export function pathSolution(suite: Suite, task: Task, steps: readonly PathStep[]): Solution {
  const { tools } = suite.world(task).about;
  const effects = new Map(tools.map(({ name, effect }) => [name, effect]));
  return recordedSolution(steps, { effectOf: (tool) => effects.get(tool) ?? 'unknown' });
}

/**
 * What an episode did, as steps: calls that were answered, without those that the world refused, and the answer. Null where it
 * spoke more or less than once: a path has one answer.
 */
export function stepsOf(events: readonly Event[]): readonly PathStep[] | null {
  const [spoken, ...more] = eventsOf(events, 'agent-spoke');
  if (spoken === undefined || more.length > 0) return null;
  const answered = new Set(eventsOf(events, 'tool-answered').flatMap(({ id, isError }) => (isError ? [] : [id])));
  const calls = eventsOf(events, 'tool-called').filter(({ id }) => answered.has(id));
  const made = calls.map(({ name, input }) => ({ call: name, input: objectOf(verbatim(parsed(input))) }));
  return [...made, { say: verbatimText(spoken.text) }];
}

/** Models send the text of an object. */
function parsed(input: Json): Json {
  return typeof input === 'string' ? (parseJson(input) ?? {}) : input;
}

function objectOf(input: Json): JsonObject {
  return isObject(input) ? input : {};
}

/** What was said and sent is meant as it stands: what looks like a reference to an earlier answer is none. */
function verbatim(value: Json): Json {
  if (typeof value === 'string') return verbatimText(value);
  if (Array.isArray(value)) return value.map(verbatim);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, verbatim(part)]))
    : value;
}

function verbatimText(text: string): string {
  return text.replace(/\$\{(?=\d+:)/g, () => '$${');
}

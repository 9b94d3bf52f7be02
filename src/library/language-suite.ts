/**
 * A suite of language worlds from its folder: `suite.json`, `tasks.jsonl`, `scenarios.jsonl` and `environments/`, in OccuBench's
 * form. Environments are read when a task's set-up or clock is first asked for, so that a long list of tasks opens at once. Knows
 * neither how such worlds are played nor how they are judged.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { type LanguageEnvironment, parseEnvironment, readEnvironment, setupOf } from './occubench/environment.ts';
import {
  type Line,
  type Read,
  readLines,
  readScenario,
  readTask,
  type ScenarioRecord,
  type TaskRecord,
} from './occubench/records.ts';
import { instantOf, readClock } from './occubench/state-clock.ts';

export interface LanguageSuite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tasks: readonly Task[];
}

const headSchema = z.object({
  kind: z.literal('language'),
  title: z.string(),
  description: z.string(),
  /** For tasks and states that name no date. */
  date: z.string().refine((date) => instantOf(date) !== null, 'must be a date such as 2024-06-03'),
});

/** Whether the content of a `suite.json` is that of a language suite. */
export function isLanguageSuite(content: unknown): boolean {
  return z.object({ kind: z.literal('language') }).safeParse(content).success;
}

export function readLanguageSuite(folder: string): LanguageSuite {
  const root = resolve(folder);
  const name = basename(root);
  const { title, description, date } = readHead(join(root, 'suite.json'));
  const scenarios = new Map(
    records(join(root, 'scenarios.jsonl'), readScenario).map(({ record }) => [record.task_scenario_name, record]),
  );
  const environments = shelfOf(join(root, 'environments'));
  const tasks = new Map<string, Task>();
  for (const { record, where } of records(join(root, 'tasks.jsonl'), readTask)) {
    const { task_id: id, env_name: environment } = record;
    if (tasks.has(id)) throw new UserError(`${where}: there is another task with the id "${id}" above.`);
    if (!environments.has(environment)) {
      throw new UserError(`${where}: there is no environment "${environment}" in ${join(root, 'environments')}.`);
    }
    const scenario = scenarios.get(record.task_scenario_name) ?? null;
    tasks.set(id, taskOf(record, { suite: name, scenario, date, environment: () => environments.read(environment) }));
  }
  if (tasks.size === 0) throw new UserError(`${join(root, 'tasks.jsonl')} holds no task.`);
  return { name, title, description, tasks: [...tasks.values()] };
}

function readHead(file: string): z.infer<typeof headSchema> {
  const read = headSchema.safeParse(parseJson(textOf(file)));
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  throw new UserError(`${file} is not the head of a language suite: ${issues.join('; ')}.`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}

interface Found<T> {
  readonly record: T;
  readonly where: string;
}

/** A missing table of scenarios is an empty one; tasks there must be. */
function records<T>(file: string, read: (line: Line) => Read<T>): readonly Found<T>[] {
  if (!existsSync(file)) {
    if (basename(file) === 'scenarios.jsonl') return [];
    throw new UserError(`${file} is not there: a language suite keeps its tasks in it, one a line.`);
  }
  return readLines(file).map((line) => {
    const where = `${file}, line ${line.number}`;
    const result = read(line);
    if (!result.ok) throw new UserError(`${where}: ${result.problem}.`);
    return { record: result.record, where };
  });
}

interface Shelf {
  has(name: string): boolean;
  /** Once for each, however many tasks share it. */
  read(name: string): LanguageEnvironment;
}

function shelfOf(folder: string): Shelf {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const known = new Map<string, LanguageEnvironment>();
  return {
    has: (name) => files.has(`${name}.json`),
    read: (name) => {
      const file = join(folder, `${name}.json`);
      const environment = known.get(name) ?? { ...readEnvironment(parseEnvironment(textOf(file), file), file), name };
      known.set(name, environment);
      return environment;
    },
  };
}

interface Surroundings {
  readonly suite: string;
  readonly scenario: ScenarioRecord | null;
  readonly date: string;
  environment(): LanguageEnvironment;
}

function taskOf(record: TaskRecord, { suite, scenario, date, environment }: Surroundings): Task {
  const { agent_instruction: brief, solution_plan: plan, criteria } = record;
  return {
    id: record.task_id,
    suite,
    world: record.env_name,
    family: slug(record.task_scenario_name),
    title: record.title ?? opening(brief),
    category: scenario?.category ?? 'Unknown',
    domain: scenario?.domain ?? 'Unknown',
    scenario: record.task_scenario_name,
    difficulty: record.difficulty_level ?? null,
    brief,
    asked: {},
    plan: plan === undefined || plan === '' ? null : plan,
    truth: { rubric: record.verification_plan, criteria: (criteria ?? []).map((one) => ({ ...one })) },
    get clock() {
      return (record.date ? instantOf(record.date) : null) ?? readClock(environment(), date).clock;
    },
    get setup() {
      return setupOf(environment());
    },
  };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const TITLE_LENGTH = 72;

/** The first words of an instruction, for tasks without a title. */
function opening(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2))} …`;
}

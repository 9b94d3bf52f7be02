/** A copy of the release, read and joined: tasks that can be played, what they need, and findings about all that was odd. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import type { Check, Finding } from './checks.ts';
import { parseEnvironment, readEnvironment } from './environment.ts';
import { lintEnvironment } from './lint.ts';
import {
  isFileName,
  type Line,
  linesOf,
  readScenario,
  readTask,
  type ScenarioRecord,
  type TaskRecord,
} from './records.ts';
import { decoded, environmentsIn, type Source, type SourceEnvironment } from './source.ts';

/** A record with the text that it was read from, which is what is kept. */
export interface Kept<T> {
  readonly record: T;
  readonly text: string;
}

export interface Release {
  readonly tasks: readonly Kept<TaskRecord>[];
  readonly scenarios: readonly Kept<ScenarioRecord>[];
  /** Those that a task calls for. */
  readonly environments: readonly SourceEnvironment[];
  readonly findings: readonly Finding[];
}

type Report = (check: Check, detail: string, environment?: string) => void;

export function readRelease(source: Source): Release {
  const findings: Finding[] = [];
  const report: Report = (check, detail, environment) =>
    findings.push({ environment: environment ?? null, check, detail });
  const tasks = readTasks(source.tasks, report);
  const scenarios =
    source.scenarios === null ? new Map<string, Kept<ScenarioRecord>>() : readScenarios(source.scenarios, report);
  const found = byName(
    environmentsIn(source.configs, (problem) => report('environment-unreadable', problem)),
    report,
  );
  const readable = lintAll(found, { tasks, findings });
  const playable = tasks.filter(({ record }) => readable.has(record.env_name));
  reportJoins({ tasks, found, scenarios }, report);
  if (playable.length === 0) {
    const why = findings.find(({ check }) => /^(task|environment)-/.test(check));
    throw new UserError(
      `${source.tasks} holds no task that can be played${why ? `: ${why.check} (${why.environment ?? ''} ${why.detail})` : ''}.`,
    );
  }
  const used = new Set(playable.map(({ record }) => record.env_name));
  return {
    tasks: playable,
    scenarios: [...scenarios.values()],
    environments: [...found.values()].filter(({ name }) => used.has(name)),
    findings,
  };
}

const textLines = (file: string): readonly Line[] => linesOf(decoded(readFileSync(file)).text);

function readTasks(file: string, report: Report): readonly Kept<TaskRecord>[] {
  const tasks = new Map<string, Kept<TaskRecord>>();
  for (const line of textLines(file)) {
    const read = readTask(line);
    if (!read.ok) {
      report('task-malformed', `line ${line.number}: ${read.problem}`);
      continue;
    }
    const { record } = read;
    const { task_id: id, env_name: environment } = record;
    if (tasks.has(id)) report('task-twice', `${id}, again on line ${line.number}`, environment);
    const given = isObject(line.value) ? line.value.difficulty_level : null;
    if ((record.difficulty_level ?? null) === null)
      report('difficulty-odd', `task ${id}: ${given ?? 'none'}`, environment);
    if (record.agent_instruction.trim().includes('\n')) report('task-multi-line', `task ${id}`, environment);
    tasks.set(id, { record, text: line.text });
  }
  return [...tasks.values()];
}

function readScenarios(file: string, report: Report): ReadonlyMap<string, Kept<ScenarioRecord>> {
  const scenarios = new Map<string, Kept<ScenarioRecord>>();
  for (const line of textLines(file)) {
    const read = readScenario(line);
    if (!read.ok) {
      report('scenario-malformed', `line ${line.number}: ${read.problem}`);
      continue;
    }
    const { task_scenario_name: name } = read.record;
    if (scenarios.has(name)) report('scenario-twice', name);
    scenarios.set(name, { record: read.record, text: line.text });
  }
  return scenarios;
}

function byName(environments: readonly SourceEnvironment[], report: Report): ReadonlyMap<string, SourceEnvironment> {
  const named = new Map<string, SourceEnvironment>();
  for (const environment of environments) {
    if (!isFileName(environment.name)) {
      report('environment-unreadable', `${environment.where}: "${environment.name}" cannot be the name of a file`);
      continue;
    }
    if (named.has(environment.name)) report('environment-twice', environment.where, environment.name);
    named.set(environment.name, environment);
  }
  return named;
}

interface Linting {
  readonly tasks: readonly Kept<TaskRecord>[];
  readonly findings: Finding[];
}

/** The names of those that can be read; what is odd about any is added to the findings. */
function lintAll(found: ReadonlyMap<string, SourceEnvironment>, { tasks, findings }: Linting): ReadonlySet<string> {
  const instructions = new Map(tasks.map(({ record }) => [record.env_name, record.agent_instruction]));
  const readable = new Set<string>();
  for (const source of found.values()) {
    const { name, where, text } = source;
    const instruction = instructions.get(name);
    if (instruction === undefined) continue;
    try {
      const config = parseEnvironment(text, where);
      const environment = readEnvironment(config, where);
      findings.push(...lintEnvironment({ ...source, config, environment, instruction }));
      readable.add(name);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      findings.push({ environment: name, check: 'environment-unreadable', detail: error.message });
    }
  }
  return readable;
}

interface Joined {
  readonly tasks: readonly Kept<TaskRecord>[];
  readonly found: ReadonlyMap<string, SourceEnvironment>;
  readonly scenarios: ReadonlyMap<string, Kept<ScenarioRecord>>;
}

function reportJoins({ tasks, found, scenarios }: Joined, report: Report): void {
  const byEnvironment = Map.groupBy(tasks, ({ record }) => record.env_name);
  for (const [name, sharing] of byEnvironment) {
    const ids = sharing.map(({ record }) => record.task_id).join(', ');
    if (!found.has(name)) report('task-dangling', `task ${ids}`, name);
    if (sharing.length > 1) report('environment-shared', `tasks ${ids}`, name);
  }
  for (const name of found.keys()) if (!byEnvironment.has(name)) report('environment-unused', name, name);
  const needed = new Set(tasks.map(({ record }) => record.task_scenario_name));
  for (const { record } of tasks) {
    if (!scenarios.has(record.task_scenario_name)) {
      report('scenario-missing', `task ${record.task_id}: ${record.task_scenario_name}`, record.env_name);
    }
  }
  for (const name of scenarios.keys()) if (!needed.has(name)) report('scenario-without-task', name);
}

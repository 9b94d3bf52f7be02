/**
 * Makes a language suite of a copy of the release. Texts are kept to the byte; what is odd is reported and stands in `import.json`.
 * The suite appears whole or not at all: it is written beside its place and then moved there.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertOutside, assertReplaceable, draftFor, moveInto, unwritable } from '../suite-folder.ts';
import { type CheckSummary, type Finding, summarise } from './checks.ts';
import { type Kept, type Release, readRelease } from './release.ts';
import { findSource, type InputFile, inputFiles, type Source } from './source.ts';

/**
 * For states that hold no date. The release's own dates lie between 2023 and 2025; a Monday in their midst keeps the contracts and
 * deadlines of most worlds on the right side of today.
 */
const FALLBACK_DATE = '2024-06-03';

export interface ImportOptions {
  /** The folder of the suite; its name is the suite's. */
  readonly out: string;
  /** Whether a suite that stands there already is replaced. */
  readonly force?: boolean;
  /** What to call the source, where it is not the path that is read. */
  readonly origin?: string;
}

export interface ImportReport {
  readonly source: string;
  readonly out: string;
  readonly tasks: number;
  readonly environments: number;
  readonly scenarios: number;
  /** Tasks by category. */
  readonly categories: Readonly<Record<string, number>>;
  readonly files: readonly InputFile[];
  readonly checks: readonly CheckSummary[];
  readonly findings: readonly Finding[];
}

export function importOccubench(given: string, { out, force = false, origin }: ImportOptions): ImportReport {
  const target = resolve(out);
  assertReplaceable(target, force);
  assertOutside(given, target);
  const source = findSource(given);
  const release = readRelease(source);
  const report = reportOf(release, { source, out: target, origin: origin ?? resolve(given) });
  try {
    writeSuite(release, report);
  } catch (cause) {
    throw unwritable(target, cause);
  }
  return report;
}

interface Whence {
  readonly source: Source;
  readonly out: string;
  readonly origin: string;
}

function reportOf(
  { tasks, scenarios, environments, findings }: Release,
  { source, out, origin }: Whence,
): ImportReport {
  const categoryOf = new Map(scenarios.map(({ record }) => [record.task_scenario_name, record.category]));
  const category = ({ record }: Release['tasks'][number]): string =>
    categoryOf.get(record.task_scenario_name) ?? 'Unknown';
  const groups = [...Map.groupBy(tasks, category)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    source: origin,
    out,
    tasks: tasks.length,
    environments: environments.length,
    scenarios: new Set(tasks.map(({ record }) => record.task_scenario_name)).size,
    categories: Object.fromEntries(groups.map(([name, all]) => [name, all.length])),
    files: inputFiles(source),
    checks: summarise(findings),
    findings,
  };
}

function writeSuite({ tasks, scenarios, environments }: Release, report: ImportReport): void {
  const { out } = report;
  const draft = draftFor(out);
  try {
    mkdirSync(join(draft, 'environments'));
    for (const { name, bytes } of environments) writeFileSync(join(draft, 'environments', `${name}.json`), bytes);
    writeFileSync(join(draft, 'tasks.jsonl'), joined(tasks));
    writeFileSync(join(draft, 'scenarios.jsonl'), joined(scenarios));
    writeFileSync(join(draft, 'import.json'), pretty(report));
    // Last, since it is what makes a folder a suite.
    writeFileSync(join(draft, 'suite.json'), pretty(headOf(report)));
    moveInto(draft, out);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const joined = (kept: readonly Kept<unknown>[]): string => kept.map(({ text }) => `${text}\n`).join('');
const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function headOf({ tasks, environments, scenarios }: ImportReport): object {
  return {
    kind: 'language',
    title: 'OccuBench',
    description: `${tasks} tasks of ${scenarios} professions in ${environments} worlds that a model imagines, imported from OccuBench.`,
    date: FALLBACK_DATE,
  };
}

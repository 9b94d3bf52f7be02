/** `practicum import occubench`: language worlds of OccuBench, from a copy or fetched. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { fetchRelease } from '../library/occubench/fetch.ts';
import { type ImportReport, importOccubench } from '../library/occubench/import.ts';
import { columns } from './columns.ts';
import { checksTable } from './import-checks.ts';
import { type Environment, interruptible, type Place } from './import-place.ts';

export interface OccubenchImport {
  readonly source: string | null;
  readonly from: string | null;
  readonly force: boolean;
  readonly json: boolean;
  readonly place: Place;
  readonly home: string;
  readonly env: Environment;
}

export async function runOccubenchImport(request: OccubenchImport): Promise<void> {
  const { source, force, json, place } = request;
  const report =
    source === null ? await fetchedAndImported(request) : importOccubench(source, { out: place.folder, force });
  console.log(json ? JSON.stringify({ ...report, suite: place.suite }, null, 2) : page(report, place.suite));
}

function fetchedAndImported({ place, force, from, home, env }: OccubenchImport): Promise<ImportReport> {
  const into = join(home, 'downloads', 'occubench');
  return interruptible(async (signal) => {
    const onTry = (what: string): void => console.error(pc.dim(`trying ${what}`));
    const { folder, origin } = await fetchRelease({ from, into, env, signal, onTry });
    const report = importOccubench(folder, { out: place.folder, force, origin });
    rmSync(into, { recursive: true, force: true });
    return report;
  });
}

function page(report: ImportReport, suite: string): string {
  const { tasks, environments, scenarios, categories, source, out } = report;
  const rows = Object.entries(categories).map(([name, count]) => [`  ${name}`, String(count)]);
  const checks = report.checks.map((check) => ({ ...check, places: check.environments }));
  const examples = `practicum run --suite ${suite} --limit 3 --agent-model MODEL --world-model MODEL --verifier-model MODEL`;
  return [
    `${pc.bold(`${tasks} tasks`)} in ${environments} environments of ${scenarios} professions, from ${source}`,
    '',
    pc.bold('Tasks by category'),
    columns(rows),
    '',
    ...(checks.length === 0 ? [] : [pc.bold('What is odd about the data'), ...checksTable(checks, 'envs'), '']),
    `The suite stands in ${out}; every finding is in its import.json.`,
    `Next: ${pc.bold(`practicum list ${suite}`)}`,
    `      ${pc.bold(examples)}`,
  ].join('\n');
}

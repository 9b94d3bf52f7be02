/** `practicum import awm`: applications with databases of Agent World Model, from a copy or fetched. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pc from 'picocolors';
import { UsageError } from '../core/errors.ts';
import { fetchAwm } from '../library/awm/fetch.ts';
import { type AwmImportOptions, type AwmImportReport, importAwm } from '../library/awm/import.ts';
import { columns } from './columns.ts';
import { checksTable } from './import-checks.ts';
import { type Environment, interruptible, type Place } from './import-place.ts';

export interface AwmImport {
  readonly source: string | null;
  readonly from: string | null;
  readonly force: boolean;
  readonly json: boolean;
  readonly mode: string | null;
  readonly fk: string | null;
  readonly build: boolean;
  readonly place: Place;
  readonly home: string;
  readonly env: Environment;
}

export async function runAwmImport(request: AwmImport): Promise<void> {
  const { source, json, place, home } = request;
  const options = optionsOf(request);
  const report = source === null ? await fetchedAndImported(request, options) : await importAwm(source, options);
  console.log(
    json ? JSON.stringify({ ...report, suite: place.suite }, null, 2) : page(report, { suite: place.suite, home }),
  );
}

function optionsOf({ place, force, mode, fk, build }: AwmImport): AwmImportOptions {
  if (mode !== null && mode !== 'faithful' && mode !== 'repaired') {
    throw new UsageError(`--mode ${mode} is not known. Say --mode repaired or --mode faithful.`);
  }
  if (fk !== null && fk !== 'on' && fk !== 'off')
    throw new UsageError(`--fk ${fk} is not known. Say --fk on or --fk off.`);
  return {
    out: place.folder,
    force,
    build,
    ...(mode === null ? {} : { mode }),
    ...(fk === null ? {} : { fk }),
    // The original builds its databases at the time when it is set up.
    ...(mode === 'faithful' ? { clock: new Date().toISOString() } : {}),
  };
}

/** The data is kept: a suite reads from it row by row. */
function fetchedAndImported({ from, home, env }: AwmImport, options: AwmImportOptions): Promise<AwmImportReport> {
  return interruptible(async (signal) => {
    const into = join(home, 'downloads', 'awm');
    const wait = async (milliseconds: number): Promise<void> => void (await setTimeout(milliseconds, null, { signal }));
    const onTry = (what: string): void => console.error(pc.dim(`fetching ${what}`));
    const { folder, origin } = await fetchAwm({ from, into, env, signal, wait, onTry });
    return importAwm(folder, { ...options, origin, isPublished: from === null });
  });
}

function page(report: AwmImportReport, { suite, home }: { readonly suite: string; readonly home: string }): string {
  const { tasks, scenarios, playable, scorable, verifiers, source, out, licence } = report;
  const checks = report.checks.map((check) => ({ ...check, places: check.scenarios }));
  const rows = [
    ['  can be played', String(playable), 'with an environment and a database'],
    ['  can be scored', String(scorable), 'with a verifier'],
    ['    by code', String(verifiers.code), 'without a model'],
    ['    by a judge', String(verifiers.sql), 'with --verifier-model; only where there is no code'],
  ];
  const next = [
    ...(existsSync(join(home, 'python')) ? [] : ['practicum setup python']),
    `practicum check ${suite}`,
    `practicum run --suite ${suite} --limit 3 --agent-model MODEL`,
  ];
  return [
    `${pc.bold(`${tasks} tasks`)} in ${scenarios} applications, from ${source}`,
    '',
    pc.bold('Tasks that'),
    columns(rows),
    '',
    `Databases: ${databasesOf(report)}, ${report.mode}, foreign keys ${report.fk}.`,
    ...(licence
      ? [`Licence of the data: ${licence.name}. Name its source where you pass it on: ${licence.attribution}.`]
      : []),
    '',
    ...(checks.length === 0 ? [] : [pc.bold('What is odd about the data'), ...checksTable(checks, 'apps'), '']),
    `The suite stands in ${out} and reads from the data where it is; every finding is in its import.json.`,
    ...next.map((command, i) => `${i === 0 ? 'Next: ' : '      '}${pc.bold(command)}`),
  ].join('\n');
}

function databasesOf({ shippedDatabases, isBuilt }: AwmImportReport): string {
  const rest = isBuilt ? 'built' : 'built when they are first played';
  return shippedDatabases === 0 ? rest : `${shippedDatabases} came with the data, the others ${rest}`;
}

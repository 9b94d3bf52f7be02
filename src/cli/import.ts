/** `practicum import`: makes a suite of a release that others have made, and says what was found and what to do next. */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { openCatalog } from '../catalog.ts';
import { UsageError, UserError } from '../core/errors.ts';
import { nearestName } from '../core/suggestion.ts';
import type { CheckSummary } from '../library/occubench/checks.ts';
import { fetchRelease } from '../library/occubench/fetch.ts';
import { assertReplaceable, type ImportReport, importOccubench } from '../library/occubench/import.ts';
import { columns } from './columns.ts';
import { EXIT } from './exit.ts';

export interface ImportRequest {
  readonly format: string | null;
  /** A copy on this machine; null to fetch one. */
  readonly source: string | null;
  /** A name on the user's shelf, or a path. */
  readonly out: string | null;
  readonly from: string | null;
  readonly force: boolean;
  readonly json: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function importSuite(request: ImportRequest, env: Environment): Promise<number> {
  const { source, from, force, json } = request;
  assertFormat(request);
  if (source !== null && from !== null) {
    throw new UsageError('Name a copy on this machine or an address with --from, not both.');
  }
  const catalog = openCatalog(env);
  const out = folderFor(request.out ?? 'occubench', {
    home: catalog.home,
    taken: catalog.suites().flatMap(({ name, origin }) => (origin === 'built-in' ? [name] : [])),
  });
  // Before anything is fetched.
  assertReplaceable(out, force);
  const report =
    source === null
      ? await fetchedAndImported({ out, force, from, home: catalog.home, env })
      : importOccubench(source, { out, force });
  const suite = join(catalog.home, 'suites', request.out ?? 'occubench') === out ? (request.out ?? 'occubench') : out;
  console.log(json ? JSON.stringify({ ...report, suite }, null, 2) : page(report, suite));
  return EXIT.done;
}

const FORMATS = ['occubench'];

function assertFormat({ format }: ImportRequest): void {
  if (format !== null && FORMATS.includes(format)) return;
  const usage = 'Write: practicum import occubench [DIR or FILE].';
  if (format === null) throw new UsageError(`What is to be imported? ${usage}`);
  if (existsSync(format)) throw new UsageError(`What is ${format}? Write: practicum import occubench ${format}.`);
  const nearest = nearestName(format, FORMATS);
  throw new UsageError(
    `There is no format "${format}".${nearest === null ? ` ${usage}` : ` Did you mean "${nearest}"?`}`,
  );
}

interface Shelf {
  readonly home: string;
  readonly taken: readonly string[];
}

function folderFor(nameOrPath: string, { home, taken }: Shelf): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(nameOrPath)) return resolve(nameOrPath);
  if (taken.includes(nameOrPath)) {
    throw new UsageError(`There is a built-in suite "${nameOrPath}". Choose another name with --out.`);
  }
  return resolve(home, 'suites', nameOrPath);
}

interface Fetching {
  readonly out: string;
  readonly force: boolean;
  readonly from: string | null;
  readonly home: string;
  readonly env: Environment;
}

async function fetchedAndImported({ out, force, from, home, env }: Fetching): Promise<ImportReport> {
  const into = join(home, 'downloads', 'occubench');
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort(new UserError('Interrupted. What has arrived is kept for the next try.'));
  process.once('SIGINT', onInterrupt);
  try {
    const onTry = (what: string): void => console.error(pc.dim(`trying ${what}`));
    const { folder, origin } = await fetchRelease({ from, into, env, signal: stop.signal, onTry });
    const report = importOccubench(folder, { out, force, origin });
    rmSync(into, { recursive: true, force: true });
    return report;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

function page(report: ImportReport, suite: string): string {
  const { tasks, environments, scenarios, categories, source, out, checks } = report;
  const rows = Object.entries(categories).map(([name, count]) => [`  ${name}`, String(count)]);
  const examples = `practicum run --suite ${suite} --limit 3 --agent-model MODEL --world-model MODEL --verifier-model MODEL`;
  return [
    `${pc.bold(`${tasks} tasks`)} in ${environments} environments of ${scenarios} professions, from ${source}`,
    '',
    pc.bold('Tasks by category'),
    columns(rows),
    '',
    ...(checks.length === 0 ? [] : [pc.bold('What is odd about the data'), ...checksPage(checks), '']),
    `The suite stands in ${out}; every finding is in its import.json.`,
    `Next: ${pc.bold(`practicum list ${suite}`)}`,
    `      ${pc.bold(examples)}`,
  ].join('\n');
}

const SHOWN = 4;

function checksPage(checks: readonly CheckSummary[]): readonly string[] {
  const rows = checks.map(({ check, meaning, findings, environments }) => [
    `  ${check}`,
    String(findings),
    environments.length === 0 ? '–' : String(environments.length),
    meaning,
  ]);
  const head = ['  check', 'found', 'envs', 'meaning, and where'].map((word) => pc.dim(word));
  const [first = '', ...lines] = columns([head, ...rows]).split('\n');
  return [first, ...lines.flatMap((line, i) => [line, ...whereLine(checks[i], line.indexOf(rows[i]?.[3] ?? ''))])];
}

/** The first few environments below the meaning; or, where none is concerned, an example. */
function whereLine(summary: CheckSummary | undefined, indent: number): readonly string[] {
  if (summary === undefined) return [];
  const { environments, example } = summary;
  const shown = environments.slice(0, SHOWN).join(', ');
  const more = environments.length > SHOWN ? ` and ${environments.length - SHOWN} more` : '';
  const text = environments.length === 0 ? `such as ${example}` : `${shown}${more}`;
  return [`${' '.repeat(indent)}${pc.dim(text)}`];
}

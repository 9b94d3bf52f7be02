/**
 * Makes a suite of a copy of AWM's data. The data stays where it is: the suite holds an index of it, what came compressed, and a
 * report of what was found. Databases are built when they are first played, or all at once when asked for.
 */
import { createReadStream, createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../core/errors.ts';
import { assertOutside, assertReplaceable, draftFor, moveInto, unwritable } from '../suite-folder.ts';
import { type AwmCheckSummary, type AwmFinding, summarise } from './checks.ts';
import { type AwmIndex, INDEX, type IndexedScenario, type IndexHead, indexText } from './index-file.ts';
import { scanSource } from './scan.ts';
import { isPlayable } from './scenario.ts';
import { type AwmFile, type AwmSource, findSource } from './source.ts';
import { readAwmSuite, verifierPlace } from './suite.ts';
import type { AwmHead } from './suite-head.ts';

/** For data of which nothing says when it was made. The published set was made in the weeks before. */
const FALLBACK_CLOCK = '2026-01-15T12:00:00.000Z';

export interface AwmImportOptions {
  /** The folder of the suite; its name is the suite's. */
  readonly out: string;
  readonly force?: boolean;
  readonly mode?: AwmHead['mode'];
  readonly fk?: AwmHead['fk'];
  /** What time it is, ISO 8601: in `faithful` mode for all, else for what does not say. */
  readonly clock?: string;
  /** What to call the source, where it is not the path that is read. */
  readonly origin?: string;
  /** Whether this is the data set as it is published, which has its licence. */
  readonly isPublished?: boolean;
  /** Whether every database is built at once, so that all losses are known. */
  readonly build?: boolean;
}

export interface AwmImportReport {
  readonly source: string;
  readonly out: string;
  readonly mode: AwmHead['mode'];
  readonly fk: AwmHead['fk'];
  readonly scenarios: number;
  readonly tasks: number;
  /** Tasks with an environment and a database; of those, tasks with a verifier, by the kind of verifier that they have. */
  readonly playable: number;
  readonly scorable: number;
  readonly verifiers: { readonly code: number; readonly sql: number };
  readonly shippedDatabases: number;
  /** Whether all databases are built by now. */
  readonly isBuilt: boolean;
  readonly files: IndexHead['files'];
  readonly licence: AwmHead['licence'];
  readonly checks: readonly AwmCheckSummary[];
  readonly findings: readonly AwmFinding[];
}

export async function importAwm(given: string, options: AwmImportOptions): Promise<AwmImportReport> {
  const out = resolve(options.out);
  assertReplaceable(out, options.force ?? false);
  assertOutside(given, out);
  const source = findSource(given);
  const draft = draftOf(out);
  try {
    const unpacked = await unpack(source, draft);
    const { index, findings } = scanSource(source, unpacked);
    assertWorth(index, source);
    const head = headOf(index, source, options);
    writeFileSync(join(draft, INDEX), indexText(index));
    // What makes a folder a suite; the draft becomes one only by being moved.
    writeFileSync(join(draft, 'suite.json'), pretty(head));
    const all = options.build === true ? [...findings, ...buildAll(draft)] : findings;
    const report = reportOf({
      index,
      findings: all,
      head,
      out,
      origin: options.origin ?? resolve(given),
      isBuilt: options.build ?? false,
    });
    writeFileSync(join(draft, 'import.json'), pretty(report));
    moveInto(draft, out);
    return report;
  } catch (cause) {
    throw unwritable(out, cause);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function draftOf(out: string): string {
  try {
    return draftFor(out);
  } catch (cause) {
    throw unwritable(out, cause);
  }
}

/** What is compressed cannot be read at a place within: it is unpacked into the suite. */
async function unpack(source: AwmSource, draft: string): Promise<ReadonlyMap<AwmFile, string>> {
  const unpacked = new Map<AwmFile, string>();
  for (const [name, path] of source.files) {
    if (!path.endsWith('.gz')) continue;
    const plain = join(draft, basename(path, '.gz'));
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain)).catch((cause: unknown) => {
      throw new UserError(`${path} cannot be unpacked: ${cause instanceof Error ? cause.message : cause}.`, { cause });
    });
    unpacked.set(name, plain);
  }
  return unpacked;
}

function assertWorth({ scenarios }: AwmIndex, { folder, files }: AwmSource): void {
  if ([...scenarios.values()].some(isPlayable)) return;
  throw new UserError(
    `${folder} holds no task that can be played: that takes gen_tasks, gen_envs, and gen_db or databases. It has ${[...files.keys()].join(', ')}.`,
  );
}

function headOf({ scenarios }: AwmIndex, { folder }: AwmSource, options: AwmImportOptions): AwmHead {
  const playable = [...scenarios.values()].filter(isPlayable);
  const tasks = playable.reduce((sum, one) => sum + one.tasks, 0);
  return {
    kind: 'awm',
    title: 'Agent World Model',
    description: `${tasks} tasks in ${playable.length} applications with databases, imported from Agent World Model.`,
    source: folder,
    mode: options.mode ?? 'repaired',
    fk: options.fk ?? 'on',
    clock: options.clock ?? FALLBACK_CLOCK,
    licence: options.isPublished === true || scenarios.size >= PUBLISHED_SIZE ? PUBLISHED_LICENCE : null,
  };
}

/** A copy of so many scenarios is one of the published set. */
const PUBLISHED_SIZE = 1000;
const PUBLISHED_LICENCE = {
  name: 'CC-BY-4.0',
  attribution: 'AgentWorldModel-1K by Snowflake, https://huggingface.co/datasets/Snowflake/AgentWorldModel-1K',
};

/** Each scenario's database, and what was mended or lost on the way. */
function buildAll(folder: string): readonly AwmFinding[] {
  const suite = readAwmSuite(folder);
  const firsts = [...Map.groupBy(suite.tasks, ({ world }) => world).values()].flatMap(([task]) => task ?? []);
  return firsts.flatMap((task) => {
    const { repairs, losses } = suite.scenario(task).buildReport();
    const where = ({ part, table, at }: (typeof losses)[number] | (typeof repairs)[number]): string =>
      `${part} ${at} of ${table}`;
    return [
      ...losses.map(
        (loss) => ({ check: 'seed-lost', scenario: task.world, detail: `${where(loss)}: ${loss.problem}` }) as const,
      ),
      ...repairs.map(
        (one) => ({ check: 'seed-repaired', scenario: task.world, detail: `${where(one)}: ${one.repair}` }) as const,
      ),
    ];
  });
}

interface Found {
  readonly index: AwmIndex;
  readonly findings: readonly AwmFinding[];
  readonly head: AwmHead;
  readonly out: string;
  readonly origin: string;
  readonly isBuilt: boolean;
}

function reportOf({ index: { head: files, scenarios }, findings, head, out, origin, isBuilt }: Found): AwmImportReport {
  const all = [...scenarios.values()];
  const playable = all.filter(isPlayable);
  const count = (mode?: 'code' | 'sql'): number => playable.reduce((sum, one) => sum + tasksWith(one, mode), 0);
  const sum = (list: readonly IndexedScenario[]): number => list.reduce((total, one) => total + one.tasks, 0);
  return {
    source: origin,
    out,
    mode: head.mode,
    fk: head.fk,
    scenarios: all.length,
    tasks: sum(all),
    playable: sum(playable),
    scorable: count(),
    verifiers: { code: count('code'), sql: count('sql') },
    shippedDatabases: all.filter(({ shipped }) => shipped !== null).length,
    isBuilt,
    files: files.files,
    licence: head.licence,
    checks: summarise(findings),
    findings,
  };
}

function tasksWith(scenario: IndexedScenario, mode?: 'code' | 'sql'): number {
  return Array.from({ length: scenario.tasks }, (_, i) => verifierPlace(scenario, i, mode)).filter((at) => at !== null)
    .length;
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * One scenario of an AWM suite, ready to be played: its environment's source, its database before anybody has acted, and its clock.
 * Rows are read and databases built when they are first asked for; databases are kept in the suite's folder. Runs nothing.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { type BuildReport, type BuiltDatabase, buildDatabase, buildReportSchema, shippedDatabase } from './database.ts';
import { type IndexedScenario, type RowReader, shortHash } from './index-file.ts';
import type { AwmHead } from './suite-head.ts';

export interface AwmScenario {
  readonly name: string;
  readonly title: string;
  /** The same key stands for the same source, image, clock and mode. */
  readonly key: string;
  readonly mode: AwmHead['mode'];
  /** ISO 8601. */
  readonly clock: string;
  /** The environment's Python. */
  readonly source: string;
  image(): Uint8Array;
  buildReport(): BuildReport;
}

export interface ScenarioPlace {
  readonly head: AwmHead;
  readonly rows: RowReader;
  /** The suite's folder. */
  readonly folder: string;
}

/** To be raised whenever the same data comes out as another database. */
const BUILDER = 1;

/** Whether there is an environment and something to build its database from. */
export function isPlayable({ rows, shipped }: IndexedScenario): boolean {
  return rows.gen_envs !== undefined && (rows.gen_db !== undefined || shipped !== null);
}

export function clockOf({ epoch }: IndexedScenario, { mode, clock }: AwmHead): string {
  return mode === 'repaired' && epoch !== null ? epoch : new Date(clock).toISOString();
}

/** In `repaired` mode a shipped database is preferred: verifiers were written by looking at it. The original builds afresh. */
function isShipped({ rows, shipped }: IndexedScenario, { mode }: AwmHead): boolean {
  return shipped !== null && (mode === 'repaired' || rows.gen_db === undefined);
}

/** Names a database by everything that it depends on. */
export function imageKey(scenario: IndexedScenario, head: AwmHead): string {
  const { rows, shipped } = scenario;
  if (isShipped(scenario, head)) return shortHash(JSON.stringify(['shipped', shipped?.[2]]));
  const seeds = [rows.gen_db?.[2], rows.gen_sample?.[2] ?? null];
  return shortHash(JSON.stringify([BUILDER, seeds, head.mode, head.fk, clockOf(scenario, head)]));
}

export function openScenario(scenario: IndexedScenario, place: ScenarioPlace): AwmScenario {
  const { name, title } = scenario;
  const { head, rows } = place;
  const clock = clockOf(scenario, head);
  const image = imageKey(scenario, head);
  let built: BuiltDatabase | undefined;
  const database = (): BuiltDatabase => {
    built ??= isShipped(scenario, head)
      ? shipped(scenario, head)
      : kept(place.folder, `${name}-${image}`, () => fromSeeds(scenario, place));
    return built;
  };
  return {
    name,
    title,
    key: shortHash(JSON.stringify([name, scenario.rows.gen_envs?.[2], image, clock, head.mode])),
    mode: head.mode,
    clock,
    get source() {
      const at = scenario.rows.gen_envs;
      if (at === undefined) throw new UserError(`The scenario ${name} has no environment.`);
      return rows.read('gen_envs', at).full_code;
    },
    image: () => database().image,
    buildReport: () => database().report,
  };
}

function shipped({ name, shipped: file }: IndexedScenario, { source }: AwmHead): BuiltDatabase {
  if (file === null) throw new UserError(`The scenario ${name} came without a database.`);
  const path = join(source, 'databases', file[0]);
  const bytes = existsSync(path) ? readFileSync(path) : null;
  if (bytes === null || shortHash(bytes) !== file[2]) {
    throw new UserError(
      `${path} is gone or has changed since it was imported. Import it again: practicum import awm DIR --force.`,
    );
  }
  return shippedDatabase(bytes);
}

function fromSeeds(scenario: IndexedScenario, { head, rows }: ScenarioPlace): BuiltDatabase {
  const { gen_db: db, gen_sample: sample } = scenario.rows;
  if (db === undefined) throw new UserError(`The scenario ${scenario.name} has no database.`);
  return buildDatabase(rows.read('gen_db', db), sample === undefined ? null : rows.read('gen_sample', sample), {
    mode: head.mode,
    fk: head.fk,
    now: clockOf(scenario, head),
  });
}

/** From the suite's folder, where it was built before. */
function kept(folder: string, name: string, build: () => BuiltDatabase): BuiltDatabase {
  const [image, report] = [join(folder, 'images', `${name}.db`), join(folder, 'images', `${name}.json`)];
  if (existsSync(image) && existsSync(report)) {
    const read = buildReportSchema.safeParse(parseJson(readFileSync(report, 'utf8')));
    if (read.success) return { image: readFileSync(image), report: read.data };
  }
  const built = build();
  keep(report, JSON.stringify(built.report));
  keep(image, built.image);
  return built;
}

/** Whole or not at all: others may be building the same. A folder that cannot be written to only costs time. */
function keep(file: string, content: string | Uint8Array): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, content);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Built again next time.
  }
}

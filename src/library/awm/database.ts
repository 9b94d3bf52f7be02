/**
 * A scenario's database before anybody has acted, from its schema and its seeds. `faithful` does what the original does, losses
 * included; `repaired` mends what cannot be read and puts rows that came too early after those that they need. Both say in a report
 * what became of every statement. The time is given. It knows neither files nor environments.
 */
import { z } from 'zod';
import { type Builder, openBuilder } from '../../engines/sqlite-builder.ts';
import { openImage } from '../../engines/sqlite-image.ts';
import type { DbRecord, SampleRecord } from './records.ts';
import { isUnreadable, repairsOf } from './sql-repair.ts';

export interface Build {
  readonly mode: 'faithful' | 'repaired';
  /** Whether foreign keys are checked while seeds go in. `off` also goes on with a table's indexes after a failure. */
  readonly fk: 'on' | 'off';
  /** What time it is for seeds that say `now`, ISO 8601. */
  readonly now: string;
}

const statementSchema = z.object({
  part: z.enum(['table', 'index', 'example', 'seed']),
  table: z.string(),
  /** Its place among those of its table and part, from 0. */
  at: z.int(),
  sql: z.string(),
});
type Statement = z.infer<typeof statementSchema>;

/** What became of every statement; a schema, since it is kept beside the database. */
export const buildReportSchema = z.object({
  from: z.enum(['seeds', 'shipped']),
  tables: z.int(),
  rows: z.int(),
  /** Seeds that there are. */
  seeds: z.int(),
  repairs: z.array(statementSchema.extend({ repair: z.string() })),
  losses: z.array(statementSchema.extend({ problem: z.string() })),
});
export type BuildReport = z.infer<typeof buildReportSchema>;

export interface BuiltDatabase {
  readonly image: Uint8Array;
  readonly report: BuildReport;
}

export function buildDatabase(db: DbRecord, sample: SampleRecord | null, build: Build): BuiltDatabase {
  const builder = openBuilder({ now: build.now, seed: db.scenario });
  const books = openBooks();
  try {
    makeTables(builder, db, { build, books });
    const seeds = seedsOf(sample);
    const problem = putSeeds(builder, seeds, { build, books });
    if (problem !== null && build.mode === 'repaired') return withoutKeys({ db, sample, build, problem });
    if (problem !== null) for (const seed of seeds) books.lost(seed, problem);
    const image = builder.bytes();
    return { image, report: { from: 'seeds', ...countsOf(image), seeds: seeds.length, ...books.closed() } };
  } finally {
    builder.close();
  }
}

export function shippedDatabase(image: Uint8Array): BuiltDatabase {
  return { image, report: { from: 'shipped', ...countsOf(image), seeds: 0, repairs: [], losses: [] } };
}

interface Books {
  repaired(statement: Statement, repair: string): void;
  lost(statement: Statement, problem: string): void;
  closed(): Pick<BuildReport, 'repairs' | 'losses'>;
}

const SHOWN = 300;

function openBooks(): Books {
  const repairs: BuildReport['repairs'][number][] = [];
  const losses: BuildReport['losses'][number][] = [];
  const short = (statement: Statement): Statement => ({ ...statement, sql: statement.sql.slice(0, SHOWN) });
  return {
    repaired: (statement, repair) => void repairs.push({ ...short(statement), repair }),
    lost: (statement, problem) => void losses.push({ ...short(statement), problem }),
    closed: () => ({ repairs, losses }),
  };
}

interface Work {
  readonly build: Build;
  readonly books: Books;
}

/** In the original, the first failure gives up the rest of its table: indexes and examples. */
function makeTables(builder: Builder, { db_schema: { tables } }: DbRecord, work: Work): void {
  const isStrict = work.build.mode === 'faithful' && work.build.fk === 'on';
  for (const { name: table, ddl, indexes, examples } of tables) {
    const statements: readonly Statement[] = [
      { part: 'table', table, at: 0, sql: ddl },
      ...indexes.map((sql, at) => ({ part: 'index', table, at, sql }) as const),
      ...examples.map((sql, at) => ({ part: 'example', table, at, sql }) as const),
    ];
    let first: string | null = null;
    for (const statement of statements) {
      if (first !== null && isStrict) {
        work.books.lost(statement, `given up after: ${first}`);
        continue;
      }
      const problem = attempt(builder, statement, work);
      if (problem !== null) work.books.lost(statement, problem);
      first ??= problem;
    }
  }
}

function seedsOf(sample: SampleRecord | null): readonly Statement[] {
  return (sample?.sample_data.tables ?? []).flatMap(({ table_name: table, insert_statements: statements }) =>
    statements.map((sql, at) => ({ part: 'seed', table, at, sql }) as const),
  );
}

/** Null, or why all of them were lost at the end. */
function putSeeds(builder: Builder, seeds: readonly Statement[], work: Work): string | null {
  const { mode, fk } = work.build;
  builder.foreignKeys(fk === 'on');
  let waiting: (readonly [Statement, string])[] = [];
  for (const seed of seeds) {
    builder.begin();
    const problem = attempt(builder, seed, work);
    if (problem !== null) waiting.push([seed, problem]);
  }
  for (let isMoving = mode === 'repaired'; isMoving; ) {
    const still = waiting.filter(
      ([seed, problem]) => !problem.includes('FOREIGN KEY') || builder.attempt(seed.sql) !== null,
    );
    isMoving = still.length < waiting.length;
    for (const one of waiting) if (!still.includes(one)) work.books.repaired(one[0], 'put-later');
    waiting = still;
  }
  for (const [seed, problem] of waiting) work.books.lost(seed, problem);
  const problem = builder.commit();
  builder.foreignKeys(false);
  return problem;
}

/** Null where it went well, if need be after a repair. */
function attempt(builder: Builder, statement: Statement, { build, books }: Work): string | null {
  const problem = builder.attempt(statement.sql);
  if (problem === null || build.mode === 'faithful' || !isUnreadable(problem)) return problem;
  for (const { repair, statements } of repairsOf(statement.sql)) {
    if (!attemptAll(builder, statements)) continue;
    books.repaired(statement, repair);
    return null;
  }
  return problem;
}

function attemptAll(builder: Builder, statements: readonly string[]): boolean {
  builder.attempt('SAVEPOINT repair');
  const isDone = statements.every((sql) => builder.attempt(sql) === null);
  if (!isDone) builder.attempt('ROLLBACK TO repair');
  builder.attempt('RELEASE repair');
  return isDone;
}

interface Again {
  readonly db: DbRecord;
  readonly sample: SampleRecord | null;
  readonly build: Build;
  readonly problem: string;
}

/** Keys that are checked at the very end can lose every seed for the sake of one. */
function withoutKeys({ db, sample, build, problem }: Again): BuiltDatabase {
  const { image, report } = buildDatabase(db, sample, { ...build, fk: 'off' });
  const all: Statement = { part: 'seed', table: '*', at: 0, sql: '' };
  return {
    image,
    report: { ...report, repairs: [...report.repairs, { ...all, repair: `foreign-keys-off (${problem})` }] },
  };
}

function countsOf(bytes: Uint8Array): Pick<BuildReport, 'tables' | 'rows'> {
  const image = openImage(bytes);
  try {
    const rows = Object.values(image.state()).reduce((sum, all) => sum + all.length, 0);
    return { tables: image.tables.length, rows };
  } finally {
    image.close();
  }
}

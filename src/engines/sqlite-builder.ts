/**
 * A fresh database for SQL that others wrote. The SQL reaches nothing but that database: no other files, no settings, no endless
 * recursion; and what it takes for the time and for chance is given. A statement that fails says why and leaves the rest as it is.
 */
import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type Random, stream } from '../core/random.ts';
import { isSingle } from './sql-statements.ts';

export interface Builder {
  /** Runs one statement. Null where it went well, else what SQLite said. */
  attempt(sql: string): string | null;
  foreignKeys(isOn: boolean): void;
  begin(): void;
  /** Null where it went well; else all since `begin` is lost. */
  commit(): string | null;
  bytes(): Uint8Array;
  close(): void;
}

export interface BuilderOptions {
  /** What time it is for SQL, ISO 8601. */
  readonly now: string;
  /** What `random()` draws from. */
  readonly seed: string;
}

/** Larger than any honest row, and small enough for several to stand in memory. */
const LONGEST_VALUE = 16 << 20;

export function openBuilder({ now, seed }: BuilderOptions): Builder {
  const binding = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  binding.limits.length = LONGEST_VALUE;
  const clock = setClock(binding, now);
  setChance(binding, stream(seed, 'sql'));
  let isOwn = false;
  const own = <T>(work: () => T): T => {
    isOwn = true;
    try {
      return work();
    } finally {
      isOwn = false;
    }
  };
  const run = (sql: string): void => own(() => binding.exec(sql));
  binding.setAuthorizer((action) => (isOwn || !FORBIDDEN.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY));
  return {
    attempt: (sql) => saidOf(() => runOne(binding, sql)),
    foreignKeys: (isOn) => run(`PRAGMA foreign_keys = ${isOn ? 'ON' : 'OFF'}`),
    begin: () => {
      if (!binding.isTransaction) run('BEGIN');
    },
    commit: () => {
      if (!binding.isTransaction) return null;
      const problem = saidOf(() => run('COMMIT'));
      if (problem !== null) run('ROLLBACK');
      return problem;
    },
    bytes: () => own(() => binding.serialize()),
    close: () => {
      clock.close();
      binding.close();
    },
  };
}

const FORBIDDEN: ReadonlySet<number> = new Set([
  constants.SQLITE_ATTACH,
  constants.SQLITE_DETACH,
  constants.SQLITE_PRAGMA,
  constants.SQLITE_RECURSIVE,
]);

/** The binding would run the first of several statements and forget the rest; Python refuses them, and so do we. */
function runOne(binding: DatabaseSync, sql: string): void {
  if (!isSingle(sql)) throw new Error('there are several statements where one is expected');
  binding.exec(sql);
}

function saidOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Which argument of each function is the moment that it speaks of. */
const MOMENT: Readonly<Record<string, number>> = {
  date: 0,
  time: 0,
  datetime: 0,
  julianday: 0,
  unixepoch: 0,
  strftime: 1,
};

/** SQLite's own functions, asked in a second database, with the moment `now` replaced. Gives that database. */
function setClock(binding: DatabaseSync, now: string): DatabaseSync {
  const plain = new DatabaseSync(':memory:');
  // Deterministic, as the originals are: they stand in checks and indexes too.
  const options = { varargs: true, deterministic: true, useBigIntArguments: true };
  const ask = (name: string, given: readonly SQLOutputValue[]): SQLOutputValue => {
    const statement = plain.prepare(`SELECT ${name}(${given.map(() => '?').join(', ')}) AS value`);
    statement.setReadBigInts(true);
    return statement.get(...given)?.value ?? null;
  };
  for (const [name, at] of Object.entries(MOMENT)) {
    binding.function(name, options, (...given) =>
      ask(name, given.length === at ? [...given, now] : given.map((one) => (isNow(one) ? now : one))),
    );
  }
  binding.function('timediff', options, (...given) =>
    ask(
      'timediff',
      given.map((one) => (isNow(one) ? now : one)),
    ),
  );
  for (const word of ['timestamp', 'date', 'time']) {
    const name = word === 'timestamp' ? 'datetime' : word;
    binding.function(`current_${word}`, { deterministic: true }, () => ask(name, [now]));
  }
  return plain;
}

const isNow = (value: SQLOutputValue): boolean => typeof value === 'string' && value.trim().toLowerCase() === 'now';

function setChance(binding: DatabaseSync, random: Random): void {
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.int(0, 255));
  binding.function('random', () => Buffer.from(bytes(8)).readBigInt64LE());
  binding.function('randomblob', (length) => bytes(Math.min(Math.max(1, Number(length) || 1), LONGEST_VALUE)));
}

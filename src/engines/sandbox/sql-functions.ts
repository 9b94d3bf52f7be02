/**
 * SQLite's functions of time and chance, replaced by those of the sandbox: `datetime('now')` is the task's clock, `random()` is
 * seeded, so that the same calls give the same bytes on every machine.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/** Name → where its arguments hold a time; a call without them means now. */
const TIMES: Readonly<Record<string, readonly number[]>> = {
  date: [0],
  time: [0],
  datetime: [0],
  julianday: [0],
  unixepoch: [0],
  strftime: [1],
  timediff: [0, 1],
};

/** Without arguments and without brackets. */
const CURRENT: Readonly<Record<string, string>> = {
  current_timestamp: 'datetime',
  current_date: 'date',
  current_time: 'time',
};

export interface SqlFunctions {
  readonly clock: string;
  readonly random: () => number;
  /** The longest blob that may be drawn. */
  readonly length: number;
}

let original: DatabaseSync | undefined;
const statements = new Map<string, StatementSync>();

/** SQLite's own function, asked in a database that no guest sees. */
function ask(name: string, values: readonly SQLInputValue[]): SQLInputValue {
  const sql = `SELECT ${name}(${values.map(() => '?').join(', ')}) AS value`;
  original ??= new DatabaseSync(':memory:');
  const statement = statements.get(sql) ?? original.prepare(sql);
  statements.set(sql, statement);
  return statement.get(...values)?.value ?? null;
}

export function lendFunctions(binding: DatabaseSync, { clock, random, length }: SqlFunctions): void {
  const options = { varargs: true, deterministic: true } as const;
  for (const [name, places] of Object.entries(TIMES)) {
    binding.function(name, options, (...given: readonly SQLOutputValue[]) => ask(name, inTime(given, places, clock)));
  }
  for (const [name, of] of Object.entries(CURRENT)) binding.function(name, options, () => ask(of, [clock]));
  binding.function('random', () => Math.trunc((random() * 2 - 1) * Number.MAX_SAFE_INTEGER));
  binding.function('randomblob', (size) => {
    const count = Math.max(1, Math.trunc(Number(size)));
    if (!(count <= length)) throw new RangeError('string or blob too big');
    return Uint8Array.from({ length: count }, () => Math.trunc(random() * 256));
  });
}

/** The arguments with the clock in place of `now`, or of nothing. */
function inTime(given: readonly SQLOutputValue[], places: readonly number[], clock: string): SQLInputValue[] {
  const values: SQLInputValue[] = [...given];
  for (const place of places) {
    const isMissing = place === values.length;
    const value = values[place];
    if (isMissing || (typeof value === 'string' && value.trim().toLowerCase() === 'now')) values[place] = clock;
  }
  return values;
}

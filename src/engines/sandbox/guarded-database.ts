/**
 * A database in a keeper, behind a guard: one statement at a time, no way out of it, nothing of its shape can be altered, and
 * what a query gives back is bounded. A call's writes are kept or undone together. It knows the binding, not the engine.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Change } from '../../core/state.ts';
import { readChangeset } from '../changeset.ts';
import type { Table } from '../sqlite.ts';
import type { Meter } from './ending.ts';
import { applied } from './image-changes.ts';
import type { SandboxLimits } from './sandbox.ts';
import { lendFunctions } from './sql-functions.ts';
import { authorizer } from './sql-guard.ts';

export type Way = 'all' | 'get' | 'run';

export interface GuardedDatabase {
  /** JSON text of the rows, or of how many rows changed. Throws what SQLite says. */
  ask(way: Way, sql: string, parameters: readonly SQLInputValue[]): string;
  begin(readOnly: boolean): void;
  /** Keeps what the call wrote, or undoes it. */
  end(keep: boolean): void;
  changes(): readonly Change[];
  image(): Uint8Array;
  close(): void;
}

export interface GuardedSpec {
  readonly image: Uint8Array;
  readonly tables: readonly Table[];
  readonly access: 'read' | 'write';
  readonly changes: readonly Change[];
  readonly clock: string;
  readonly random: () => number;
  readonly limits: SandboxLimits;
  readonly meter: Meter;
}

/** Far more than a program of a page writes; one that invents statements without end loses the oldest. */
const MOST_PREPARED = 200;

/** SQLite's own ceilings, for whoever may write SQL here. */
export function sqlLimits({ outputChars }: SandboxLimits) {
  return {
    length: outputChars,
    sqlLength: 100_000,
    column: 200,
    exprDepth: 200,
    compoundSelect: 100,
    functionArg: 100,
    attach: 0,
    likePatternLength: 1000,
    variableNumber: 1000,
    triggerDepth: 1,
  } as const;
}

interface Prepared {
  readonly statement: StatementSync;
  readonly writes: boolean;
}

export function guardedDatabase(spec: GuardedSpec): GuardedDatabase {
  const { limits, meter, tables, access } = spec;
  const binding = new DatabaseSync(':memory:', { limits: sqlLimits(limits) });
  binding.deserialize(spec.image);
  applied(binding, spec.changes, tables);
  binding.exec(`PRAGMA temp_store = MEMORY; PRAGMA query_only = ${access === 'read' ? 'ON' : 'OFF'}`);
  limitPages(binding, limits.databaseBytes);
  lendFunctions(binding, { clock: spec.clock, random: spec.random, length: limits.outputChars });
  const session = access === 'write' ? binding.createSession() : null;
  const guard = authorizer(access);
  binding.setAuthorizer(guard.check);
  const prepare = preparer(binding, guard);
  let isReadOnly = true;
  let isInTransaction = false;

  const trusted = (sql: string): void => guard.lifted(() => binding.exec(sql));
  return {
    ask: (way, sql, parameters) => {
      meter.statement();
      const { statement, writes } = bounded(meter, () => prepare(sql));
      if (writes && isReadOnly) throw new Error('this call may only read');
      if (writes && !isInTransaction) {
        trusted('SAVEPOINT call');
        isInTransaction = true;
      }
      try {
        return bounded(meter, () => answer({ statement, parameters, limits, meter }, way));
      } finally {
        // `OR ROLLBACK`, or a limit: what the call wrote before is gone, and what it goes on to write could not be undone.
        if (isInTransaction && !binding.isTransaction) {
          isInTransaction = false;
          meter.mark('sql-limit', 'a statement undid what the call had written before');
        }
      }
    },
    begin: (readOnly) => {
      isReadOnly = readOnly || access === 'read';
    },
    end: (keep) => {
      if (isInTransaction) trusted(keep ? 'RELEASE call' : 'ROLLBACK TO call; RELEASE call');
      isInTransaction = false;
    },
    changes: () =>
      session === null
        ? []
        : guard.lifted(() =>
            readChangeset(session.changeset(), {
              tables,
              get: (sql, ...values) => {
                const row = binding.prepare(sql).get(...values.map(bindable));
                return row && plainRow(row);
              },
            }),
          ),
    image: () => guard.lifted(() => binding.serialize()),
    close: () => {
      if (binding.isOpen) binding.close();
    },
  };
}

export function limitPages(binding: DatabaseSync, bytes: number): void {
  const size = Number(binding.prepare('PRAGMA page_size').get()?.page_size);
  binding.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(bytes / size))}`);
}

/** The authorizer is asked when a statement is prepared, so that is when we learn whether it writes. */
function preparer(binding: DatabaseSync, guard: ReturnType<typeof authorizer>): (sql: string) => Prepared {
  const known = new Map<string, Prepared>();
  return (sql) => {
    const before = known.get(sql);
    if (before) return before;
    guard.forget();
    const statement = binding.prepare(sql);
    if (sql.slice(statement.sourceSQL.length).trim() !== '') throw new Error('give one statement at a time');
    const fresh = { statement, writes: guard.hasWritten() };
    for (const oldest of known.size >= MOST_PREPARED ? known.keys().take(1) : []) known.delete(oldest);
    known.set(sql, fresh);
    return fresh;
  };
}

const FULL = 13;
const TOO_BIG = 18;
const NO_MEMORY = 7;

/** A limit of SQLite that was met ends the program; any other error of SQLite's is the program's to see. */
function bounded<T>(meter: Meter, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
    if (code === FULL || code === TOO_BIG || code === NO_MEMORY)
      meter.end('sql-limit', `a statement met a limit: ${error instanceof Error ? error.message : ''}`);
    throw error;
  }
}

interface Question {
  readonly statement: StatementSync;
  readonly parameters: readonly SQLInputValue[];
  readonly limits: SandboxLimits;
  readonly meter: Meter;
}

function answer({ statement, parameters, limits, meter }: Question, way: Way): string {
  const values = parameters.map(bindable);
  if (way === 'run') return String(statement.run(...values).changes);
  const rows: string[] = [];
  let chars = 0;
  for (const row of statement.iterate(...values)) {
    const told = JSON.stringify(plainRow(row));
    chars += told.length;
    if (chars > limits.outputChars) meter.end('sql-limit', `a query gave more than ${limits.outputChars} characters`);
    if (rows.push(told) > limits.rows) meter.end('sql-limit', `a query gave more than ${limits.rows} rows`);
    if (way === 'get') break;
  }
  return way === 'all' ? `[${rows.join(',')}]` : (rows[0] ?? '');
}

/** By entries, since a column may be called anything, also `__proto__`. */
export function plainRow(row: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)]));
}

/** As the trusted worlds give them: bytes as hexadecimal text, and nothing that JSON cannot hold. */
function plain(value: unknown): Json {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  throw new TypeError(`a column holds a ${typeof value} that JSON cannot`);
}

export function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a statement takes text, numbers, true, false and null');
}

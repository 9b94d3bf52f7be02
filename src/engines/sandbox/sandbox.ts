/**
 * What the house asks of the sandbox: run a program that nobody trusts over private databases, end it where it runs away, and
 * leave everybody else untouched. Types, limits and the one error; `pool.ts` opens it. It knows neither worlds nor judges.
 */
import type { Json } from '../../core/json.ts';
import type { Change, State } from '../../core/state.ts';

export interface SandboxPool {
  /** A live program with its databases. Rejects with `SandboxEnded` where the source itself runs away or cannot be read. */
  open(spec: SandboxSpec): Promise<Sandbox>;
  /** A database from an SQL script that nobody trusts either. The same script is built once. */
  build(schema: string): Promise<BuiltDatabase>;
  /** For tests and benchmarks. */
  stats(): SandboxStats;
  /** Ends every keeper. May be called more than once; sandboxes still open are ended. */
  close(): Promise<void>;
}

export interface SandboxSpec {
  /** JavaScript, executed once as a script. Functions that it leaves in the global scope can be called. */
  readonly source: string;
  /** By the name under which the program finds them in `databases`. */
  readonly databases: { readonly [name: string]: SandboxDatabase };
  /** The only time that the program and its SQL can read, ISO 8601. */
  readonly clock: string;
  readonly seed: string;
}

export interface SandboxDatabase {
  /** SQLite's own bytes. Never changed after they were handed over. */
  readonly image: Uint8Array;
  readonly access: 'read' | 'write';
  /** What is to be different from the image. */
  readonly changes?: readonly Change[];
}

/** A program in its sandbox. Calls are answered in the order in which they were made. */
export interface Sandbox {
  /** What the program throws is an answer, and undoes what the call wrote. Rejects with `SandboxEnded` for a runaway. */
  call(name: string, args: Json, options: CallOptions): Promise<SandboxAnswer>;
  /** What has become different in a database that may be written, since the program began. */
  changes(database: string): Promise<readonly Change[]>;
  image(database: string): Promise<Uint8Array>;
  /** May be called more than once. */
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Refuses whatever would write, for this call. */
  readonly readOnly?: boolean;
}

export type SandboxAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: GuestError };

/** What the program threw. All of it is the program's own words. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

export interface BuiltDatabase {
  readonly image: Uint8Array;
  /** Every table with its rows, in the order of their keys. */
  readonly state: State;
}

export interface SandboxStats {
  readonly sandboxes: number;
  /** Process ids of the keepers that are alive. */
  readonly keepers: readonly number[];
  /** How many keepers had to be ended or fell, since the pool was opened. */
  readonly lost: number;
}

export interface SandboxLimits {
  /** Polls of the engine's interrupt handler in one call: the same on every machine, 10,000 loops or calls each. */
  readonly steps: number;
  /** Processor time for the program's own code in one call, in milliseconds; then the call is interrupted. */
  readonly guestMs: number;
  /** Processor time of one call with everything in it, SQL too; then the whole keeper is ended. */
  readonly callMs: number;
  /** The same by the wall clock, for what waits instead of working. */
  readonly wallMs: number;
  /** What a program may hold in memory. */
  readonly memoryBytes: number;
  /** What one of its databases may grow to. */
  readonly databaseBytes: number;
  /** Characters of an answer, of all rows of a query, and of a program's source. */
  readonly outputChars: number;
  readonly rows: number;
  /** Statements in one call. */
  readonly statements: number;
  /** Levels of lists and objects within each other in an answer. */
  readonly depth: number;
  /** What a keeper may hold while it works on a call. */
  readonly keeperBytes: number;
}

const MEGABYTE = 1024 * 1024;

/** Generous for a tool over a database of a few megabytes: honest programs use a hundredth. */
export const DEFAULT_LIMITS: SandboxLimits = {
  steps: 5_000,
  guestMs: 2_000,
  callMs: 5_000,
  wallMs: 60_000,
  memoryBytes: 32 * MEGABYTE,
  databaseBytes: 64 * MEGABYTE,
  outputChars: MEGABYTE,
  rows: 10_000,
  statements: 10_000,
  depth: 64,
  keeperBytes: 4096 * MEGABYTE,
};

/** `refused`: the source or the script cannot be used at all, as it throws or is none. */
export type EndReason = 'time-limit' | 'memory-limit' | 'output-limit' | 'sql-limit' | 'crashed' | 'refused' | 'closed';

/** A program that was ended. Nothing can be asked of its sandbox any more. */
export class SandboxEnded extends Error {
  override readonly name = 'SandboxEnded';
  readonly reason: EndReason;
  constructor(reason: EndReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * What the house asks of Python: run an environment's source over a private database, answer its HTTP calls without HTTP, and run
 * verification functions; all in forked interpreters that are contained. Types only; `pool.ts` opens it. It knows neither tasks
 * nor tools nor where sources come from.
 */
import type { Json, JsonObject } from '../../core/json.ts';

/** `faithful` runs the source as the original does; `repaired` gives it a fixed clock, its own pool, and dispatch by operation. */
export type PythonMode = 'faithful' | 'repaired';

export interface PythonEngine {
  /** Of the interpreter in use, such as `3.11`. */
  version(): Promise<string>;
  /** The environment executed once over this image, in a parent that is kept by recent use. */
  scenario(spec: ScenarioSpec): Promise<PythonScenario>;
  verify(request: VerifyRequest, signal: AbortSignal): Promise<VerifyReport>;
  /** For tests, benchmarks and the stats of a server. */
  stats(): PythonStats;
  /** Ends every interpreter. May be called more than once. */
  close(): Promise<void>;
}

export interface ScenarioSpec {
  /** The same key always stands for the same source, image, clock and mode. */
  readonly key: string;
  readonly name: string;
  readonly source: string;
  /** The database before the source is executed. */
  readonly image: Uint8Array;
  /**
   * What time it is when the source is executed and an episode begins, ISO 8601; each call first moves it on by one second, so that
   * what a call writes is later than what was there. Not used in `faithful` mode.
   */
  readonly clock: string;
  readonly mode: PythonMode;
}

/** A scenario that is ready: its interpreter has executed the source, and each episode is a fork of it. */
export interface PythonScenario {
  readonly openapi: JsonObject;
  /** Every route with an operation id, in the order in which the source registers them. */
  readonly routes: readonly PythonRoute[];
  /** The database after the source was executed, which may have created tables that were missing. */
  readonly image: Uint8Array;
  open(): Promise<PythonEpisode>;
}

export interface PythonRoute {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Whether an earlier route with the same method and path takes its calls in the original. */
  readonly isShadowed: boolean;
  /** What OpenAPI says of this operation, also where a later route has taken its place in `openapi`. `$ref`s point into `openapi`. */
  readonly operation: JsonObject;
}

export interface PythonEpisode {
  /** Rejects with `PythonLost` where the interpreter is gone or had to be ended; answers of any status resolve. */
  call(request: PythonCall, signal: AbortSignal): Promise<PythonAnswer>;
  /** The database as it is now. */
  image(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface PythonCall {
  readonly method: string;
  /** With its parameters filled in and percent-encoded. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Undefined where no body is sent. */
  readonly body?: Json;
  /** In `repaired` mode the route is found by this, whatever else has the same path. */
  readonly operationId: string;
}

export interface PythonAnswer {
  readonly status: number;
  readonly body: string;
  /** What the handler raised, where it did; the call was rolled back in `repaired` mode. */
  readonly exception: PythonException | null;
}

export interface PythonException {
  /** A missing row, a clash with what is there, or a bug of the environment. */
  readonly kind: 'not_found' | 'conflict' | 'env_bug';
  readonly type: string;
  readonly message: string;
}

export interface VerifyRequest {
  readonly source: string;
  readonly initial: Uint8Array;
  readonly final: Uint8Array;
  readonly answer: string;
  readonly clock: string;
  readonly mode: PythonMode;
}

export type VerifyReport =
  | {
      readonly ok: true;
      readonly function: string;
      readonly parameters: readonly string[];
      readonly value: Json;
      /** SQL errors that the function swallowed: its answer is not to be relied on. */
      readonly degraded: readonly string[];
    }
  | { readonly ok: false; readonly problem: VerifyProblem; readonly message: string };

/** Why a verification has no answer. */
export type VerifyProblem = 'no-function' | 'syntax' | 'raised' | 'bad-value' | 'time-limit' | 'memory-limit' | 'lost';

export interface PythonStats {
  readonly scenarios: number;
  readonly episodes: number;
  readonly processes: number;
}

/** An interpreter that is gone: killed, crashed, or ended at a limit. */
export class PythonLost extends Error {
  override readonly name = 'PythonLost';
  readonly reason: 'crashed' | 'time-limit' | 'memory-limit' | 'closed';
  constructor(reason: PythonLost['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The source cannot be executed by this interpreter: a syntax of a newer Python, a missing module, an error at its top level. */
export class PythonRefused extends Error {
  override readonly name = 'PythonRefused';
  readonly reason: 'needs-newer-python' | 'syntax' | 'missing-module' | 'raised' | 'no-app';
  constructor(reason: PythonRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a session of the workplace is given from outside: chance, the sandbox for scripts and SQL, and a voice for colleagues. */
import type { Random } from '../../core/random.ts';
import type { Person } from './instance.ts';

export interface Surroundings {
  /** A stream of chance for one named use. */
  random(...names: readonly string[]): Random;
  readonly scripts: Scripts;
  readonly voice: Voice;
  readonly memory: MemoryBook;
  /** A hint on an assignment, where the run gives any; else empty. */
  hint(assignment: string): string;
}

/** Runs what the trainee wrote, contained. Errors of the script are data. */
export interface Scripts {
  /** JavaScript with `files` and `tables`; gives what it printed and the files it wrote. */
  run(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResult>;
  /** One SELECT over tables that were read from files. */
  query(request: QueryRequest, signal: AbortSignal): Promise<QueryResult>;
}

export interface ScriptRequest {
  readonly code: string;
  /** What the script may read, by path. */
  readonly files: ReadonlyMap<string, string>;
}

export type ScriptResult =
  | { readonly ok: true; readonly printed: string; readonly written: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly message: string };

export interface QueryRequest {
  readonly sql: string;
  /** Rows by the name of the table. */
  readonly tables: ReadonlyMap<string, readonly Readonly<Record<string, string | number | null>>[]>;
}

export type QueryResult =
  | {
      readonly ok: true;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly (string | number | null)[])[];
    }
  | { readonly ok: false; readonly message: string };

/** How a colleague puts what the rules let them say. The plain voice says it as it stands. */
export interface Voice {
  say(person: Person, words: Words, signal: AbortSignal): Promise<Spoken>;
}

export interface Spoken {
  readonly text: string;
  /** Where other words were offered and not taken: those, and why. */
  readonly refused: { readonly said: string; readonly reason: string } | null;
}

export interface Words {
  readonly question: string;
  /** What is to be said, in the rules' own words. */
  readonly text: string;
}

/** Notes that outlive the day, where the run allows them. */
export interface MemoryBook {
  readonly mode: 'none' | 'notes' | 'feedback';
  read(): string;
  write(text: string): void;
}

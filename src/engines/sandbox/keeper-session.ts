/** One sandbox inside a keeper: a program and its databases. It knows neither the process around it nor what is being played. */
import type { SQLInputValue } from 'node:sqlite';
import { stream } from '../../core/random.ts';
import type { Table } from '../sqlite.ts';
import { type Meter, meter } from './ending.ts';
import { bindable, type GuardedDatabase, guardedDatabase, type Way } from './guarded-database.ts';
import type { Guest, GuestSource } from './guest.ts';
import type { OpenRequest, Reply } from './message.ts';
import type { GuestError, SandboxLimits } from './sandbox.ts';

export interface KeeperSession {
  call(name: string, args: string, readOnly: boolean): Reply;
  changes(database: string): Reply;
  image(database: string): Reply;
  close(): void;
}

export interface SessionSpec {
  readonly request: OpenRequest;
  readonly source: GuestSource;
  readonly limits: SandboxLimits;
  image(key: string): { readonly bytes: Uint8Array; readonly tables: readonly Table[] };
}

/** The session, or why there is none. */
export async function keeperSession(spec: SessionSpec): Promise<KeeperSession | Reply> {
  const { request, source, limits } = spec;
  const watch = meter(limits);
  const databases = databasesOf(spec, watch);
  const close = (): void => {
    for (const database of databases.values()) database.close();
  };
  watch.begin();
  const draw = stream(request.seed, 'program');
  const seed = [0, 0, 0, 0].map(() => draw.int(-0x80000000, 0x7fffffff));
  const guest = await source.start({ meter: watch, ask: asker(databases), now: Date.parse(request.clock), seed });
  if (guest === null) {
    close();
    return { is: 'ended', ...(watch.ended() ?? { reason: 'crashed', message: 'it could not be begun' }) };
  }
  return live({ guest, databases, watch, limits, close });
}

function databasesOf({ request, limits, image }: SessionSpec, watch: Meter): ReadonlyMap<string, GuardedDatabase> {
  return new Map(
    Object.entries(request.databases).map(([name, { image: parcel, access, changes }]) => {
      const { bytes, tables } = image(parcel.key);
      const random = stream(request.seed, 'sql', name).number;
      const { clock } = request;
      return [name, guardedDatabase({ image: bytes, tables, access, changes, clock, random, limits, meter: watch })];
    }),
  );
}

function asker(databases: ReadonlyMap<string, GuardedDatabase>) {
  return (name: string, way: string, sql: string, parameters: string): string => {
    try {
      const database = databases.get(name);
      if (database === undefined || !isWay(way)) throw new Error('there is no such database');
      const text = database.ask(way, sql, valuesIn(parameters));
      return text === '' ? '{}' : `{"value":${text}}`;
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

function isWay(way: string): way is Way {
  return way === 'all' || way === 'get' || way === 'run';
}

function valuesIn(text: string): readonly SQLInputValue[] {
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values)) throw new TypeError('the values of a statement are a list');
  return values.map(bindable);
}

interface Live {
  readonly guest: Guest;
  readonly databases: ReadonlyMap<string, GuardedDatabase>;
  readonly watch: Meter;
  readonly limits: SandboxLimits;
  readonly close: () => void;
}

function live({ guest, databases, watch, limits, close }: Live): KeeperSession {
  const named = (name: string): GuardedDatabase => {
    const database = databases.get(name);
    if (database === undefined) throw new Error(`there is no database "${name}"`);
    return database;
  };
  const ended = (): Reply => ({ is: 'ended', ...(watch.ended() ?? { reason: 'crashed', message: 'it broke' }) });
  return {
    call: (name, args, readOnly) => {
      watch.begin();
      for (const database of databases.values()) database.begin(readOnly);
      const answer = guest.call(name, args);
      if (answer !== null) checkSize(answer.text, watch, limits);
      const isKept = watch.ended() === null && answer?.ok === true;
      for (const database of databases.values()) database.end(isKept);
      if (answer === null || watch.ended() !== null) return ended();
      return answer.ok ? { is: 'value', text: answer.text } : { is: 'thrown', error: errorIn(answer.text) };
    },
    changes: (database) => ({ is: 'changes', changes: named(database).changes() }),
    image: (database) => ({ is: 'image', image: Buffer.from(named(database).image()).toString('base64') }),
    close: () => {
      guest.dispose();
      close();
    },
  };
}

function checkSize(text: string, watch: Meter, { outputChars, depth }: SandboxLimits): void {
  if (text.length > outputChars) watch.mark('output-limit', `its answer has more than ${outputChars} characters`);
  else if (isDeeper(text, depth)) watch.mark('output-limit', `its answer is more than ${depth} levels deep`);
}

/** The text is JSON of the engine's making: strings are skipped, brackets are counted. */
function isDeeper(text: string, depth: number): boolean {
  let level = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{}\]]/g)) {
    if (part === '[' || part === '{') level++;
    else if (part === ']' || part === '}') level--;
    if (level > depth) return true;
  }
  return false;
}

function errorIn(text: string): GuestError {
  const told: Partial<Record<keyof GuestError, unknown>> = JSON.parse(text);
  const { name, message, code } = told;
  return { name: String(name), message: String(message), ...(typeof code === 'string' ? { code } : {}) };
}

/** The library's desk as a scenario for tests of the Python engine, and short ways to call it. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type {
  PythonAnswer,
  PythonEngine,
  PythonEpisode,
  PythonMode,
  ScenarioSpec,
} from '../../src/engines/python/engine.ts';
import { openPythonEngine, type PythonOptions } from '../../src/engines/python/pool.ts';
import { systemClock } from '../../src/run/system-clock.ts';
import { pythonHome } from '../python.ts';

export const source = readFileSync(new URL('desk.py', import.meta.url), 'utf8');
export const CLOCK = '2026-02-18T07:18:36Z';
export const never: AbortSignal = new AbortController().signal;

/** A database made by SQL, as bytes. */
export function image(sql: string): Uint8Array {
  const database = new DatabaseSync(':memory:');
  database.exec(sql);
  return database.serialize();
}

/** Without the table of loans, which the source makes when it is executed. */
export const BOOKS = image(`
  CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, added_at DATETIME DEFAULT CURRENT_TIMESTAMP);
  INSERT INTO books VALUES (1, 'Tide tables', '2026-01-01 09:00:00'), (2, 'Knots', '2026-01-02 09:00:00');
`);

export function deskSpec(mode: PythonMode, changes: Partial<ScenarioSpec> = {}): ScenarioSpec {
  return { key: `desk-${mode}`, name: 'desk', source, image: BOOKS, clock: CLOCK, mode, ...changes };
}

export function testEngine(options: Partial<PythonOptions> = {}): PythonEngine {
  return openPythonEngine({ home: pythonHome(), trust: false, clock: systemClock, ...options });
}

export function get(episode: PythonEpisode, path: string, operationId: string): Promise<PythonAnswer> {
  return episode.call({ method: 'GET', path, query: [], operationId }, never);
}

export function post(
  episode: PythonEpisode,
  path: string,
  call: { operationId: string; body: ScenarioBody },
): Promise<PythonAnswer> {
  return episode.call({ method: 'POST', path, query: [], ...call }, never);
}

type ScenarioBody = Readonly<Record<string, string | number>>;

/** Runs any code in the episode's interpreter; what it leaves in `result` comes back as JSON. */
export async function runCode(episode: PythonEpisode, code: string): Promise<PythonAnswer> {
  return post(episode, '/run', { operationId: 'run', body: { code } });
}

/** The rows of a query in an image of a database. */
export function rows(bytes: Uint8Array, sql: string): readonly unknown[][] {
  const database = new DatabaseSync(':memory:');
  database.deserialize(bytes);
  return database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));
}

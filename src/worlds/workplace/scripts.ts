/**
 * Runs what a trainee wrote (JavaScript, or one SELECT) in the sandbox. What is wrong with it, also that it had to be ended, is an
 * answer; what is wrong with the sandbox itself is the world's trouble and is thrown. It knows neither days nor paths.
 */
import { z } from 'zod';
import { EpisodeError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { ToolError } from '../../core/tool-error.ts';
import { type EndReason, SandboxEnded, type SandboxPool, type SandboxSpec } from '../../engines/sandbox/sandbox.ts';
import { tablesScript } from './query-tables.ts';
import { MOST_PRINTED, QUERY_SOURCE, SCRIPT_SOURCE } from './script-guest.ts';
import type { QueryResult, ScriptRequest, ScriptResult, Scripts } from './surroundings.ts';
import { isTablePath, readTable } from './table.ts';

/** Nothing that runs here may depend on when it runs. */
const FIXED = { clock: '2000-01-01T00:00:00.000Z', seed: 'workplace-script' } as const;

const ranSchema = z.union([
  z.object({ ok: z.literal(true), printed: z.string(), written: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ ok: z.literal(false), printed: z.string(), message: z.string() }),
]);
const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));

type Refusal = { readonly ok: false; readonly message: string };

export function sandboxScripts(pool: SandboxPool): Scripts {
  return {
    run: (request, signal) => contained(pool, () => ran(pool, request, signal)),
    query: ({ sql, tables }, signal) =>
      contained(pool, async () => {
        const { image } = await pool.build(tablesScript(tables));
        const databases = { data: { image, access: 'read' } } as const;
        // As a table of its own, columns of one name get two; and only what selects can stand there.
        const call = { name: 'query', args: { sql: `SELECT * FROM (\n${sql}\n)` } };
        const answer = await once(pool, { source: QUERY_SOURCE, databases, ...FIXED }, call, signal);
        return answer.ok ? queried(answer.value) : { ok: false, message: answer.error.message };
      }),
  };
}

async function ran(pool: SandboxPool, { code, files }: ScriptRequest, signal: AbortSignal): Promise<ScriptResult> {
  const tables = [...files].flatMap(([path, content]) => tableIn(path, content));
  const args = { code, files: Object.fromEntries(files), tables: Object.fromEntries(tables) };
  const answer = await once(pool, { source: SCRIPT_SOURCE, databases: {}, ...FIXED }, { name: 'run', args }, signal);
  const read = answer.ok ? ranSchema.safeParse(answer.value) : null;
  if (read === null || !read.success) return { ok: false, message: 'the script broke what holds it' };
  const printed = bounded(read.data.printed);
  if (read.data.ok) return { ok: true, printed, written: new Map(read.data.written) };
  const before = printed === '' ? '' : `\nprinted before that:\n${printed}`;
  return { ok: false, message: `${read.data.message}${before}` };
}

/** A file that is no table can still be read as text. */
function tableIn(path: string, content: string): readonly (readonly [string, Json])[] {
  if (!isTablePath(path)) return [];
  try {
    return [[path, readTable(path, content).rows]];
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}

function bounded(printed: string): string {
  const text = printed.toWellFormed();
  return text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED)}\n… and more, which is left out` : text;
}

/** Columns are those of the first row: without rows there is nothing to name. */
function queried(value: Json): QueryResult {
  const rows = rowsSchema.parse(value);
  const columns = Object.keys(rows[0] ?? {});
  return { ok: true, columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

interface OneCall {
  readonly name: string;
  readonly args: Json;
}

/** A sandbox for one call. */
async function once(pool: SandboxPool, spec: SandboxSpec, { name, args }: OneCall, signal: AbortSignal) {
  const sandbox = await pool.open(spec);
  try {
    return await sandbox.call(name, args, { signal });
  } finally {
    await sandbox.close();
  }
}

/** What a program is ended for by its own doing. */
const OWN_DOING: ReadonlySet<EndReason> = new Set<EndReason>([
  'time-limit',
  'memory-limit',
  'output-limit',
  'sql-limit',
  'refused',
]);

/**
 * Code that makes the engine fall must not be able to void the episode: where it falls twice and the engine is well otherwise, that
 * is the code's own doing too. A single fall may have been an accident, so the second try counts.
 */
async function contained<T>(pool: SandboxPool, work: () => Promise<T>): Promise<T | Refusal> {
  const first = await tried(work);
  const last = first.end?.reason === 'crashed' ? await tried(work) : first;
  if (last.end === null) return last.value;
  const { reason, message } = last.end;
  if (OWN_DOING.has(reason)) return { ok: false, message: `it was ended (${reason}): ${message}` };
  if (reason === 'crashed' && (await isWell(pool))) return { ok: false, message: 'it was ended (crashed)' };
  throw new EpisodeError('world', 'sandbox-crashed', `the sandbox for scripts failed: ${message}`, { cause: last.end });
}

type Tried<T> = { readonly end: null; readonly value: T } | { readonly end: SandboxEnded };

async function tried<T>(work: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { end: null, value: await work() };
  } catch (cause) {
    if (cause instanceof SandboxEnded) return { end: cause };
    throw cause;
  }
}

async function isWell(pool: SandboxPool): Promise<boolean> {
  const request = { code: 'print(1)', files: new Map<string, string>() };
  const { end } = await tried(() => ran(pool, request, new AbortController().signal));
  return end === null;
}

/**
 * A copy of the release over HTTP, file by file: the tasks, the table of scenarios, and the environments in one file or, where
 * there is none, one by one. A file is in place only when it is whole and is data.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dispatcher } from 'undici';
import { UserError } from '../../core/errors.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { troubleOf, withConnections } from '../transfer.ts';
import type { Fetching } from './fetch-git.ts';
import { linesOf, readTask } from './records.ts';
import { CONFIGS, SCENARIOS, TASKS } from './source.ts';

/** As many at once as a browser would. */
const AT_ONCE = 6;

/** `base` ends with a slash. */
export async function fetchFiles(base: string, { folder, env, signal }: Fetching): Promise<void> {
  await withConnections(env, async (dispatcher) => {
    const get = (name: string, from: string): Promise<boolean> =>
      download(`${from}${name}`, { file: join(folder, name), dispatcher, signal });
    const root = (await get(TASKS, base)) ? base : `${base}data/`;
    if (root !== base && !(await get(TASKS, root))) throw new UserError(`there is no ${TASKS} at ${base} (404).`);
    await get(SCENARIOS, root);
    if (await get(`${CONFIGS}.jsonl`, root)) return;
    await eachOf(environmentsOf(join(folder, TASKS)), (name) => get(`${CONFIGS}/${name}.json`, root));
    if (!existsSync(join(folder, CONFIGS))) throw new UserError(`there are no environments at ${root} (404).`);
  });
}

function environmentsOf(tasks: string): readonly string[] {
  const names = linesOf(readFileSync(tasks, 'utf8')).flatMap((line) => {
    const read = readTask(line);
    return read.ok ? [read.record.env_name] : [];
  });
  return [...new Set(names)];
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface Download {
  readonly file: string;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** False where the server has no such file. What is there from an earlier try is kept. */
async function download(url: string, { file, dispatcher, signal }: Download): Promise<boolean> {
  if (existsSync(file)) return true;
  const bytes = await bytesFrom(url, { dispatcher, signal });
  if (bytes === null) return false;
  const problem = problemOf(bytes.toString('utf8'), file.endsWith('.jsonl'));
  if (problem !== null) throw new UserError(`${url} gave ${problem}.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
  return true;
}

async function bytesFrom(url: string, ways: Pick<Download, 'dispatcher' | 'signal'>): Promise<Buffer | null> {
  const { fetch } = await import('undici');
  try {
    const response = await fetch(url, ways);
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok) throw new UserError(`${url} answered ${response.status}.`);
    return body;
  } catch (error) {
    if (error instanceof UserError) throw error;
    ways.signal.throwIfAborted();
    throw new UserError(`${url} ${troubleOf(error)}.`, { cause: error });
  }
}

/** Why this is not the data that was asked for, or null. */
function problemOf(text: string, isLines: boolean): string | null {
  if (/^\s*</.test(text)) return 'a web page instead of data';
  if (text.startsWith('version https://git-lfs')) return 'a Git LFS pointer instead of the file';
  if (!isLines) return isObject(parseJson(text.replace(/^\uFEFF/, ''))) ? null : 'something that is not JSON';
  const lines = linesOf(text);
  if (lines.length === 0) return 'an empty file';
  if (lines.every(({ value }) => value === undefined)) return 'something that is not JSON Lines';
  return lines.at(-1)?.value === undefined ? 'a file that breaks off in its last line' : null;
}

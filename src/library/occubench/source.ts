/**
 * A copy of the release on disk: where its files are, whichever way it came (the repository, its `data` folder, the data set with
 * environments in one file, or a file of tasks with the rest beside it). Reads bytes; judges nothing.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import { sha256 } from '../../wire/hash.ts';
import { linesOf } from './records.ts';

export const TASKS = 'eval_benchmark_solvable.jsonl';
export const SCENARIOS = 'task_scenario_all_pool.jsonl';
export const CONFIGS = 'world_model_configs';

export interface InputFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface SourceEnvironment {
  readonly name: string;
  /** For sentences about it: the file, and the line where it holds several. */
  readonly where: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly isUtf8: boolean;
}

export interface Source {
  /** The file of tasks, the table of scenarios (null where there is none), and the folder or file of environments. */
  readonly tasks: string;
  readonly scenarios: string | null;
  readonly configs: string;
}

/** `given`: a folder, or a file of tasks. */
export function findSource(given: string): Source {
  const path = resolve(given);
  if (!existsSync(path)) throw new UserError(`There is no ${path}. Name the folder of your copy of OccuBench.`);
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? [path, join(path, 'data')].find((one) => existsSync(join(one, TASKS))) : dirname(path);
  if (folder === undefined) {
    throw new UserError(`${path} is no copy of OccuBench: neither it nor its data folder holds ${TASKS}.`);
  }
  const beside = (name: string): string | undefined =>
    [join(folder, name), join(folder, 'data', name)].find((one) => existsSync(one));
  const configs = beside(CONFIGS) ?? beside(`${CONFIGS}.jsonl`);
  if (configs === undefined) {
    throw new UserError(`${folder} has no environments: neither ${CONFIGS}/ nor ${CONFIGS}.jsonl is there.`);
  }
  return { tasks: isFolder ? join(folder, TASKS) : path, scenarios: beside(SCENARIOS) ?? null, configs };
}

/** In the order of their names, or of their lines. A line that is no environment is handed to `onOdd`. */
export function environmentsIn(configs: string, onOdd: (problem: string) => void): readonly SourceEnvironment[] {
  return statSync(configs).isDirectory() ? fromFolder(configs) : fromLines(configs, onOdd);
}

function fromFolder(folder: string): readonly SourceEnvironment[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  return files.sort().map((file) => {
    const where = join(folder, file);
    return { name: basename(file, '.json'), where, ...decoded(readFileSync(where)) };
  });
}

function fromLines(file: string, onOdd: (problem: string) => void): readonly SourceEnvironment[] {
  const { text, isUtf8 } = decoded(readFileSync(file));
  return linesOf(text).flatMap((line) => {
    const where = `${file}, line ${line.number}`;
    const name = isObject(line.value) ? line.value.environment_name : undefined;
    if (typeof name === 'string') return [{ name, where, bytes: Buffer.from(line.text), text: line.text, isUtf8 }];
    onOdd(`line ${line.number} ${line.value === undefined ? 'is not JSON' : 'has no environment_name'}`);
    return [];
  });
}

export function decoded(bytes: Uint8Array): Pick<SourceEnvironment, 'bytes' | 'text' | 'isUtf8'> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { bytes, text, isUtf8: !text.includes('\uFFFD') || Buffer.compare(Buffer.from(text), bytes) === 0 };
}

/** What the copy consists of, with a hash of each file. */
export function inputFiles({ tasks, scenarios, configs }: Source): readonly InputFile[] {
  const inner = statSync(configs).isDirectory()
    ? readdirSync(configs)
        .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
        .sort()
        .map((name) => join(configs, name))
    : [configs];
  const root = dirname(tasks);
  return [tasks, ...(scenarios === null ? [] : [scenarios]), ...inner].map((path) => {
    const bytes = readFileSync(path);
    return {
      file: path.startsWith(root) ? path.slice(root.length + 1) : path,
      bytes: bytes.length,
      sha256: sha256(bytes),
    };
  });
}

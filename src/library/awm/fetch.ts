/**
 * Gets a copy of AWM's published data where the user has none: file by file, going on where an earlier try has stopped. Looks into
 * the files only to make sure that they are data.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { UsageError, UserError } from '../../core/errors.ts';
import { sha256 } from '../../wire/hash.ts';
import { bytesAt } from '../../wire/line-bytes.ts';
import { type DownloadOptions, download } from '../download.ts';
import { withConnections } from '../transfer.ts';
import { type AwmFile, FILES } from './source.ts';

const DATA_SET = 'https://huggingface.co/datasets/Snowflake/AgentWorldModel-1K';

/** A description of tools that the environments themselves give better; large, and not used. */
const UNUSED: readonly AwmFile[] = ['gen_spec'];
const REQUIRED: readonly AwmFile[] = ['gen_tasks', 'gen_envs', 'gen_db'];

export interface AwmFetchOptions {
  /** A data set, or the address of a folder of files; null for where AWM is published. */
  readonly from: string | null;
  readonly into: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly wait?: DownloadOptions['wait'];
  /** Told what is being fetched, and what goes wrong on the way. */
  readonly onTry?: (what: string) => void;
}

export async function fetchAwm(
  options: AwmFetchOptions,
): Promise<{ readonly folder: string; readonly origin: string }> {
  const base = baseOf(options.from ?? DATA_SET);
  const folder = join(options.into, sha256(base).slice(0, 12));
  try {
    await withConnections(options.env, async (dispatcher) => {
      for (const name of FILES)
        if (!UNUSED.includes(name)) await fetchOne(base, name, { ...options, folder, dispatcher });
    });
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      `AWM could not be fetched: ${error.message.replace(/\.$/, '')}. Run the same command again, which goes on where this one stopped, or get a copy elsewhere and name its folder: practicum import awm DIR.`,
      { cause: error },
    );
  }
  return { folder, origin: base };
}

function baseOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--from ${address} is not an address. A copy on this machine is named without --from.`);
  }
  const isDataSet = url.hostname === 'huggingface.co' && !url.pathname.includes('/resolve/');
  return isDataSet ? `${address.replace(/\/$/, '')}/resolve/main/` : address.replace(/\/?$/, '/');
}

interface Fetching extends AwmFetchOptions {
  readonly folder: string;
  readonly dispatcher: Dispatcher;
}

async function fetchOne(
  base: string,
  name: AwmFile,
  { folder, dispatcher, signal, wait, onTry }: Fetching,
): Promise<void> {
  for (const file of [`${name}.jsonl`, `${name}.jsonl.gz`]) {
    const path = join(folder, file);
    if (!existsSync(path)) onTry?.(`${base}${file}`);
    const shared = {
      dispatcher,
      signal,
      ...(wait === undefined ? {} : { wait }),
      ...(onTry === undefined ? {} : { onTrouble: onTry }),
    };
    if (!(await download(`${base}${file}`, { file: path, ...shared }))) continue;
    const problem = problemOf(path);
    if (problem === null) return;
    rmSync(path);
    throw new UserError(`${base}${file} gave ${problem}.`);
  }
  if (REQUIRED.includes(name)) throw new UserError(`there is no ${name}.jsonl at ${base} (404).`);
}

/** Why this is not the data that was asked for, or null. The files are too large to be read whole. */
function problemOf(path: string): string | null {
  const size = statSync(path).size;
  if (size === 0) return 'an empty file';
  const head = bytesAt(path, 0, 200);
  if (path.endsWith('.gz')) return head[0] === 0x1f && head[1] === 0x8b ? null : 'something that is not compressed';
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('<')) return 'a web page instead of data';
  if (start.startsWith('version https://git-lfs')) return 'a Git LFS pointer instead of the file';
  if (!start.startsWith('{')) return 'something that is not JSON Lines';
  const end = bytesAt(path, Math.max(0, size - 200), 200)
    .toString('utf8')
    .trimEnd();
  return end.endsWith('}') ? null : 'a file that breaks off in its last line';
}

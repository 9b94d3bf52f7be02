/**
 * Gets a copy of the release where the user has none: by git, else file by file. Each way that fails leaves its reason, and files
 * that have arrived are not fetched again. Does not look into what it gets beyond making sure that it is data.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, UserError } from '../../core/errors.ts';
import { sha256 } from '../../wire/hash.ts';
import { fetchFiles } from './fetch-files.ts';
import { cloneRepository } from './fetch-git.ts';

const REPOSITORY = 'https://github.com/GregxmHu/OccuBench';
const DATA_SET = 'https://huggingface.co/datasets/gregH/OccuBench';

export interface FetchOptions {
  /** A repository, a data set, or the address of a folder of files; null for where OccuBench is published. */
  readonly from: string | null;
  /** A folder for what is under way. It may be removed once the copy is no longer needed. */
  readonly into: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Told what is being tried. */
  readonly onTry?: (what: string) => void;
}

export interface Fetched {
  readonly folder: string;
  /** Where it came from. */
  readonly origin: string;
}

interface Way {
  readonly kind: 'git' | 'files';
  readonly url: string;
}

export async function fetchRelease({ from, into, env, signal, onTry }: FetchOptions): Promise<Fetched> {
  const ways = from === null ? [...waysTo(REPOSITORY), ...waysTo(DATA_SET)] : waysTo(from);
  const reasons: string[] = [];
  for (const { kind, url } of ways) {
    const folder = join(into, `${kind}-${sha256(url).slice(0, 12)}`);
    mkdirSync(into, { recursive: true });
    onTry?.(kind === 'git' ? `git clone ${url}` : url);
    try {
      if (kind === 'git') await cloneRepository(url, { folder, env, signal });
      else await fetchFiles(url, { folder, env, signal });
      return { folder, origin: url };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
      reasons.push(error.message.replace(/\.$/, ''));
    }
  }
  throw new UserError(
    `OccuBench could not be fetched: ${reasons.join('; ')}. Run the same command again, or get a copy elsewhere and name its folder: practicum import occubench DIR.`,
  );
}

/** An address of GitHub is tried as a repository and then file by file; others are what they look like. */
function waysTo(address: string): readonly Way[] {
  const url = URL.parse(address);
  if (url === null || !/^(https?|file|ssh|git):$/.test(url.protocol)) {
    if (/^[\w.-]+@[\w.-]+:/.test(address)) return [{ kind: 'git', url: address }];
    throw new UsageError(`--from ${address} is not an address. A copy on this machine is named without --from.`);
  }
  const [owner, name] = url.pathname.split('/').filter(Boolean);
  if (url.hostname === 'github.com' && owner !== undefined && name !== undefined) {
    const files = `https://raw.githubusercontent.com/${owner}/${name.replace(/\.git$/, '')}/HEAD/data/`;
    return [
      { kind: 'git', url: address },
      { kind: 'files', url: files },
    ];
  }
  if (!/^https?:$/.test(url.protocol) || url.pathname.endsWith('.git')) return [{ kind: 'git', url: address }];
  const isDataSet = url.hostname === 'huggingface.co' && !url.pathname.includes('/resolve/');
  const folder = isDataSet ? `${address.replace(/\/$/, '')}/resolve/main/data/` : address.replace(/\/?$/, '/');
  return [{ kind: 'files', url: folder }];
}

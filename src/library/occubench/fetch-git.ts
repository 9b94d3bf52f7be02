/** A copy of the release by git: the newest commit alone, in place only when it is whole. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../core/errors.ts';
import type { FetchOptions } from './fetch.ts';

/** The release is a few megabytes: what takes longer will not come. */
const PATIENCE_MS = 5 * 60_000;

export type Fetching = Pick<FetchOptions, 'env' | 'signal'> & { readonly folder: string };

export async function cloneRepository(url: string, { folder, env, signal }: Fetching): Promise<void> {
  if (existsSync(folder)) return;
  const draft = mkdtempSync(join(dirname(folder), '.clone-'));
  try {
    await promisify(execFile)('git', ['clone', '--quiet', '--depth', '1', '--', url, join(draft, 'copy')], {
      timeout: PATIENCE_MS,
      signal,
      // Nobody is there to be asked for a password.
      env: { ...env, GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'true', LC_ALL: 'C' },
    });
    renameSync(join(draft, 'copy'), folder);
  } catch (cause) {
    throw new UserError(`git could not clone ${url} (${reasonOf(cause)}).`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'git is not installed';
  if ('killed' in error && error.killed === true) return `no end after ${PATIENCE_MS / 60_000} minutes`;
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n') : [];
  const telling = said.find((line) => line.startsWith('fatal:')) ?? said.at(-1) ?? error.message;
  return telling.replace(/^fatal: /, '');
}

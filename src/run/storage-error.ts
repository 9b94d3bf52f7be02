/** What the file system answered, in a sentence for the user: what is wrong, what to do, and that nothing is lost. */
import { UserError } from '../core/errors.ts';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and run the same command again: what was written so far is kept',
  EDQUOT: 'the disk quota is used up. Free some space and run the same command again: what was written so far is kept',
  EFBIG:
    'the file may not grow any larger. Raise the limit and run the same command again: what was written so far is kept',
  EACCES: 'permission denied. Choose another place with --output-dir, or make this one writable',
  EPERM: 'permission denied. Choose another place with --output-dir, or make this one writable',
  EROFS: 'the file system is read-only. Choose another place with --output-dir',
  ENOTDIR: 'a part of this path is a file, not a directory. Choose another place with --output-dir',
  EEXIST: 'something else is in the way there. Choose another place with --output-dir, or another --run-name',
  EISDIR: 'a directory is in the way there. Choose another --run-name',
  ENAMETOOLONG: 'the name is too long. Choose a shorter --run-name',
  EMFILE: 'too many files are open. Raise the limit (ulimit -n) and run the same command again',
};

/** Does some writing; a failure comes out as one clear sentence. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const why = ADVICE[code] ?? (cause instanceof Error ? cause.message : String(cause));
    throw new UserError(`Cannot write ${path}: ${why}.`, { cause });
  }
}

/** What imports of every format share: where the suite comes to stand, and fetching that the user can stop. */
import { join, resolve } from 'node:path';
import { UsageError, UserError } from '../core/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Shelf {
  readonly home: string;
  /** Names of built-in suites. */
  readonly taken: readonly string[];
}

export interface Place {
  readonly folder: string;
  /** What finds the suite again on the command line. */
  readonly suite: string;
}

export function placeFor(nameOrPath: string, { home, taken }: Shelf): Place {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(nameOrPath)) {
    const folder = resolve(nameOrPath);
    return { folder, suite: folder };
  }
  if (taken.includes(nameOrPath)) {
    throw new UsageError(`There is a built-in suite "${nameOrPath}". Choose another name with --out.`);
  }
  return { folder: join(resolve(home), 'suites', nameOrPath), suite: nameOrPath };
}

export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort(new UserError('Interrupted. What has arrived is kept for the next try.'));
  process.once('SIGINT', onInterrupt);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

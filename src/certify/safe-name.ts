/** Names of suites, models and the like as names of files. */
import { sha256 } from '../wire/hash.ts';

/** Names that had to be altered get a few digits of their hash, lest two become one. */
export function safeName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60);
  return safe === name ? safe : `${safe === '' ? 'unnamed' : safe}-${sha256(name).slice(0, 6)}`;
}

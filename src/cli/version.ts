import { readFileSync } from 'node:fs';

/** Of the package, in a clone's `src/`, in `dist/src/` and when installed. */
export function versionOf(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const content: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (typeof content === 'object' && content !== null && 'version' in content) return String(content.version);
    } catch {
      // It stands one floor further up.
    }
  }
  return 'unknown';
}

/** Apps and families, found from their folders: a file that exports one is one. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { App } from './app.ts';
import type { Family } from './family.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

let apps: Promise<readonly App[]> | undefined;
let families: Promise<ReadonlyMap<string, Family>> | undefined;

/** By name. */
export function loadApps(): Promise<readonly App[]> {
  apps ??= (async () => {
    const folder = here('./apps');
    const files = readdirSync(folder).filter((name) => /^[a-z-]+\.(ts|js)$/.test(name) && name.endsWith(EXTENSION));
    const found = await Promise.all(
      files.sort().map((name): Promise<{ readonly app?: App }> => import(pathToFileURL(join(folder, name)).href)),
    );
    return found.flatMap(({ app }) => app ?? []);
  })();
  return apps;
}

export function loadFamilies(): Promise<ReadonlyMap<string, Family>> {
  families ??= (async () => {
    const folder = here('./families');
    const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
    const found = await Promise.all(
      names.sort().map((name): Promise<{ readonly family: Family }> => {
        const file = join(folder, name, `family${EXTENSION}`);
        return import(pathToFileURL(file).href);
      }),
    );
    return new Map(found.map(({ family }) => [family.name, family]));
  })();
  return families;
}

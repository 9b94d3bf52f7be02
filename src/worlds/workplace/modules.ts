/**
 * Apps and families, found from their folders: `apps/NAME.ts` exports an `app`, `families/NAME/family.ts` a `family`. A folder without
 * code is passed over; one that is half made is an error that names it, since a scenario that lacks it would say so nowhere.
 */
import { existsSync, readdirSync } from 'node:fs';
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
  apps ??= appsIn(here('./apps'));
  return apps;
}

export function loadFamilies(): Promise<ReadonlyMap<string, Family>> {
  families ??= familiesIn(here('./families'));
  return families;
}

export async function appsIn(folder: string): Promise<readonly App[]> {
  const [stray] = foldersIn(folder).filter(holdsCode);
  if (stray !== undefined) throw new Error(`${stray} holds code but no app: an app is one file, apps/NAME${EXTENSION}`);
  const names = readdirSync(folder).filter((name) => /^[a-z-]+\.(ts|js)$/.test(name) && name.endsWith(EXTENSION));
  return Promise.all(
    names.sort().map(async (name) => {
      const file = join(folder, name);
      const { app }: { readonly app?: App } = await import(pathToFileURL(file).href);
      if (app === undefined) throw new Error(`${file} exports no app`);
      return app;
    }),
  );
}

export async function familiesIn(folder: string): Promise<ReadonlyMap<string, Family>> {
  const found = await Promise.all(
    foldersIn(folder)
      .filter(holdsCode)
      .map(async (path) => {
        const file = join(path, `family${EXTENSION}`);
        if (!existsSync(file))
          throw new Error(`${path} holds code but no family${EXTENSION}: finish it or take it away`);
        const { family }: { readonly family?: Family } = await import(pathToFileURL(file).href);
        if (family === undefined) throw new Error(`${file} exports no family`);
        return family;
      }),
  );
  return new Map(found.map((family) => [family.name, family]));
}

/** In the order of their names. */
function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => join(folder, name)).sort();
}

/** At any depth. Declarations run nothing, and stay behind where a build is old. */
function holdsCode(folder: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.some((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'));
}

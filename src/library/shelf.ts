/** Where suites stand: found from folders, never from a list. A suite is a folder with `suite.ts` (or `.js`), or `suite.json`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isObject, parseJson } from '../core/json.ts';

const ENTRANCES = ['suite.js', 'suite.mjs', 'suite.ts', 'suite.json'] as const;

export interface SuiteReference {
  readonly name: string;
  readonly folder: string;
  /** The file that holds the suite. */
  readonly file: string;
  readonly origin: 'built-in' | 'home' | 'path';
}

/** What a suite is made of. A `suite.json` without a kind draws on other suites. */
export type SuiteKind = 'code' | 'manifest' | (typeof KINDS)[number];

const KINDS = ['language', 'awm', 'generated', 'workplace'] as const;

export function kindOf({ file }: Pick<SuiteReference, 'file'>): SuiteKind {
  if (!file.endsWith('.json')) return 'code';
  const content = parseJson(readFileSync(file, 'utf8'));
  const kind = isObject(content) ? content.kind : undefined;
  return KINDS.find((one) => one === kind) ?? 'manifest';
}

/** All suites in a folder of suites, by name. A folder that is not there holds none. */
export function suitesIn(shelf: string, origin: SuiteReference['origin']): readonly SuiteReference[] {
  if (!existsSync(shelf)) return [];
  return readdirSync(shelf)
    .sort()
    .flatMap((name) => suiteAt(join(shelf, name), origin) ?? []);
}

/** The suite in one folder, or null. */
export function suiteAt(path: string, origin: SuiteReference['origin']): SuiteReference | null {
  const folder = resolve(path);
  if (!existsSync(folder)) return null;
  if (!statSync(folder).isDirectory()) return null;
  const entrance = ENTRANCES.find((name) => existsSync(join(folder, name)));
  return entrance === undefined ? null : { name: basename(folder), folder, file: join(folder, entrance), origin };
}

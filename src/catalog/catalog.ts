/** The only file that knows names: suites, agents and prompts, each found from the folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AgentEntry } from '../core/agent-entry.ts';
import { UsageError } from '../core/errors.ts';
import { suggestion } from '../core/suggestion.ts';
import type { Suite } from '../core/suite.ts';
import { loadSuite } from '../library/load.ts';
import { kindOf, type SuiteReference, suiteAt, suitesIn } from '../library/shelf.ts';
import { awmSuite } from './awm-suite.ts';
import { type EngineOptions, type Engines, openEngines } from './engines.ts';
import { generatedSuite } from './generated-suite.ts';
import { languageSuite } from './language-suite.ts';
import { workplaceSuite } from './workplace-suite.ts';

export interface Catalog {
  readonly home: string;
  suites(): readonly SuiteReference[];
  /** By name, or by the path of its folder. */
  suite(nameOrPath: string): Promise<Suite>;
  /** What finds that suite again from anywhere: its name, or the whole path of its folder. */
  sourceOf(nameOrPath: string): string;
  agents(): Promise<readonly AgentEntry[]>;
  agent(name: string): Promise<AgentEntry>;
  /** All prompt files by name, the user's own in place of ours. */
  prompts(own: string | null): ReadonlyMap<string, string>;
  /** Ends what was started for its suites: interpreters and sandboxes. They also end with the process. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function openCatalog(env: Environment, options: Omit<EngineOptions, 'home'> = {}): Catalog {
  const home = env.PRACTICUM_HOME ?? join(homedir(), '.practicum');
  const suites = (): readonly SuiteReference[] => [
    ...suitesIn(here('../../suites'), 'built-in'),
    ...suitesIn(join(home, 'suites'), 'home'),
  ];
  const engines = openEngines({ home, ...options });
  const loaded = new Map<string, Promise<Suite>>();
  /** `drawers` are the manifests that led here, so that two that draw on each other are noticed. */
  const load = async (reference: SuiteReference, drawers: readonly string[]): Promise<Suite> => {
    const { file } = reference;
    if (drawers.includes(file)) throw new UsageError(`The suite in ${file} draws on itself by way of others.`);
    const known =
      loaded.get(file) ??
      composed(reference, engines) ??
      loadSuite(reference, (name) => sources(name, [...drawers, file]));
    loaded.set(file, known);
    return known;
  };
  const sources = async (name: string, drawers: readonly string[]): Promise<readonly Suite[]> => {
    if (name !== '*') return [await load(referenceOf(name), drawers)];
    const all = suites().filter((reference) => reference.origin === 'built-in' && kindOf(reference) === 'code');
    return Promise.all(all.map((reference) => load(reference, drawers)));
  };
  const suite = async (nameOrPath: string): Promise<Suite> => load(referenceOf(nameOrPath), []);
  const referenceOf = (nameOrPath: string): SuiteReference => {
    const all = suites();
    const reference = all.find(({ name }) => name === nameOrPath) ?? suiteAt(nameOrPath, 'path');
    if (reference) return reference;
    if (existsSync(nameOrPath)) {
      throw new UsageError(`${resolve(nameOrPath)} is not a suite: it has no suite.ts, suite.js or suite.json.`);
    }
    throw new UsageError(
      `There is no suite "${nameOrPath}".${suggestion(
        nameOrPath,
        all.map(({ name }) => name),
      )}`,
    );
  };
  const sourceOf = (nameOrPath: string): string =>
    suites().some(({ name }) => name === nameOrPath) ? nameOrPath : resolve(nameOrPath);
  const agent = async (name: string): Promise<AgentEntry> => {
    const all = await findAgents();
    const entry = all.find((one) => one.name === name);
    if (entry) return entry;
    throw new UsageError(
      `There is no agent "${name}".${suggestion(
        name,
        all.map((one) => one.name),
      )}`,
    );
  };
  return {
    home,
    suites,
    suite,
    sourceOf,
    agents: findAgents,
    agent,
    prompts: (own) => readPrompts(own),
    close: engines.close,
  };
}

/** Suites that are data: their worlds and judges come from their rooms, which meet here. Null for those that are code. */
function composed(reference: SuiteReference, engines: Engines): Promise<Suite> | null {
  switch (kindOf(reference)) {
    case 'language':
      return languageSuite(reference.folder);
    case 'awm':
      return awmSuite(reference.folder, engines);
    case 'generated':
      return generatedSuite(reference.folder, engines);
    case 'workplace':
      return workplaceSuite(reference.folder, engines);
    default:
      return null;
  }
}

/** Every file in `agents/` that exports an `entry` is an agent. */
async function findAgents(): Promise<readonly AgentEntry[]> {
  const folder = here('../agents');
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.(ts|js)$/.test(name));
  const modules = await Promise.all(
    files.map((name): Promise<{ readonly entry?: AgentEntry }> => import(pathToFileURL(join(folder, name)).href)),
  );
  return modules.flatMap(({ entry }) => entry ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Rooms whose prompts stand beside their code. */
function promptFiles(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return promptFiles(path);
    return name.endsWith('.md') ? [path] : [];
  });
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function readPrompts(own: string | null): ReadonlyMap<string, string> {
  const ours = ['../agents', '../judges', '../worlds'].flatMap((room) => promptFiles(here(room)));
  const prompts = new Map(ours.map((path) => [nameOf(path), readFileSync(path, 'utf8')]));
  if (own === null) return prompts;
  if (!existsSync(own) || !statSync(own).isDirectory()) throw new UsageError(`--prompts ${own} is not a directory.`);
  for (const path of promptFiles(own)) {
    const name = nameOf(path);
    if (!prompts.has(name))
      throw new UsageError(`${path} is not the name of a prompt.${suggestion(name, [...prompts.keys()])}`);
    prompts.set(name, readFileSync(path, 'utf8'));
  }
  return prompts;
}

/** A generated workplace, served as a user serves it: by the command, in a process of its own, with a run directory. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readScenario } from '../src/worlds/workplace/built-scenario.ts';
import type { Scenario } from '../src/worlds/workplace/compose.ts';
import { TWO_DAYS } from './two-days.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const NAME = TWO_DAYS.scenarios[0].name;

export interface GeneratedSuite {
  readonly folder: string;
  readonly scenario: Scenario;
  /** What a process needs to be one of the user's. */
  readonly env: Record<string, string>;
}

export async function generatedSuite(root: string): Promise<GeneratedSuite> {
  const env = { ...ownEnvironment(), PRACTICUM_HOME: join(root, 'home') };
  const [config, folder] = [join(root, 'config.json'), join(root, 'trainees')];
  writeFileSync(config, JSON.stringify(TWO_DAYS));
  const args = [MAIN, 'generate', 'workplace', '--config', config, '--out', folder];
  await promisify(execFile)(process.execPath, args, { env });
  const content: unknown = JSON.parse(readFileSync(join(folder, 'scenarios', `${NAME}.json`), 'utf8'));
  return { folder, env, scenario: readScenario(content, NAME) };
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value = '']) => [[name, value]]));
}

/** The arguments of `serve`, after the interpreter. */
export function serveArgs({ folder }: GeneratedSuite, results: string, ...more: readonly string[]): string[] {
  return [MAIN, 'serve', '--suite', folder, '--memory', 'notes', '--output-dir', results, ...more];
}

export interface ServedPlace {
  readonly address: string;
  /** Ends it as Ctrl-C does, and gives what it said at the end. */
  end(): Promise<string>;
}

export async function servedPlace(suite: GeneratedSuite, results: string): Promise<ServedPlace> {
  const args = serveArgs(suite, results, '--port', '0', '--no-token');
  const child = spawn(process.execPath, args, { env: suite.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return { address: await addressOf(child, () => said), end: () => ended(child, () => said) };
}

async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  let out = '';
  for await (const chunk of child.stdout ?? []) {
    out += chunk;
    const [, address] = /ORS\s+(http\S+)/.exec(out) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`the server did not start: ${said()}`);
}

async function ended(child: ChildProcess, said: () => string): Promise<string> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGINT');
    await exit;
  }
  return said();
}

const rowSchema = z.looseObject({
  item: z.string().nullable(),
  outcome: z.string(),
  score: z.number(),
  seed: z.string(),
});
export type Row = z.infer<typeof rowSchema>;

/** The only run in a folder of results. */
export function runIn(results: string): string {
  const [run, ...others] = readdirSync(results);
  if (run === undefined || others.length > 0) throw new Error(`there is not one run in ${results}`);
  return join(results, run);
}

export function rowsIn(results: string): readonly Row[] {
  const lines = readFileSync(join(runIn(results), 'results.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => rowSchema.parse(JSON.parse(line)));
}

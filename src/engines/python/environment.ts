/**
 * The virtual environment that sources of Python worlds run in: one for all, below PRACTICUM_HOME. Finds it, and makes it. Does not
 * start worlds.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { UserError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';

export interface PythonEnvironment {
  readonly folder: string;
  readonly python: string;
}

export interface EnvironmentRequest {
  /** The interpreter to make it with; without one, the newest on the search path. */
  readonly python?: string;
  /** The search path. */
  readonly path: string;
  /** Make it anew where there is one. */
  readonly isForced?: boolean;
  readonly onLine: (line: string) => void;
}

export const PYTHON_MISSING = 'Python worlds need Python 3.11 or newer and its packages: run `practicum setup python`.';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
/** Written last, with what was asked for: a folder without it is unfinished, and one with another is out of date. */
const SEAL = 'practicum-requirements.txt';
/** In-memory databases from bytes came with 3.11. */
const OLDEST_MINOR = 11;

export function pythonEnvironment(home: string): PythonEnvironment | null {
  const folder = join(home, 'python');
  const seal = join(folder, SEAL);
  if (!existsSync(seal) || readFileSync(seal, 'utf8') !== readFileSync(REQUIREMENTS, 'utf8')) return null;
  return { folder, python: join(folder, 'bin', 'python') };
}

export async function createPythonEnvironment(home: string, request: EnvironmentRequest): Promise<PythonEnvironment> {
  const known = pythonEnvironment(home);
  if (known !== null && request.isForced !== true && request.python === undefined) return known;
  const python = await chosenPython(request);
  mkdirSync(home, { recursive: true });
  // Beside its place and moved there when it is whole: an interrupted one is never taken for one that works.
  const draft = join(home, 'python.part');
  const folder = join(home, 'python');
  try {
    request.onLine(`making a virtual environment with ${python}`);
    await run(python, ['-m', 'venv', '--clear', draft], request.onLine);
    request.onLine('installing its packages');
    const pip = ['-m', 'pip', 'install', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '-q'];
    await run(join(draft, 'bin', 'python'), [...pip, '-r', REQUIREMENTS], request.onLine);
    writeFileSync(join(draft, SEAL), readFileSync(REQUIREMENTS));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return { folder, python: join(folder, 'bin', 'python') };
}

/** The interpreter's version, and those of the packages that decide how a world behaves. */
export async function environmentVersions({ python }: PythonEnvironment): Promise<Readonly<Record<string, string>>> {
  const code = `import json, sys, sqlite3
from importlib.metadata import version
names = ["fastapi", "pydantic", "sqlalchemy", "starlette"]
print(json.dumps({"python": sys.version.split()[0], "sqlite": sqlite3.sqlite_version, **{n: version(n) for n in names}}))`;
  const { stdout } = await promisify(execFile)(python, ['-I', '-c', code]);
  return z.record(z.string(), z.string()).parse(parseJson(stdout));
}

async function chosenPython({ python, path }: EnvironmentRequest): Promise<string> {
  if (python !== undefined) {
    const minor = await minorVersion(python);
    if (minor !== null && minor >= OLDEST_MINOR) return python;
    throw new UserError(
      minor === null
        ? `${python} is not a Python 3 that runs.`
        : `${python} is Python 3.${minor}; 3.11 or newer is needed.`,
    );
  }
  const found = await Promise.all(
    candidates(path).map(async (name) => ({ name, minor: (await minorVersion(name)) ?? 0 })),
  );
  const [newest] = found.filter(({ minor }) => minor >= OLDEST_MINOR).sort((a, b) => b.minor - a.minor);
  if (newest !== undefined) return newest.name;
  throw new UserError(
    'There is no Python 3.11 or newer on the PATH. Install one, or name it: practicum setup python --python PATH.',
  );
}

function candidates(path: string): readonly string[] {
  const folders = path.split(delimiter).filter((folder) => folder !== '' && existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^python3(\.\d+)?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Null where it does not run, is no Python 3, or lacks what a virtual environment or the engine needs. */
async function minorVersion(python: string): Promise<number | null> {
  const code = 'import sys, venv, ensurepip, sqlite3, ctypes; print(sys.version_info[0], sys.version_info[1])';
  try {
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', code]);
    const [major, minor] = stdout.trim().split(' ').map(Number);
    return major === 3 && minor !== undefined ? minor : null;
  } catch {
    return null;
  }
}

async function run(command: string, args: readonly string[], onLine: (line: string) => void): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      onLine(line);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new UserError(`${command} ${args[1] ?? ''} failed: ${said.slice(-3).join(' ') || `exit ${code}`}`);
}

/**
 * Finds the Python that tests run with: the engine's virtual environment, and one with other people's clients to test our servers.
 * `scripts/ci-tools.sh` makes both. On a user's machine their absence skips the tests; under CI it fails them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../src/engines/python/environment.ts';

/** The PRACTICUM_HOME that tests of Python worlds use. */
export function pythonHome(): string {
  const cache = fileURLToPath(new URL('../.cache/practicum-test', import.meta.url));
  return process.env.PRACTICUM_TEST_PYTHON_HOME ?? cache;
}

/** Whether tests that need the engine's virtual environment may be left out. */
export const canSkipPython = pythonEnvironment(pythonHome()) === null && process.env.CI === undefined;

/** The interpreter with the packages of `test/requirements.txt`, or null where it has not been set up. */
export function clientsPython(): string | null {
  const python = join(pythonHome(), 'clients', 'bin', 'python');
  return existsSync(python) ? python : null;
}

/** Whether tests that need the clients may be left out. */
export const canSkipClients = clientsPython() === null && process.env.CI === undefined;

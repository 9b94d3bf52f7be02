import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deskSpec, testEngine } from '../../../test/python/desk.ts';
import { canSkipPython, pythonHome } from '../../../test/python.ts';
import { UserError } from '../../core/errors.ts';
import { containmentHere } from './containment.ts';
import { createPythonEnvironment, environmentVersions, pythonEnvironment } from './environment.ts';

const home = mkdtempSync(join(tmpdir(), 'practicum-home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const quiet = { path: process.env.PATH ?? '', onLine: () => {} };

describe('without its virtual environment', () => {
  it('the engine says what to do', async () => {
    const engine = testEngine({ home });
    const asked = engine.scenario(deskSpec('repaired'));
    await expect(asked).rejects.toThrow(UserError);
    await expect(asked).rejects.toThrow(/Python 3\.11 or newer.*practicum setup python/);
    await engine.close();
  });

  it('an unfinished or outdated folder is none', () => {
    mkdirSync(join(home, 'python', 'bin'), { recursive: true });
    expect(pythonEnvironment(home)).toBeNull();
    writeFileSync(join(home, 'python', 'practicum-requirements.txt'), 'fastapi==0.1\n');
    expect(pythonEnvironment(home)).toBeNull();
  });

  it('an interpreter that is none, or none at all, is told', async () => {
    await expect(createPythonEnvironment(home, { ...quiet, python: '/bin/false' })).rejects.toThrow(
      /\/bin\/false is not/,
    );
    await expect(createPythonEnvironment(home, { ...quiet, path: home })).rejects.toThrow(/no Python 3\.11 or newer/);
  });
});

describe.skipIf(canSkipPython)('the virtual environment', () => {
  it('is not made again where it is there', async () => {
    const known = pythonEnvironment(pythonHome());
    expect(await createPythonEnvironment(pythonHome(), { ...quiet, path: '' })).toEqual(known);
  });

  it('has what is pinned, and can be contained', async () => {
    const environment = pythonEnvironment(pythonHome());
    if (environment === null) throw new Error('scripts/python-tools.sh has not been run');
    expect(await environmentVersions(environment)).toMatchObject({ fastapi: '0.115.12', sqlalchemy: '2.0.41' });
    expect(await containmentHere(environment.python)).toEqual({ isAvailable: true });
  });
});

/** `practicum import` as the command does it: real files, a real server on loopback, a home of its own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ImportRequest, importSuite } from '../src/cli/import.ts';
import { addImport } from '../src/cli/import-flags.ts';
import { readLanguageSuite } from '../src/library/language-suite.ts';
import { writeRelease } from '../src/library/occubench/fixtures/release.ts';

let place: string;
let out: string[];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-cli-import-'));
  writeRelease(join(place, 'copy', 'data'));
  out = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  rmSync(place, { recursive: true, force: true });
});

const home = (...path: readonly string[]): string => join(place, 'home', ...path);
const request = (change: Partial<ImportRequest>): ImportRequest => ({
  format: 'occubench',
  source: join(place, 'copy'),
  out: null,
  from: null,
  force: false,
  json: false,
  ...change,
});
const run = (change: Partial<ImportRequest> = {}): Promise<number> =>
  importSuite(request(change), { ...process.env, PRACTICUM_HOME: home() });

describe('import occubench', () => {
  it('puts a suite on the shelf, and says what came, what is odd, and what to type next', async () => {
    expect(await run()).toBe(0);
    expect(readLanguageSuite(home('suites', 'occubench')).tasks).toHaveLength(5);
    const page = stripVTControlCharacters(out.join('\n'));
    expect(page).toMatch(/^5 tasks in 5 environments of 3 professions, from .*copy\n/);
    expect(page).toMatch(/Public Service +3\n/);
    expect(page).toMatch(/state-answers +1 +1 +keys of the state hold answers.*\n +env_00000000000c\n/);
    expect(page).toMatch(/date-missing +2 +2 .*\n +env_00000000000d, env_00000000000e\n/);
    expect(page).toContain('Next: practicum list occubench\n');
    expect(page).toContain('practicum run --suite occubench ');
  });

  it('takes a name or a path for the suite, and answers machines in JSON', async () => {
    await run({ out: 'trial', json: true });
    expect(JSON.parse(out.join(''))).toMatchObject({ tasks: 5, suite: 'trial', out: home('suites', 'trial') });
    await run({ out: join(place, 'elsewhere', 'trial') });
    expect(out.at(-1)).toContain(`practicum list ${join(place, 'elsewhere', 'trial')}`);
    expect(existsSync(join(place, 'elsewhere', 'trial', 'suite.json'))).toBe(true);
  });

  it('replaces a suite only when asked, and never takes a built-in name', async () => {
    await run();
    await expect(run()).rejects.toThrow(/is there already\. Add --force/);
    expect(await run({ force: true })).toBe(0);
    await expect(run({ out: 'first-day' })).rejects.toThrow('There is a built-in suite "first-day"');
  });

  it('asks for a format that it knows', async () => {
    const usage = { name: 'UsageError' };
    await expect(run({ format: null })).rejects.toMatchObject(usage);
    await expect(run({ format: 'ocubench' })).rejects.toThrow(
      'There is no format "ocubench". Did you mean "occubench"?',
    );
    await expect(run({ format: 'tau-bench' })).rejects.toThrow(/There is no format.*practicum import occubench/);
    await expect(run({ format: place })).rejects.toThrow(`Write: practicum import occubench ${place}.`);
    await expect(run({ from: 'http://127.0.0.1/' })).rejects.toThrow('not both');
  });

  it('leaves nothing behind where there is nothing to import', async () => {
    await expect(run({ source: join(place, 'nowhere') })).rejects.toMatchObject({ name: 'UserError' });
    mkdirSync(join(place, 'empty'));
    await expect(run({ source: join(place, 'empty') })).rejects.toThrow('is no copy of OccuBench');
    expect(existsSync(home('suites', 'occubench'))).toBe(false);
  });
});

describe('import occubench without a copy', () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    server = createServer((asked, response) => {
      const file = join(place, 'copy', asked.url ?? '');
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('fetches it, imports it, and keeps no download', async () => {
    expect(await run({ source: null, from: url })).toBe(0);
    expect(readLanguageSuite(home('suites', 'occubench')).tasks).toHaveLength(5);
    expect(JSON.parse(readFileSync(home('suites', 'occubench', 'import.json'), 'utf8'))).toMatchObject({
      source: `${url}/`,
    });
    expect(readdirSync(home('downloads'))).toEqual([]);
  });

  it('says in a sentence why it could not, before anything is fetched where the place is taken', async () => {
    await expect(run({ source: null, from: `${url}/nowhere` })).rejects.toThrow(/could not be fetched: .*\(404\)/);
    mkdirSync(home('suites', 'occubench'), { recursive: true });
    writeFileSync(home('suites', 'occubench', 'note.txt'), 'mine');
    await expect(run({ source: null, from: url })).rejects.toThrow('is not an imported suite');
  });
});

describe('the flags of import', () => {
  it('reach the command', async () => {
    vi.stubEnv('PRACTICUM_HOME', home());
    const program = new Command('practicum').exitOverride();
    addImport(program);
    const type = (...args: readonly string[]): Promise<unknown> =>
      program.parseAsync(['import', ...args], { from: 'user' });
    await type('occubench', join(place, 'copy'), '--out', 'mine', '--json');
    expect(JSON.parse(out.join(''))).toMatchObject({ suite: 'mine', tasks: 5 });
    expect(process.exitCode).toBe(0);
    await type('occubench', join(place, 'copy'), '--out', 'mine', '--force');
    expect(readLanguageSuite(home('suites', 'mine')).tasks).toHaveLength(5);
    await expect(type()).rejects.toThrow('What is to be imported?');
  });
});

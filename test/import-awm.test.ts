/** `practicum import awm` as the command does it: real files, a real server on loopback, a home of its own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ImportRequest, importSuite } from '../src/cli/import.ts';
import { addImport } from '../src/cli/import-flags.ts';
import { readAwmSuite } from '../src/library/awm/suite.ts';
import { writeAwmRelease } from './awm-release.ts';

let place: string;
let out: string[];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-cli-awm-'));
  writeAwmRelease(join(place, 'copy'));
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
const run = (change: Partial<ImportRequest> = {}): Promise<number> =>
  importSuite(
    { format: 'awm', source: join(place, 'copy'), out: null, from: null, force: false, json: false, ...change },
    { ...process.env, PRACTICUM_HOME: home() },
  );

describe('import awm', () => {
  it('puts a suite on the shelf, and says what came, what is odd, and what to type next', async () => {
    expect(await run()).toBe(0);
    expect(readAwmSuite(home('suites', 'awm')).tasks).toHaveLength(20);
    const page = stripVTControlCharacters(out.join('\n'));
    expect(page).toMatch(/^20 tasks in 3 applications, from .*copy\n/);
    expect(page).toMatch(/can be played +20 /);
    expect(page).toMatch(/can be scored +19 /);
    expect(page).toMatch(/by code +18 /);
    expect(page).toMatch(/verifier-twice +1 +1 .*\n +ferry_desk_2\n/);
    expect(page).toContain('built when they are first played, repaired, foreign keys on.');
    expect(page).toContain('Next: practicum setup python\n      practicum check awm\n      practicum run --suite awm ');
  });

  it('asks for no Python where it is there, and answers machines in JSON', async () => {
    mkdirSync(home('python'), { recursive: true });
    await run({ out: 'mine' });
    expect(out.join('\n')).toContain('Next: ');
    expect(out.join('\n')).not.toContain('setup python');
    await run({ out: 'other', json: true, mode: 'faithful', fk: 'off' });
    expect(JSON.parse(out.at(-1) ?? '')).toMatchObject({ suite: 'other', mode: 'faithful', fk: 'off', playable: 20 });
    const { clock } = readAwmSuite(home('suites', 'other')).head;
    expect(Math.abs(Date.parse(clock) - Date.now())).toBeLessThan(60_000);
  });

  it('refuses what it does not know', async () => {
    const usage = { name: 'UsageError' };
    await expect(run({ mode: 'odd' })).rejects.toThrow('--mode odd is not known');
    await expect(run({ fk: 'maybe' })).rejects.toMatchObject(usage);
    await expect(run({ format: 'occubench', mode: 'faithful' })).rejects.toThrow('are for practicum import awm');
    await expect(run({ format: join(place, 'copy') })).rejects.toThrow(`practicum import awm ${join(place, 'copy')}.`);
    await expect(run({ from: 'http://127.0.0.1/' })).rejects.toThrow('not both');
    expect(existsSync(home('suites'))).toBe(false);
  });

  it('takes its flags from the command line', async () => {
    vi.stubEnv('PRACTICUM_HOME', home());
    const program = new Command('practicum').exitOverride();
    addImport(program);
    await program.parseAsync(
      [
        'import',
        'awm',
        join(place, 'copy'),
        '--out',
        'flags',
        '--mode',
        'faithful',
        '--fk',
        'off',
        '--build',
        '--json',
      ],
      { from: 'user' },
    );
    expect(JSON.parse(out.join(''))).toMatchObject({ suite: 'flags', mode: 'faithful', fk: 'off', isBuilt: true });
    expect(process.exitCode).toBe(0);
  });
});

describe('import awm without a copy', () => {
  let server: Server;
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('fetches the data and keeps it, since the suite reads from it', async () => {
    server = createServer((asked, response) => {
      const file = join(place, 'copy', asked.url ?? '');
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await run({ source: null, from: url })).toBe(0);
    const { head, tasks } = readAwmSuite(home('suites', 'awm'));
    expect(head.source.startsWith(home('downloads', 'awm'))).toBe(true);
    expect(tasks[0]?.brief).toContain('signed-in user');
    expect(readdirSync(head.source)).toHaveLength(7);
    expect(JSON.parse(readFileSync(home('suites', 'awm', 'import.json'), 'utf8'))).toMatchObject({ source: `${url}/` });
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fetched, fetchRelease } from './fetch.ts';
import { LIBRARY, writeRelease } from './fixtures/release.ts';
import { importOccubench } from './import.ts';

let place: string;
let server: Server | undefined;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-fetch-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
  rmSync(place, { recursive: true, force: true });
});

const asked: string[] = [];
type Odd = (path: string, response: ServerResponse) => boolean;

/** Serves the files of a folder; `odd` may answer instead and says whether it did. */
async function serve(folder: string, odd: Odd = () => false): Promise<string> {
  asked.length = 0;
  server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    asked.push(path);
    if (odd(path, response)) return;
    const file = join(folder, path);
    if (!existsSync(file) || statSync(file).isDirectory()) response.writeHead(404).end('Not Found');
    else response.end(readFileSync(file));
  });
  await new Promise((resolve) => server?.listen(0, '127.0.0.1', () => resolve(null)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const into = (): string => join(place, 'downloads');
const get = (from: string, signal = new AbortController().signal): Promise<Fetched> =>
  fetchRelease({ from, into: into(), env: process.env, signal });
const tasksIn = (folder: string): number => importOccubench(folder, { out: join(place, 'suite'), force: true }).tasks;
const TASKS = 'eval_benchmark_solvable.jsonl';

describe('over HTTP', () => {
  it('gets the data set: environments in one file', async () => {
    writeRelease(join(place, 'web', 'data'), { isDataSet: true });
    const { folder, origin } = await get(`${await serve(join(place, 'web'))}/data`);
    expect(origin).toMatch(/^http:.*\/data\/$/);
    expect(readdirSync(folder).sort()).toEqual([TASKS, 'task_scenario_all_pool.jsonl', 'world_model_configs.jsonl']);
    expect(readFileSync(join(folder, TASKS))).toEqual(readFileSync(join(place, 'web', 'data', TASKS)));
    expect(tasksIn(folder)).toBe(5);
  });

  it('gets environments one by one where there is no such file, also from the folder above', async () => {
    writeRelease(join(place, 'web', 'data'));
    const { folder } = await get(await serve(join(place, 'web')));
    expect(readdirSync(join(folder, 'world_model_configs'))).toHaveLength(5);
    expect(tasksIn(folder)).toBe(5);
  });

  it('goes on where it was broken off, and does not fetch again what has arrived', async () => {
    writeRelease(join(place, 'web'));
    let isBroken = true;
    const url = await serve(place, (path, response) => {
      if (!isBroken || !path.endsWith(`${LIBRARY.name}.json`)) return false;
      response.writeHead(200, { 'content-length': 5000 });
      response.write('{"environment_name": "env');
      setImmediate(() => response.destroy());
      return true;
    });
    await expect(get(`${url}/web`)).rejects.toThrow(
      /could not be fetched: http.*env_00000000000a\.json broke off before its end\. Run the same command again/,
    );
    const arrived = readdirSync(into(), { recursive: true, encoding: 'utf8' });
    expect(arrived.filter((name) => name.includes(LIBRARY.name) || name.endsWith('.part'))).toEqual([]);
    isBroken = false;
    asked.length = 0;
    const { folder } = await get(`${url}/web`);
    expect(asked.filter((path) => path.endsWith(TASKS))).toEqual([]);
    expect(asked.filter((path) => path.endsWith(`${LIBRARY.name}.json`))).toHaveLength(1);
    expect(tasksIn(folder)).toBe(5);
  });

  it('follows a redirection, as data sets are served', async () => {
    writeRelease(join(place, 'web'), { isDataSet: true });
    const url = await serve(place, (path, response) => {
      if (!path.startsWith('/moved/')) return false;
      response.writeHead(302, { location: path.replace('/moved/', '/web/') }).end();
      return true;
    });
    expect(tasksIn((await get(`${url}/moved/`)).folder)).toBe(5);
  });

  it('does without an environment or a table of scenarios that is not there', async () => {
    writeRelease(join(place, 'web'), { scenarios: null });
    rmSync(join(place, 'web', 'world_model_configs', `${LIBRARY.name}.json`));
    const { folder } = await get(`${await serve(place)}/web`);
    expect(tasksIn(folder)).toBe(4);
  });

  it.each([
    ['<!doctype html><html></html>', 'gave a web page instead of data'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:00\n', 'gave a Git LFS pointer instead of the file'],
    ['{"task_id": 1}\n{"task_id": 2, "agen', 'gave a file that breaks off in its last line'],
    ['nothing here', 'gave something that is not JSON Lines'],
    ['', 'gave an empty file'],
  ])('refuses what is not the data: %s', async (content, sentence) => {
    const url = await serve(place, (_path, response) => {
      response.end(content);
      return true;
    });
    await expect(get(url)).rejects.toThrow(sentence);
    expect(readdirSync(into())).toEqual([]);
  });

  it('says what is wrong: nothing there, an error, nobody listening', async () => {
    const url = await serve(place, (path, response) => {
      if (!path.startsWith('/down/')) return false;
      response.writeHead(503).end();
      return true;
    });
    await expect(get(`${url}/empty`)).rejects.toThrow(
      /there is no eval_benchmark_solvable\.jsonl at http.*\/empty\/ \(404\)/,
    );
    await expect(get(`${url}/down`)).rejects.toThrow(/answered 503/);
    writeRelease(join(place, 'bare'));
    rmSync(join(place, 'bare', 'world_model_configs'), { recursive: true });
    await expect(get(`${url}/bare`)).rejects.toThrow('there are no environments at');
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    await expect(get(url)).rejects.toThrow(
      /cannot be reached from here \(ECONNREFUSED\).*practicum import occubench DIR/,
    );
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const url = await serve(place, () => {
      stop.abort(new Error('enough'));
      return true;
    });
    await expect(get(url, stop.signal)).rejects.toThrow('enough');
  });
});

describe('by git', () => {
  /** A bare repository as a server has it. */
  function publish(): string {
    const work = join(place, 'work');
    const bare = join(place, 'occubench.git');
    writeRelease(join(work, 'data'));
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: work,
        stdio: 'pipe',
      });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'release');
    git('clone', '--quiet', '--bare', work, bare);
    return pathToFileURL(bare).href;
  }

  it('gets a repository, in place only when whole', async () => {
    const url = publish();
    const { folder, origin } = await get(url);
    expect(origin).toBe(url);
    expect(tasksIn(folder)).toBe(5);
    expect(readdirSync(into())).toHaveLength(1);
    writeFileSync(join(folder, 'mark'), '');
    expect(existsSync(join((await get(url)).folder, 'mark'))).toBe(true);
  });

  it('says what is wrong: no repository, no git, no address', async () => {
    const gone = pathToFileURL(join(place, 'gone.git')).href;
    await expect(get(gone)).rejects.toThrow(/git could not clone file:.*gone\.git \(.*does not exist|not appear/);
    expect(readdirSync(into())).toEqual([]);
    const signal = new AbortController().signal;
    await expect(fetchRelease({ from: gone, into: into(), env: { PATH: place }, signal })).rejects.toThrow(
      'git is not installed',
    );
    await expect(get(join(place, 'work'))).rejects.toThrow(/is not an address\. A copy on this machine/);
    await expect(get('ext::sh -c true')).rejects.toMatchObject({ name: 'UsageError' });
    await expect(get('--upload-pack=x')).rejects.toMatchObject({ name: 'UsageError' });
  });
});

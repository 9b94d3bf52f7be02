import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAwmRelease } from '../../../test/awm-release.ts';
import { type AwmFetchOptions, fetchAwm } from './fetch.ts';

let place: string;
let server: Server;
let waits: number[];
const asked: { path: string; range: string | undefined; ifRange: string | undefined }[] = [];
type Odd = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-awm-fetch-'));
  writeAwmRelease(join(place, 'web'));
  waits = [];
  asked.length = 0;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(place, { recursive: true, force: true });
});

/** Files with tags and ranges, as data sets are served; `odd` may answer instead and says whether it did. */
async function serve(odd: Odd = () => false): Promise<string> {
  server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    asked.push({ path, range: request.headers.range, ifRange: String(request.headers['if-range'] ?? '') || undefined });
    if (odd(path, request, response)) return;
    const file = join(place, 'web', path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    sendRest(readFileSync(file), request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendRest(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const isRest = start > 0 && request.headers['if-range'] === '"one"';
  const rest = isRest ? bytes.subarray(start) : bytes;
  const range = isRest ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(isRest ? 206 : 200, { etag: '"one"', 'content-length': rest.length, ...range }).end(rest);
}

/** Says the whole length, and sends half of it. */
function breakOff(bytes: Buffer, response: ServerResponse, tag = '"one"'): void {
  response.writeHead(200, { etag: tag, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

const get = (from: string, change: Partial<AwmFetchOptions> = {}): ReturnType<typeof fetchAwm> =>
  fetchAwm({
    from,
    into: join(place, 'downloads'),
    env: process.env,
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
    ...change,
  });
const web = (name: string): Buffer => readFileSync(join(place, 'web', name));
const BIG = 'gen_sample.jsonl';

describe('fetchAwm', () => {
  it('gets every file that is used, once', async () => {
    const url = await serve();
    const { folder, origin } = await get(url);
    expect(origin).toBe(`${url}/`);
    expect(readdirSync(folder).sort()).toEqual(
      ['gen_db', 'gen_envs', 'gen_sample', 'gen_scenario', 'gen_tasks', 'gen_verifier', 'gen_verifier.pure_code'].map(
        (name) => `${name}.jsonl`,
      ),
    );
    expect(readFileSync(join(folder, BIG))).toEqual(web(BIG));
    const count = asked.length;
    await get(url);
    expect(asked).toHaveLength(count);
  });

  it('goes on where it was broken off, within one run and in the next', async () => {
    let breaks = 1;
    const url = await serve((path, _request, response) => {
      if (path !== BIG || breaks-- <= 0) return false;
      breakOff(web(BIG), response);
      return true;
    });
    const { folder } = await get(url);
    expect(readFileSync(join(folder, BIG))).toEqual(web(BIG));
    expect(asked.filter(({ path }) => path === BIG).map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      [expect.stringMatching(/^bytes=\d{3,}-$/), '"one"'],
    ]);
    expect(waits).toEqual([1000]);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('starts over where the server ignores the range, or has another file by now', async () => {
    for (const tag of ['"another"', '']) {
      let breaks = 1;
      const url = await serve((path, _request, response) => {
        if (path !== BIG) return false;
        if (breaks-- > 0) breakOff(web(BIG), response, tag === '' ? '"one"' : tag);
        else response.writeHead(200, { 'content-length': web(BIG).length }).end(web(BIG));
        return true;
      });
      const { folder } = await get(url, { into: join(place, `downloads${tag.length}`) });
      expect(readFileSync(join(folder, BIG))).toEqual(web(BIG));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await serve();
  });

  it('does not glue parts of two files together where nothing tells them apart', async () => {
    let breaks = 1;
    const url = await serve((path, _request, response) => {
      if (path !== BIG) return false;
      if (breaks-- > 0) breakOff(web(BIG), response, 'W/"weak"');
      else response.writeHead(200).end(web(BIG));
      return true;
    });
    const { folder } = await get(url);
    expect(asked.filter(({ path }) => path === BIG).map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(readFileSync(join(folder, BIG))).toEqual(web(BIG));
  });

  it('tries again after a server error, a few times, and says what to do', async () => {
    let errors = 2;
    const url = await serve((path, _request, response) => {
      if (path !== BIG || errors-- <= 0) return false;
      response.writeHead(500).end();
      return true;
    });
    await get(url);
    expect(waits).toEqual([1000, 2000]);
    errors = 99;
    waits = [];
    await expect(get(url, { into: join(place, 'other') })).rejects.toThrow(
      /AWM could not be fetched: http.*gen_sample\.jsonl answered 500\. Run the same command again/,
    );
    expect(waits).toHaveLength(4);
  });

  it('begins anew where the part that is held does not fit any more', async () => {
    const url = await serve((path, request, response) => {
      if (path !== BIG || request.headers.range === undefined) return false;
      response.writeHead(416).end();
      return true;
    });
    const { folder } = await get(url);
    rmSync(join(folder, BIG));
    writeFileSync(join(folder, `${BIG}.part`), 'x'.repeat(9999));
    writeFileSync(join(folder, `${BIG}.part-of`), '"one"');
    await get(url);
    expect(readFileSync(join(folder, BIG))).toEqual(web(BIG));
  });

  it('takes compressed files, does without what may be missing, and names what may not', async () => {
    rmSync(join(place, 'web'), { recursive: true });
    writeAwmRelease(join(place, 'web'), { isCompressed: true });
    rmSync(join(place, 'web', 'gen_sample.jsonl.gz'));
    const url = await serve();
    expect(readdirSync((await get(url)).folder)).toHaveLength(6);
    rmSync(join(place, 'web', 'gen_envs.jsonl.gz'));
    await expect(get(url, { into: join(place, 'other') })).rejects.toThrow(/there is no gen_envs\.jsonl at http.*404/);
  });

  it.each([
    ['<!doctype html>', 'gave a web page instead of data'],
    ['version https://git-lfs.github.com/spec/v1\n', 'gave a Git LFS pointer'],
    ['{"name": "a"}\n{"na', 'gave a file that breaks off in its last line'],
    ['words', 'gave something that is not JSON Lines'],
    ['', 'gave an empty file'],
  ])('refuses what is not the data: %s', async (content, sentence) => {
    const url = await serve((_path, _request, response) => {
      response.end(content);
      return true;
    });
    await expect(get(url)).rejects.toThrow(sentence);
  });

  it('refuses what is no address, and stops when told to', async () => {
    const stop = new AbortController();
    const url = await serve(() => {
      stop.abort(new Error('enough'));
      return true;
    });
    await expect(get('not an address')).rejects.toMatchObject({ name: 'UsageError' });
    await expect(get(url, { signal: stop.signal })).rejects.toThrow('enough');
  });
});

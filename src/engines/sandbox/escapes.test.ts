/** Abuses of the sandbox, one by one. After each, the neighbour in the same keeper is as it was, and the pool serves others. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Abuse, BENDING, ENDLESS, HOARDING, REACHING } from './fixtures/abuses.ts';
import { SCRIPTS, SQL_ABUSES } from './fixtures/sql-abuses.ts';
import { openSandboxPool } from './pool.ts';
import { type Sandbox, type SandboxAnswer, SandboxEnded, type SandboxPool } from './sandbox.ts';

const { signal } = new AbortController();
const MEGABYTE = 1024 * 1024;
const LIMITS = {
  steps: 3000,
  guestMs: 400,
  callMs: 700,
  memoryBytes: 16 * MEGABYTE,
  databaseBytes: 4 * MEGABYTE,
  outputChars: 100_000,
  rows: 1000,
  statements: 2000,
};
const SCHEMA = `CREATE TABLE item (sku TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
  WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 40) INSERT INTO item SELECT 'SKU-' || x, 'Item ' || x FROM r;`;
const NEIGHBOUR = `let calls = 0;
  function look() { calls += 1; return [calls, databases.db.get('SELECT count(*) AS n FROM item').n, Math.random(), ({}).polluted ?? null, [1].map((x) => x + 1)[0]]; }
  function write() { databases.db.run("UPDATE item SET name = 'mine' WHERE sku = 'SKU-7'"); return 1; }`;

let pool: SandboxPool;
let image: Uint8Array;
let neighbour: Sandbox;
/** The same calls in a sandbox of its own pool, where nobody misbehaves. */
let quiet: SandboxPool;
let twin: Sandbox;

const open = (from: SandboxPool, source: string): Promise<Sandbox> =>
  from.open({
    source,
    databases: { db: { image, access: 'write' }, ledger: { image, access: 'read' } },
    clock: '2026-03-02T08:00:00Z',
    seed: 'one',
  });

beforeAll(async () => {
  pool = openSandboxPool({ keepers: 1, limits: LIMITS });
  quiet = openSandboxPool({ keepers: 1, limits: LIMITS });
  image = (await pool.build(SCHEMA)).image;
  neighbour = await open(pool, NEIGHBOUR);
  twin = await open(quiet, NEIGHBOUR);
  await neighbour.call('write', null, { signal });
  await twin.call('write', null, { signal });
});
afterAll(async () => {
  await pool.close();
  await quiet.close();
});

async function attacked(body: string): Promise<SandboxAnswer | SandboxEnded> {
  const source = `const { db, ledger } = databases; function attack(args) { ${body} }`;
  const sandbox = await open(pool, source);
  try {
    return await sandbox.call('attack', { list: [1] }, { signal });
  } catch (error) {
    if (error instanceof SandboxEnded) return error;
    throw error;
  } finally {
    await sandbox.close();
  }
}

function judge(found: SandboxAnswer | SandboxEnded, is: Abuse['is']): void {
  if (found instanceof SandboxEnded) {
    expect('ended' in is ? is.ended : [], `it was ended: ${found.message}`).toContain(found.reason);
  } else if (found.ok) {
    expect('value' in is ? is.value : 'an end or an error', `it gave back a value`).toEqual(found.value);
  } else {
    expect(`${found.error.name}: ${found.error.message}`).toMatch('thrown' in is ? is.thrown : /^an end or a value$/);
  }
}

/** The neighbour still has its state and its chance, and neither the host nor a new sandbox has been touched. */
async function untouched(): Promise<void> {
  const mine = await neighbour.call('look', null, { signal });
  expect(mine).toEqual(await twin.call('look', null, { signal }));
  expect(await neighbour.changes('db')).toHaveLength(1);
  expect('polluted' in {}).toBe(false);
  const fresh = await open(pool, NEIGHBOUR);
  expect(await fresh.call('look', null, { signal })).toMatchObject({
    ok: true,
    value: [1, 40, expect.any(Number), null, 2],
  });
  await fresh.close();
}

describe.each([
  ['reaching out', REACHING],
  ['bending what is shared', BENDING],
  ['hoarding', HOARDING],
  ['without end', ENDLESS],
  ['in SQL', SQL_ABUSES],
] as const)('%s', (_kind, abuses) => {
  it.each(abuses.map((abuse) => [abuse.name, abuse] as const))('%s', async (_name, { body, is }) => {
    judge(await attacked(body), is);
    await untouched();
  });
});

describe('in a source', () => {
  it.each([
    ['a module', "import fs from 'node:fs'; function f() {}", 'refused'],
    ['no JavaScript', 'function (', 'refused'],
    ['a throw', "throw new Error('at once')", 'refused'],
    ['a throw that is a program', 'const e = { get message() { throw e } }; throw e', 'refused'],
    ['a loop', 'for (;;);', 'time-limit'],
    ['a hoard', 'const a = []; for (;;) a.push(new Array(1000).fill(1))', 'memory-limit'],
    ['the database before it is open', "databases.db.run('DELETE FROM item')", 'refused'],
  ] as const)('%s', async (_name, source, reason) => {
    const found = await open(pool, source).catch((error: unknown) => error);
    expect(found).toBeInstanceOf(SandboxEnded);
    const allowed = reason === 'refused' && source.includes('get message') ? ['refused', 'crashed'] : [reason];
    expect(allowed).toContain(found instanceof SandboxEnded ? found.reason : '');
    await untouched();
  });
});

describe('in a script that makes a database', () => {
  it.each(SCRIPTS)('%s', async (_name, script, why) => {
    const found = await pool.build(script).catch((error: unknown) => error);
    expect(found).toBeInstanceOf(SandboxEnded);
    expect(found instanceof Error ? found.message : '').toMatch(why);
    await untouched();
  });
  it('nothing was written beside them', () => {
    for (const file of ['/tmp/practicum-escape-1', '/tmp/practicum-escape-2', '/tmp/practicum-escape-3'])
      expect(existsSync(file)).toBe(false);
  });
});

describe('across sandboxes', () => {
  it('leaves nothing behind for the next of the same source', async () => {
    const source = `function leave() { globalThis.left = 1; Math.max.left = 1; Object.prototype.left = 1; tools.left = 1; databases.db.run('DELETE FROM item'); return 1; }
      function find() { return [typeof left, Math.max.left ?? null, ({}).left ?? null, tools.left ?? null, databases.db.get('SELECT count(*) AS n FROM item').n]; }
      var tools = {};`;
    const first = await open(pool, source);
    await first.call('leave', null, { signal });
    const second = await open(pool, source);
    expect(await second.call('find', null, { signal })).toEqual({
      ok: true,
      value: ['undefined', null, null, null, 40],
    });
    await first.close();
    const third = await open(pool, source);
    expect(await third.call('find', null, { signal })).toEqual({
      ok: true,
      value: ['undefined', null, null, null, 40],
    });
    await second.close();
    await third.close();
  });
  it('draws the same chance from the same seed, another from another, and repeats none', async () => {
    const source =
      'function draw() { return [Math.random(), Math.random(), databases.db.get("SELECT random() AS r").r]; }';
    const drawn = async (seed: string): Promise<unknown> => {
      const spec = {
        source,
        databases: { db: { image, access: 'read' } },
        clock: '2026-03-02T08:00:00Z',
        seed,
      } as const;
      const sandbox = await pool.open(spec);
      const answer = await sandbox.call('draw', null, { signal });
      await sandbox.close();
      return answer.ok ? answer.value : answer;
    };
    const [a, again, b] = [await drawn('a'), await drawn('a'), await drawn('b')];
    expect(again).toEqual(a);
    expect(b).not.toEqual(a);
    expect(new Set(Array.isArray(a) ? a : []).size).toBe(3);
  });
  it('gives a source that reads clock and chance where it begins those of each sandbox', async () => {
    const source = 'const at = Date.now(), chance = Math.random(); function told() { return [at, chance]; }';
    const told = async (clock: string, seed: string): Promise<unknown> => {
      const sandbox = await pool.open({ source, databases: {}, clock, seed });
      const answer = await sandbox.call('told', null, { signal });
      await sandbox.close();
      return answer.ok ? answer.value : answer;
    };
    const first = await told('2026-03-02T08:00:00Z', 'a');
    expect(await told('2026-03-02T08:00:00Z', 'a')).toEqual(first);
    const [at, chance] = (await told('2027-01-01T00:00:00Z', 'b')) as readonly number[];
    expect(at).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect(first).not.toContain(chance);
  });
});

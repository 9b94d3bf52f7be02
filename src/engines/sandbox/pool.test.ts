import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { QuickJS } from 'quickjs-wasi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxPool } from './pool.ts';
import { type Sandbox, SandboxEnded, type SandboxPool, type SandboxSpec } from './sandbox.ts';
import { compiledEngine } from './wasm-module.ts';

const { signal } = new AbortController();
const SCHEMA = `CREATE TABLE account (id TEXT PRIMARY KEY NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT;
  CREATE TABLE entry (n INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES account (id), amount INTEGER NOT NULL, at TEXT DEFAULT CURRENT_TIMESTAMP) STRICT;
  INSERT INTO account VALUES ('a', 100), ('b', 0), ('c/d', 5);`;
const SOURCE = `let made = 0;
function move({ from, to, amount }) {
  const { db } = databases;
  made += 1;
  db.run('INSERT INTO entry (account, amount) VALUES (?, ?)', to, amount);
  db.run('UPDATE account SET balance = balance + ? WHERE id = ?', amount, to);
  db.run('UPDATE account SET balance = balance - ? WHERE id = ?', amount, from);
  return { made, chance: Math.random(), at: new Date().toISOString() };
}
function balances() { return databases.db.all('SELECT id, balance FROM account ORDER BY id'); }
function forever() { databases.db.get('WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r'); }
function loop() { for (;;); }
function fields({ a, b }) { return [b, a, typeof made]; }
const arrow = () => 'arrow';`;

let pool: SandboxPool;
let image: Uint8Array;
const spec = (seed = 's'): SandboxSpec => ({
  source: SOURCE,
  databases: { db: { image, access: 'write' } },
  clock: '2026-03-02T08:00:00Z',
  seed,
});
const move = (sandbox: Sandbox, amount: number) => sandbox.call('move', { from: 'a', to: 'b', amount }, { signal });
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no end',
    (error: unknown) => (error instanceof SandboxEnded ? error.reason : error),
  );

beforeAll(async () => {
  pool = openSandboxPool({ keepers: 1, limits: { callMs: 400, steps: 2000 } });
  image = (await pool.build(SCHEMA)).image;
});
afterAll(() => pool.close());

describe('a sandbox', () => {
  it('answers calls, and keeps what they do', async () => {
    const sandbox = await pool.open(spec());
    expect(await move(sandbox, 30)).toMatchObject({ ok: true, value: { made: 1, at: '2026-03-02T08:00:00.000Z' } });
    expect(await sandbox.call('balances', null, { signal })).toEqual({
      ok: true,
      value: [
        { id: 'a', balance: 70 },
        { id: 'b', balance: 30 },
        { id: 'c/d', balance: 5 },
      ],
    });
    expect(await sandbox.changes('db')).toEqual([
      { table: 'account', key: 'a', before: { id: 'a', balance: 100 }, after: { id: 'a', balance: 70 } },
      { table: 'account', key: 'b', before: { id: 'b', balance: 0 }, after: { id: 'b', balance: 30 } },
      { table: 'entry', key: '1', before: null, after: { n: 1, account: 'b', amount: 30, at: '2026-03-02 08:00:00' } },
    ]);
    await sandbox.close();
  });
  it('undoes a call that throws, all of it', async () => {
    const sandbox = await pool.open(spec());
    const answer = await move(sandbox, 300);
    expect(answer).toMatchObject({ ok: false, error: { name: 'SqlError', message: expect.stringMatching(/CHECK/) } });
    expect(await sandbox.changes('db')).toEqual([]);
    expect(await move(sandbox, 1)).toMatchObject({ ok: true, value: { made: 2 } });
    await sandbox.close();
  });
  it('writes nothing in a call that may only read', async () => {
    const sandbox = await pool.open(spec());
    const answer = await sandbox.call('move', { from: 'a', to: 'b', amount: 1 }, { signal, readOnly: true });
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(/only read/) } });
    expect(await sandbox.changes('db')).toEqual([]);
    expect((await move(sandbox, 1)).ok).toBe(true);
    await sandbox.close();
  });
  it('finds functions however they are declared, and only functions', async () => {
    const sandbox = await pool.open(spec());
    expect(await sandbox.call('arrow', null, { signal })).toEqual({ ok: true, value: 'arrow' });
    expect(await sandbox.call('fields', { a: 1, b: [null, 'ä\u2028'] }, { signal })).toEqual({
      ok: true,
      value: [[null, 'ä\u2028'], 1, 'number'],
    });
    expect((await sandbox.call('made', null, { signal })).ok).toBe(false);
    await expect(sandbox.call('made; move', null, { signal })).rejects.toThrow('not the name of a function');
    await sandbox.close();
  });
  it('gives the same bytes for the same calls, in whatever keeper', async () => {
    const other = openSandboxPool({ keepers: 1 });
    const told = await Promise.all(
      [pool, other].map(async (from) => {
        const sandbox = await from.open(spec());
        const answers = [await move(sandbox, 5), await move(sandbox, 500), await move(sandbox, 7)];
        return JSON.stringify([answers, Buffer.from(await sandbox.image('db')).toString('base64')]);
      }),
    );
    expect(told[1]).toBe(told[0]);
    await other.close();
  });
  it('begins with changes on top of the image', async () => {
    const first = await pool.open(spec());
    await move(first, 40);
    const changes = await first.changes('db');
    const later = await pool.open({ ...spec(), databases: { db: { image, access: 'read', changes } } });
    expect(await later.call('balances', null, { signal })).toEqual(await first.call('balances', null, { signal }));
    expect((await move(later, 1)).ok).toBe(false);
    await first.close();
    await later.close();
  });
  it('stops waiting when the signal says so, and goes on afterwards', async () => {
    const sandbox = await pool.open(spec());
    const controller = new AbortController();
    const call = sandbox.call('move', { from: 'a', to: 'b', amount: 1 }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(await move(sandbox, 1)).toMatchObject({ value: { made: 2 } });
    await sandbox.close();
  });
  it('cannot be asked after it was closed, which may be done twice', async () => {
    const sandbox = await pool.open(spec());
    await sandbox.close();
    await sandbox.close();
    expect(await reasonOf(move(sandbox, 1))).toBe('closed');
  });
  it('is ended for good by a runaway, without ending its keeper where the engine can stop it', async () => {
    const before = pool.stats().lost;
    const sandbox = await pool.open(spec());
    expect(await reasonOf(sandbox.call('loop', null, { signal }))).toBe('time-limit');
    expect(await reasonOf(move(sandbox, 1))).toBe('time-limit');
    expect(pool.stats().lost).toBe(before);
  });
});

describe('when a keeper falls', () => {
  it('ends the culprit and makes the others again, calls that were waiting too', async () => {
    const others = await Promise.all(['x', 'y', 'z'].map((seed) => pool.open(spec(seed))));
    const quiet = openSandboxPool({ keepers: 1 });
    const twins = await Promise.all(['x', 'y', 'z'].map((seed) => quiet.open(spec(seed))));
    for (const sandbox of [...others, ...twins]) await move(sandbox, 10);
    const [before] = pool.stats().keepers;
    const culprit = await pool.open(spec());
    const fall = reasonOf(culprit.call('forever', null, { signal }));
    const waiting = others.map((sandbox) => move(sandbox, 2));
    expect(await fall).toBe('time-limit');
    expect(await Promise.all(waiting)).toEqual(await Promise.all(twins.map((sandbox) => move(sandbox, 2))));
    for (const [i, sandbox] of others.entries()) {
      expect(await sandbox.changes('db')).toEqual(await twins[i]?.changes('db'));
      expect(await sandbox.image('db')).toEqual(await twins[i]?.image('db'));
    }
    expect(pool.stats().keepers).not.toContain(before);
    expect(await reasonOf(move(culprit, 1))).toBe('time-limit');
    await Promise.all([...others, culprit].map((sandbox) => sandbox.close()));
    await quiet.close();
  });
  it('ends nobody when it fell between calls', async () => {
    const sandbox = await pool.open(spec());
    const first = await move(sandbox, 3);
    const [pid = 0] = pool.stats().keepers;
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    expect(first).toMatchObject({ value: { made: 1 } });
    expect(await move(sandbox, 4)).toMatchObject({ value: { made: 2 } });
    await sandbox.close();
  });
  it('holds whoever was being served for the culprit when it falls by itself', async () => {
    const patient = openSandboxPool({ keepers: 1, limits: { callMs: 30_000 } });
    const bystander = await patient.open(spec());
    const sandbox = await patient.open(spec());
    const fall = reasonOf(sandbox.call('forever', null, { signal }));
    const waiting = move(bystander, 1);
    await sleep(200);
    process.kill(patient.stats().keepers[0] ?? 0, 'SIGKILL');
    expect(await fall).toBe('crashed');
    expect(await waiting).toMatchObject({ ok: true, value: { made: 1 } });
    await patient.close();
  });
  it('sends again what a keeper has let go', async () => {
    const sandboxes = await Promise.all(
      Array.from({ length: 70 }, (_, i) => pool.open({ ...spec(), source: `function f() { return ${i}; }` })),
    );
    const again = await pool.open({ ...spec(), source: 'function f() { return 0; }' });
    expect(await again.call('f', null, { signal })).toEqual({ ok: true, value: 0 });
    await Promise.all([...sandboxes, again].map((sandbox) => sandbox.close()));
    expect(pool.stats().sandboxes).toBe(0);
  });
});

async function gone(pid: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
  throw new Error(`the process ${pid} is still there`);
}

/** A program that opens a pool and says who its keeper is. */
const program = (rest: string): string => `
  import { openSandboxPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
  const pool = openSandboxPool({ keepers: 1, limits: { callMs: 1500 } });
  const { image } = await pool.build('CREATE TABLE t (id INTEGER PRIMARY KEY)');
  const sandbox = await pool.open({ source: ${JSON.stringify(SOURCE)}, databases: { db: { image, access: 'read' } }, clock: '2026-03-02T08:00:00Z', seed: '' });
  console.log(pool.stats().keepers[0]);
  ${rest}`;

describe('a keeper', () => {
  it('does not hold up the end of a program, and ends with it', async () => {
    const told = execFileSync(process.execPath, ['--input-type=module', '--eval', program('')], { timeout: 20_000 });
    await gone(Number(told));
  });
  it.each([
    ['idle', 'setInterval(() => 0, 1000);'],
    ['busy', "sandbox.call('forever', null, { signal: new AbortController().signal });"],
  ])('ends when the program is killed while it is %s', async (_state, rest) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program(rest)], { stdio: 'pipe' });
    const [told] = await once(child.stdout, 'data');
    await sleep(100);
    child.kill('SIGKILL');
    await gone(Number(String(told)));
  });
  it.runIf(process.platform === 'linux')('has no secrets, no files to write and nothing to start', async () => {
    const sandbox = await pool.open(spec());
    const [pid] = pool.stats().keepers;
    expect(
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((one) => one.split('=')[0])
        .sort()
        .join(),
    ).toMatch(/^(,?(NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE|TZ))+$/);
    const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    expect(flags).toContain('--permission');
    expect(flags.some((flag) => /^--allow-(fs-write|child-process|addons|wasi)/.test(flag))).toBe(false);
    await sandbox.close();
  });
  it('has an engine whose memory cannot grow beyond the limit, whatever the engine believes', async () => {
    const file = fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
    const size = async (maximum: number): Promise<number> => {
      let memory: { readonly buffer: ArrayBuffer } | undefined;
      const wasi = (given: { readonly buffer: ArrayBuffer }) => {
        memory = given;
        return {};
      };
      const vm = await QuickJS.create({ wasm: compiledEngine(file, maximum), wasi });
      vm.evalCode('const kept = []; try { for (let i = 0; i < 40; i++) kept.push(new ArrayBuffer(1e6)) } catch {}');
      return memory?.buffer.byteLength ?? 0;
    };
    expect(await size(8_000_000)).toBeLessThan(8_100_000);
    expect(await size(80_000_000)).toBeGreaterThan(40_000_000);
  });
});

describe('a pool', () => {
  it('ends its sandboxes when it is closed', async () => {
    const short = openSandboxPool();
    const sandbox = await short.open(spec());
    const [pid = 0] = short.stats().keepers;
    await short.close();
    await short.close();
    await gone(pid);
    expect(await reasonOf(move(sandbox, 1))).toBe('closed');
    expect(await reasonOf(short.open(spec()))).toBe('closed');
  });
  it('shares sandboxes between its keepers', async () => {
    const two = openSandboxPool({ keepers: 2 });
    for (let i = 0; i < 4; i++) await two.open(spec(String(i)));
    expect(two.stats()).toMatchObject({ sandboxes: 4, keepers: [expect.any(Number), expect.any(Number)] });
    await two.close();
  });
  it('builds one script once', async () => {
    expect(await pool.build(SCHEMA)).toBe(await pool.build(SCHEMA));
    expect((await pool.build(SCHEMA)).state.account).toHaveLength(3);
  });
});

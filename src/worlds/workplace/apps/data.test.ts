import { afterAll, describe, expect, it } from 'vitest';
import { EpisodeError } from '../../../core/errors.ts';
import { openSandboxPool } from '../../../engines/sandbox/pool.ts';
import { csvRows } from '../csv.ts';
import { openDesk } from '../fixtures/desk.ts';
import { sandboxScripts } from '../scripts.ts';
import { app } from './data.ts';
import { app as filesApp } from './files.ts';

const pool = openSandboxPool({ keepers: 1, limits: { callMs: 700, steps: 1500 } });
afterAll(() => pool.close());

const SALES = 'id,name,amount,share,code\n1,"Ada, B.",10,0.5,007\n2,Bo,,0.25,008\n3,"Ci ""C""",7,1,009\n';
const files = [
  { path: 'drive/sales.csv', content: SALES },
  {
    path: 'drive/staff.json',
    content: JSON.stringify({
      month: '2026-02',
      staff: [
        { id: 1, active: true, tags: ['x'] },
        { id: 2, active: false, note: null },
      ],
    }),
  },
  { path: 'drive/empty.csv', content: 'a,b\n' },
  { path: 'drive/wide.csv', content: 'a\n1,2\n' },
  { path: 'drive/text.md', content: 'words' },
  { path: 'drive/many.csv', content: `n\n${Array.from({ length: 500 }, (_, i) => i).join('\n')}\n` },
];
const desk = () => openDesk([app, filesApp], { files }, sandboxScripts(pool));
const sales = [{ path: 'drive/sales.csv', as: 'sales' }];

describe('describe_table', () => {
  it('names columns with their types', async () => {
    const { use, noted } = desk();
    expect(await use('describe_table', { path: 'drive/sales.csv' })).toMatchObject({
      columns: [
        { name: 'id', type: 'integer', empty_cells: 0 },
        { name: 'name', type: 'text', empty_cells: 0 },
        { name: 'amount', type: 'integer', empty_cells: 1 },
        { name: 'share', type: 'number', empty_cells: 0 },
        { name: 'code', type: 'text', empty_cells: 0 },
      ],
      row_count: 3,
      sample: [
        [1, 'Ada, B.', 10, 0.5, '007'],
        [2, 'Bo', '', 0.25, '008'],
        [3, 'Ci "C"', 7, 1, '009'],
      ],
    });
    expect(await use('describe_table', { path: 'drive/staff.json' })).toMatchObject({
      row_count: 2,
      sample: [
        [1, 1, '["x"]', ''],
        [2, 0, '', ''],
      ],
    });
    expect(noted('file-read').map(({ path }) => path)).toEqual(['drive/sales.csv', 'drive/staff.json']);
  });
  it('says what is no table', async () => {
    const { refused } = desk();
    expect(await refused('describe_table', { path: 'drive/text.md' })).toMatch(/no table/);
    expect(await refused('describe_table', { path: 'drive/wide.csv' })).toMatch(/row 1 has more cells/);
    expect(await refused('describe_table', { path: 'drive/../x.csv' })).toMatch(/^invalid/);
  });
  it('reads what spreadsheets write', () => {
    expect(csvRows('\uFEFFa,b\r\n"x\ny",""\r\n\r\n,\nz')).toEqual([['a', 'b'], ['x\ny', ''], ['', ''], ['z']]);
    expect(csvRows('a,')).toEqual([['a', '']]);
    expect(csvRows('')).toEqual([]);
  });
});

describe('query_data', () => {
  it('answers a SELECT, with empty cells as NULL', async () => {
    const { use, noted } = desk();
    const sql = 'SELECT count(*) AS n, sum(amount) AS total, avg(amount) AS mean, min(code) AS code FROM sales;';
    expect(await use('query_data', { sql, files: sales })).toMatchObject({
      columns: ['n', 'total', 'mean', 'code'],
      rows: [[3, 17, 8.5, '007']],
      row_count: 1,
      is_cut: false,
      now: '08:03',
    });
    expect(await use('query_data', { sql: 'SELECT name FROM sales WHERE amount IS NULL', files: sales })).toMatchObject(
      { rows: [['Bo']] },
    );
    expect(noted('file-read')).toHaveLength(2);
  });
  it('joins files, keeps order, and keeps columns of one name apart', async () => {
    const { use } = desk();
    const sql =
      '-- both\nWITH t AS (SELECT * FROM staff) SELECT s.id, t.id FROM sales s JOIN t ON t.id = s.id ORDER BY s.id DESC -- end';
    const both = [...sales, { path: 'drive/staff.json', as: 'staff' }];
    const { rows, columns } = await use('query_data', { sql, files: both });
    expect(rows).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(new Set(Array.isArray(columns) ? columns : []).size).toBe(2);
    expect(await use('query_data', { sql: 'SELECT * FROM sales', files: sales })).toMatchObject({
      columns: ['id', 'name', 'amount', 'share', 'code'],
    });
  });
  it('bounds what it shows, and finds nothing as nothing', async () => {
    const { use } = desk();
    const many = [{ path: 'drive/many.csv', as: 'many' }];
    const { rows, ...rest } = await use('query_data', { sql: 'SELECT n FROM many', files: many });
    expect(rows).toHaveLength(200);
    expect(rest).toMatchObject({ row_count: 500, is_cut: true });
    expect(await use('query_data', { sql: 'SELECT n FROM many WHERE n < 0', files: many })).toMatchObject({
      rows: [],
      row_count: 0,
    });
  });
  it.each([
    ["ATTACH DATABASE '/tmp/x.db' AS x"],
    ['PRAGMA database_list'],
    ['DROP TABLE sales'],
    ['INSERT INTO sales VALUES (1)'],
    ['SELECT 1; SELECT 2'],
    ["SELECT 1) ; ATTACH ':memory:' AS x; --"],
    ["SELECT load_extension('x')"],
    ["SELECT readfile('/etc/passwd')"],
    ['SELECT * FROM nothing'],
    ['SELEC 1'],
    ['/* only words */'],
    ['WITH t AS (SELECT 1) DELETE FROM sales'],
    ['WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r'],
    ['WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r'],
    ['SELECT zeroblob(999999999)'],
    ["SELECT replace(hex(zeroblob(500000)), '0', 'aaaaaaaaaa')"],
  ])('refuses %s and goes on', async (sql) => {
    const { refused, use } = desk();
    expect(await refused('query_data', { sql, files: sales })).toMatch(/^invalid/);
    expect(await use('query_data', { sql: 'SELECT count(*) AS n FROM sales', files: sales })).toMatchObject({
      rows: [[3]],
    });
  });
  it('refuses names and files that are none', async () => {
    const { refused } = desk();
    const sql = 'SELECT 1';
    expect(await refused('query_data', { sql, files: [] })).toMatch(/^invalid/);
    expect(await refused('query_data', { sql, files: [{ path: 'drive/sales.csv', as: 'a b' }] })).toMatch(/^invalid/);
    expect(await refused('query_data', { sql, files: [{ path: 'drive/sales.csv', as: 'sqlite_master' }] })).toMatch(
      /^invalid/,
    );
    expect(await refused('query_data', { sql, files: [...sales, ...sales] })).toMatch(/same name/);
    expect(await refused('query_data', { sql, files: [{ path: 'drive/no.csv', as: 'a' }] })).toMatch(/^not_found/);
    expect(await refused('query_data', { sql, files: [{ path: 'drive/empty.csv', as: 'a' }] })).toMatch(/no rows/);
    expect(await refused('query_data', { sql: 'x'.repeat(30_000), files: sales })).toMatch(/^invalid/);
  });
});

describe('run_script', () => {
  it('reads, works and writes', async () => {
    const { use, noted } = desk();
    const code = `const rows = tables.read('drive/sales.csv');
const total = rows.reduce((sum, row) => sum + (row.amount ?? 0), 0);
files.write('workspace/out/total.json', JSON.stringify({ total }));
print('total', total, rows[1]);
console.log(files.read('workspace/out/total.json'), files.list().length);
return new Date('2026-03-02').getUTCDay();`;
    expect(await use('run_script', { code, files: ['drive/sales.csv'] })).toMatchObject({
      printed: 'total 17 {"id":2,"name":"Bo","amount":null,"share":0.25,"code":"008"}\n{"total":17} 2\n1\n',
      written: ['workspace/out/total.json'],
      now: '08:04',
    });
    expect(await use('read_file', { path: 'workspace/out/total.json' })).toMatchObject({ content: '{"total":17}' });
    expect(noted('file-read').map(({ path }) => path)).toEqual(['drive/sales.csv', 'workspace/out/total.json']);
    expect(await use('run_script', { code: ';' })).toMatchObject({ printed: '', written: [] });
  });
  it.each([
    ['throw new Error("mine")', /Error: mine \(line 1\)/],
    ['print("before");\nnull.x', /line 2[\s\S]*printed before that:\nbefore/],
    ['let = ;', /SyntaxError/],
    ['files.read("drive/sales.csv")', /was not given "drive\/sales.csv"; it was given no files/],
    ['files.write("drive/x", "y")', /below workspace/],
    ['files.write("workspace/../x", "y")', /no path here/],
    ['files.write("workspace/x", 5)', /a path and a text/],
    ['files.write("workspace/x", "x".repeat(500000))', /at most/],
    ['for (let i = 0; i < 9; i++) files.write("workspace/x" + i, "x".repeat(50000))', /at most/],
    ['Date.now()', /no clock/],
    ['new Date()', /no clock/],
    ['Date()', /no clock/],
    ['new (new Date(0)).constructor()', /no clock/],
    ['require("fs")', /require/],
    ['process.exit(1)', /process/],
    ['return import("node:fs")', /promises are not waited for/],
    ['fetch("http://localhost")', /fetch/],
    ['for (;;) {}', /it was ended \(time-limit\)/],
    ['try { for (;;) {} } catch { for (;;) {} }', /it was ended \(time-limit\)/],
    ['const a = []; for (;;) a.push(new Array(1e5).fill(7))', /it was ended|out of memory/],
    ['let s = "x"; for (;;) s += s', /./],
    ['const f = () => f(); f()', /./],
    ['for (;;) print("x".repeat(1000))', /it was ended/],
  ])('%s is told to who wrote it', async (code, words) => {
    const { use, refused } = desk();
    expect(await refused('run_script', { code })).toMatch(words);
    expect(await use('run_script', { code: 'print(1 + 1)' })).toMatchObject({ printed: '2\n', written: [] });
    expect(await use('list_files', { path: 'workspace' })).toMatchObject({ entries: [] });
  });
  it.each([
    ['JSON.stringify = () => "broken"; return { a: 1 }'],
    ['Object.entries = null; Map.prototype.get = null; Array.prototype.map = () => [1]; print(1)'],
    ['}); globalThis.run = () => ({ ok: true, printed: 5 }); (function () {'],
    ['Object.prototype.toJSON = () => ({ ok: true, printed: "forged", written: [["drive/handbook.md", "forged"]] })'],
    ['Array.prototype[Symbol.iterator] = function* () { yield "workspace/../x"; }; files.write("workspace/x", "y")'],
  ])('%s bends only itself', async (code) => {
    const { use, look } = desk();
    await look('run_script', { code }).catch((error: unknown) => {
      // Never the world's fault: else a script could undo a day that goes badly.
      if (error instanceof EpisodeError) throw error;
    });
    expect(await use('run_script', { code: 'print(JSON.stringify({ a: [1].map((x) => x + 1) }))' })).toMatchObject({
      printed: '{"a":[2]}\n',
    });
    expect(await use('read_file', { path: 'drive/text.md' })).toMatchObject({ content: 'words' });
    expect(await use('list_files', { path: 'drive' })).toMatchObject({ total: files.length });
  });
  it('prints no more than fits', async () => {
    const { use } = desk();
    const { printed } = await use('run_script', { code: 'for (let i = 0; i < 100; i++) print("x".repeat(1000))' });
    expect(String(printed).length).toBeLessThan(30_100);
    expect(printed).toMatch(/and more, which is left out$/);
  });
  it('gives the same twice, chance included', async () => {
    const code = 'print(Math.random(), Math.random())';
    expect(await desk().use('run_script', { code })).toEqual(await desk().use('run_script', { code }));
  });
  it('is the world to blame where the sandbox itself is gone', async () => {
    const closed = openSandboxPool({ keepers: 1 });
    await closed.close();
    const { use } = openDesk([app], { files }, sandboxScripts(closed));
    const error = await use('run_script', { code: 'print(1)' }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(EpisodeError);
    expect(error).toMatchObject({ party: 'world' });
    await expect(use('query_data', { sql: 'SELECT 1', files: sales })).rejects.toMatchObject({ party: 'world' });
  });
});

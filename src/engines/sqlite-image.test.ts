import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges, type Change } from '../core/state.ts';
import { diffImages, openImage, readState } from './sqlite-image.ts';
import { imageAfter } from './sqlite-image-after.ts';

function made(...scripts: readonly string[]): Uint8Array {
  const binding = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  for (const script of scripts) binding.exec(script);
  const bytes = binding.serialize();
  binding.close();
  return bytes;
}

describe('readState', () => {
  it('reads tables with and without keys, and every kind of value', () => {
    const state = readState(
      made(
        'CREATE TABLE thing (id INTEGER PRIMARY KEY, big BIGINT, price REAL, note TEXT, photo BLOB, anything)',
        "INSERT INTO thing VALUES (2, 9007199254740993, 1, 'äöü', x'00ff', 1.0), (1, -9223372036854775808, 9e999, NULL, 'words', x'01')",
        'CREATE TABLE "no key" (a, b)',
        "INSERT INTO \"no key\" VALUES ('x', 1), ('x', 1)",
        'CREATE VIEW seen AS SELECT * FROM thing',
        'CREATE VIRTUAL TABLE found USING fts5(words)',
      ),
    );
    expect(state).toEqual({
      'no key': [
        { a: 'x', b: 1 },
        { a: 'x', b: 1 },
      ],
      thing: [
        {
          id: 1,
          big: { $integer: '-9223372036854775808' },
          price: { $real: 'Infinity' },
          note: null,
          photo: { $text: 'words' },
          anything: { $blob: '01' },
        },
        {
          id: 2,
          big: { $integer: '9007199254740993' },
          price: 1,
          note: 'äöü',
          photo: '00ff',
          anything: { $real: '1' },
        },
      ],
    });
  });

  it('opens a file that was written with a write-ahead log', () => {
    const folder = mkdtempSync(join(tmpdir(), 'practicum-image-'));
    const file = new DatabaseSync(join(folder, 'a.db'));
    file.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a PRIMARY KEY); INSERT INTO t VALUES (1)');
    file.close();
    expect(readState(readFileSync(join(folder, 'a.db')))).toEqual({ t: [{ a: 1 }] });
    rmSync(folder, { recursive: true });
  });

  it('refuses what is no database', () => {
    expect(() => openImage(Buffer.from('a text that is no database at all'))).toThrow('not an SQLite database');
  });
});

describe('diffImages', () => {
  const SCHEMA = 'CREATE TABLE t (id TEXT PRIMARY KEY, v)';
  it('tells rows apart by key, in the order of table and key', () => {
    const a = made(SCHEMA, "INSERT INTO t VALUES ('a', 1), ('b', 2), ('c', 3)");
    const b = made(SCHEMA, "INSERT INTO t VALUES ('d', 4), ('c', 3), ('b', 5)");
    expect(diffImages(a, b)).toEqual([
      { table: 't', key: 'a', before: { id: 'a', v: 1 }, after: null },
      { table: 't', key: 'b', before: { id: 'b', v: 2 }, after: { id: 'b', v: 5 } },
      { table: 't', key: 'd', before: null, after: { id: 'd', v: 4 } },
    ]);
    expect(diffImages(a, made(SCHEMA, "INSERT INTO t VALUES ('c', 3), ('b', 2), ('a', 1)"))).toEqual([]);
  });

  it('goes by the row number where there is no key, or where it is null', () => {
    const schema = 'CREATE TABLE bare (v); CREATE TABLE odd (k INT PRIMARY KEY, v)';
    const a = made(
      schema,
      'INSERT INTO bare VALUES (1), (1)',
      'INSERT INTO odd (rowid, k, v) VALUES (1, NULL, 1), (2, 1, 1)',
    );
    const b = made(
      schema,
      'INSERT INTO bare VALUES (1), (2)',
      'INSERT INTO odd (rowid, k, v) VALUES (1, NULL, 2), (2, 1, 1)',
    );
    expect(diffImages(a, b).map(({ table, key }) => `${table} ${key}`)).toEqual(['bare 2', 'odd #1']);
  });

  it('takes a table of one side as all inserted or all deleted', () => {
    const [a, b] = [
      made(SCHEMA, "INSERT INTO t VALUES ('a', 1)"),
      made('CREATE TABLE u (id INTEGER PRIMARY KEY)', 'INSERT INTO u VALUES (7)'),
    ];
    expect(diffImages(a, b)).toEqual([
      { table: 't', key: 'a', before: { id: 'a', v: 1 }, after: null },
      { table: 'u', key: '7', before: null, after: { id: 7 } },
    ]);
  });

  it('sees a value that changed its kind only', () => {
    const of = (value: string): Uint8Array => made(SCHEMA, `INSERT INTO t VALUES ('a', ${value})`);
    for (const [x, y] of [
      ["'ff'", "x'ff'"],
      ['1', '1.0'],
      ['1', "'1'"],
      ['9007199254740992', '9007199254740993'],
    ] as const)
      expect(diffImages(of(x), of(y)), `${x} ${y}`).toHaveLength(1);
  });
});

describe('imageAfter', () => {
  const SCHEMA = `
    CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, u TEXT UNIQUE, r REAL, n DECIMAL(10, 2), b BLOB);
    CREATE TABLE pair (a TEXT, k INT, v, PRIMARY KEY (a, k)) WITHOUT ROWID;
    CREATE TABLE worded (w VARCHAR(9) PRIMARY KEY, t TEXT NOT NULL CHECK (t <> 'never'), up REFERENCES worded (w));
    CREATE TABLE bare (x, y TEXT);
    CREATE TABLE log (id INTEGER PRIMARY KEY, line);
    CREATE TRIGGER noted AFTER DELETE ON numbered BEGIN INSERT INTO log (line) VALUES (old.id); END;
  `;
  const text = fc.constantFrom("''", "'a'", "'a/b'", "'b'", "'7'", "'00ff'", "'ü\u{1F44D}'");
  const any = fc.oneof(
    text,
    fc.constantFrom('NULL', '0', '1', '1.0', '-0.0', '2.5', '1e300', '9e999', '9007199254740993', "x''", "x'00ff'"),
  );
  const id = fc.integer({ min: -1, max: 4 }).map(String);
  const step = fc.oneof(
    fc.tuple(id, any, any, any, any).map((row) => `INSERT OR REPLACE INTO numbered VALUES (${row})`),
    fc.tuple(any, id).map(([u, to]) => `UPDATE OR IGNORE numbered SET u = ${u}, r = ${to} WHERE id >= ${to}`),
    fc.constant("UPDATE OR IGNORE numbered SET u = CASE u WHEN 'a' THEN 'b' WHEN 'b' THEN 'a' ELSE u END"),
    id.map((gone) => `DELETE FROM numbered WHERE id = ${gone}`),
    fc.tuple(text, id, any).map((row) => `INSERT OR REPLACE INTO pair VALUES (${row})`),
    fc.tuple(text, id).map(([a, k]) => `UPDATE OR IGNORE pair SET a = ${a} WHERE k = ${k}`),
    fc
      .tuple(fc.oneof(text, fc.constant('NULL')), text, any)
      .map((row) => `INSERT OR REPLACE INTO worded VALUES (${row})`),
    fc.tuple(text, text).map(([w, t]) => `UPDATE worded SET t = ${t} WHERE w = ${w} OR w IS NULL`),
    fc.tuple(any, text).map((row) => `INSERT INTO bare VALUES (${row})`),
    fc.tuple(any, id).map(([x, at]) => `UPDATE bare SET x = ${x} WHERE rowid = ${at}`),
    id.map((at) => `DELETE FROM bare WHERE rowid = ${at}`),
  );
  const steps = fc.array(step, { maxLength: 14 });
  const late = fc.constantFrom(
    '',
    "CREATE TABLE late (id INTEGER PRIMARY KEY, t TEXT, r REAL); INSERT INTO late VALUES (3, 'x', 1), (4, NULL, 2.5)",
    "CREATE TABLE late (a TEXT, b TEXT, PRIMARY KEY (b, a)); INSERT INTO late VALUES ('p', 'q')",
    "CREATE TABLE late (x); INSERT INTO late VALUES ('p'), ('p')",
  );

  it('is the inverse of the difference, whatever was done', () => {
    fc.assert(
      fc.property(steps, steps, late, (first, then, more) => {
        const a = made(SCHEMA, ...first);
        const b = made(SCHEMA, ...first, ...then, more);
        const changes = diffImages(a, b);
        const again = imageAfter(a, changes);
        expect(diffImages(a, again)).toEqual(changes);
        const { late: _, ...known } = readState(b);
        expect(readState(again)).toMatchObject(known);
        if (more === '') expect(diffImages(b, again)).toEqual([]);
      }),
      { numRuns: 400, seed: 20260302 },
    );
  });

  it('keeps triggers and fires none', () => {
    const a = made(SCHEMA, "INSERT INTO numbered (id, u) VALUES (1, 'a')");
    const again = imageAfter(a, [
      { table: 'numbered', key: '1', before: { id: 1, u: 'a', r: null, n: null, b: null }, after: null },
    ]);
    expect(readState(again).log).toEqual([]);
    const live = new DatabaseSync(':memory:');
    live.deserialize(again);
    expect(live.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()).toHaveLength(1);
    live.close();
  });

  it('keeps whole numbers in columns of text as they were written', () => {
    const schema = 'CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT)';
    const [a, b] = [made(schema), made(schema, 'INSERT INTO t VALUES (1, 7)')];
    expect(readState(imageAfter(a, diffImages(a, b)))).toEqual({ t: [{ id: 1, code: '7' }] });
  });

  it('refuses changes of rows that are not there', () => {
    const gone: Change = { table: 'numbered', key: '9', before: { id: 9 }, after: null };
    expect(() => imageAfter(made(SCHEMA), [gone])).toThrow('a row "9" that the table "numbered" does not have');
  });

  it('agrees with the changes applied to the state', () => {
    const a = made(SCHEMA, "INSERT INTO bare VALUES (1, 'one')");
    const b = made(SCHEMA, "INSERT INTO bare VALUES (2, 'two')", "INSERT INTO worded VALUES ('w', 't', NULL)");
    expect(applyChanges(readState(a), diffImages(a, b))).toEqual(readState(imageAfter(a, diffImages(a, b))));
  });
});

it('compares databases of 300 KB in a few milliseconds', () => {
  const rows = (n: number): string =>
    Array.from(
      { length: n },
      (_, i) =>
        `(${i + 1}, 'name ${i}', 'a sentence about the thing ${i} that goes on for a while', ${i / 7}, '2026-02-18 07:18:36', ${i % 5})`,
    ).join(', ');
  const schema = 'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c REAL, d DATETIME, e INTEGER)';
  const a = made(schema, `INSERT INTO t VALUES ${rows(2600)}`);
  const b = made(schema, `INSERT INTO t VALUES ${rows(2600)}`, 'UPDATE t SET c = 0 WHERE id = 77');
  expect(a.length).toBeGreaterThan(250_000);
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    expect(diffImages(a, b)).toHaveLength(1);
    return performance.now() - start;
  }).sort((x, y) => x - y);
  // Ten times the median on an idle machine of two cores.
  expect(times[10]).toBeLessThan(80);
});

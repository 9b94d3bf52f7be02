import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Builder, openBuilder } from './sqlite-builder.ts';
import { readState } from './sqlite-image.ts';

const NOW = '2026-02-18T07:18:36Z';
let builder: Builder;
beforeEach(() => {
  builder = openBuilder({ now: NOW, seed: 's' });
});
afterEach(() => builder.close());

const done = (...statements: readonly string[]): void => {
  for (const sql of statements) expect(builder.attempt(sql)).toBeNull();
};

describe('the time', () => {
  it('is the given one, however it is asked for', () => {
    done(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, made DATETIME DEFAULT CURRENT_TIMESTAMP, due TEXT DEFAULT (datetime('now', '+1 day')), v, CHECK (date(due) IS NOT NULL))",
      'CREATE INDEX i ON t (date(due))',
      `INSERT INTO t (v) VALUES (datetime('NOW', '-3 days')), (CURRENT_DATE), (CURRENT_TIME), (strftime('%H:%M', 'now')), (unixepoch()),
        (date('2020-02-29', '+1 year')), (julianday('now') - julianday('now', '-1 day')), (strftime('%s', 'now', '-1 second')), (datetime())`,
    );
    const { t = [] } = readState(builder.bytes());
    expect(t[0]).toEqual({ id: 1, made: '2026-02-18 07:18:36', due: '2026-02-19 07:18:36', v: '2026-02-15 07:18:36' });
    expect(t.map(({ v }) => v).slice(1)).toEqual([
      '2026-02-18',
      '07:18:36',
      '07:18',
      1771399116,
      '2021-03-01',
      { $real: '1' },
      '1771399115',
      '2026-02-18 07:18:36',
    ]);
  });
});

describe('chance', () => {
  it('repeats itself', () => {
    const drawn = (): unknown => {
      const one = openBuilder({ now: NOW, seed: 's' });
      expect(one.attempt('CREATE TABLE t (a, b DEFAULT (lower(hex(randomblob(4)))))')).toBeNull();
      expect(one.attempt('INSERT INTO t (a) VALUES (random()), (random())')).toBeNull();
      const state = readState(one.bytes());
      one.close();
      return state;
    };
    expect(drawn()).toEqual(drawn());
    expect(JSON.stringify(drawn())).toMatch(/"b":"[0-9a-f]{8}"/);
  });
});

describe('what SQL may not', () => {
  it('reaches no file and no setting, and does not run for ever', () => {
    const folder = mkdtempSync(join(tmpdir(), 'practicum-builder-'));
    const file = join(folder, 'out.db');
    for (const sql of [
      `ATTACH '${file}' AS other`,
      `VACUUM INTO '${file}'`,
      'PRAGMA foreign_keys = ON',
      'PRAGMA writable_schema = ON',
      "SELECT load_extension('x')",
      "SELECT readfile('/etc/hostname')",
      'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n',
      'CREATE TABLE big AS SELECT zeroblob(900000000)',
    ])
      expect(builder.attempt(sql), sql).toMatch(/not authorized|authorization denied|no such function|too big/);
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('takes one statement at a time, as Python does', () => {
    done('CREATE TABLE t (a)', "INSERT INTO t VALUES ('a;b'); -- done");
    expect(builder.attempt('INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)')).toContain('several statements');
    expect(readState(builder.bytes()).t).toHaveLength(1);
  });
});

describe('keys and transactions', () => {
  it('checks foreign keys when told to; one failure leaves the rest', () => {
    done('CREATE TABLE p (id INTEGER PRIMARY KEY)', 'CREATE TABLE c (p REFERENCES p (id))', 'INSERT INTO c VALUES (9)');
    builder.foreignKeys(true);
    builder.begin();
    done('INSERT INTO p VALUES (1)');
    expect(builder.attempt('INSERT INTO c VALUES (8)')).toContain('FOREIGN KEY');
    done('INSERT INTO c VALUES (1)');
    expect(builder.commit()).toBeNull();
    expect(readState(builder.bytes()).c).toEqual([{ p: 9 }, { p: 1 }]);
  });

  it('says so where the end of a transaction fails', () => {
    done('CREATE TABLE c (p REFERENCES c (q) DEFERRABLE INITIALLY DEFERRED, q UNIQUE)');
    builder.foreignKeys(true);
    builder.begin();
    done('INSERT INTO c VALUES (8, 1)');
    expect(builder.commit()).toContain('FOREIGN KEY');
    expect(readState(builder.bytes()).c).toEqual([]);
  });
});

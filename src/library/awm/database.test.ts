import { describe, expect, it } from 'vitest';
import { readState } from '../../engines/sqlite-image.ts';
import { type Build, type BuiltDatabase, buildDatabase } from './database.ts';
import type { DbRecord, SampleRecord } from './records.ts';

const NOW = '2026-02-18T07:18:36.000Z';
const DB: DbRecord = {
  scenario: 'Seed Library',
  db_schema: {
    tables: [
      {
        name: 'member',
        ddl: 'CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, since DATETIME DEFAULT CURRENT_TIMESTAMP);',
        indexes: [],
        examples: [],
      },
      {
        name: 'packet',
        ddl: 'CREATE TABLE packet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES member (id), kind TEXT UNIQUE)',
        indexes: ['CREATE INDEX broken ON packet (no_such)', 'CREATE INDEX kinds ON packet (kind)'],
        examples: ["INSERT INTO packet VALUES (90, 900, 'example')"],
      },
      {
        name: 'loan',
        ddl: 'CREATE TABLE loan (id INTEGER PRIMARY KEY; due TEXT)',
        indexes: ['CREATE INDEX dues ON loan (due)'],
        examples: [],
      },
    ],
  },
};
const SAMPLE: SampleRecord = {
  scenario: 'seed_library',
  sample_data: {
    tables: [
      { table_name: 'packet', insert_statements: ["INSERT INTO packet VALUES (1, 1, 'bean')"] },
      {
        table_name: 'member',
        insert_statements: [
          "INSERT INTO member (id, name) VALUES (1, 'Ann')",
          "INSERT INTO member (id, name) VALUES (2, 'O'Hara')",
          "INSERT INTO member (id, name) VALUES (1, 'Twin')",
        ],
      },
      {
        table_name: 'packet',
        insert_statements: ["INSERT INTO packet VALUES (2, 2, 'pea')", "INSERT INTO packet VALUES (3, 77, 'corn')"],
      },
      { table_name: 'loan', insert_statements: ["INSERT INTO loan VALUES (1, datetime('now', '-3 days'))"] },
    ],
  },
};
const built = (change: Partial<Build>): BuiltDatabase =>
  buildDatabase(DB, SAMPLE, { mode: 'faithful', fk: 'on', now: NOW, ...change });
const lossesOf = ({ report }: BuiltDatabase): readonly string[] =>
  report.losses.map(({ part, table, at, problem }) => `${part} ${table} ${at}: ${problem}`);
const tables = ({ image }: BuiltDatabase): unknown => readState(image);

describe('faithful', () => {
  it('loses what the original loses: a table at its first failure, and each statement that fails', () => {
    const made = built({});
    expect(tables(made)).toEqual({
      member: [{ id: 1, name: 'Ann', since: '2026-02-18 07:18:36' }],
      packet: [],
    });
    expect(lossesOf(made)).toEqual([
      expect.stringMatching(/^index packet 0: .*no_such/),
      expect.stringMatching(/^index packet 1: given up/),
      expect.stringMatching(/^example packet 0: given up/),
      expect.stringMatching(/^table loan 0: .*/),
      expect.stringMatching(/^index loan 0: given up/),
      'seed packet 0: FOREIGN KEY constraint failed',
      expect.stringMatching(/^seed member 1: .*syntax error/),
      expect.stringMatching(/^seed member 2: UNIQUE/),
      'seed packet 0: FOREIGN KEY constraint failed',
      'seed packet 1: FOREIGN KEY constraint failed',
      expect.stringMatching(/^seed loan 0: no such table/),
    ]);
    expect(made.report).toMatchObject({ from: 'seeds', tables: 2, rows: 1, seeds: 7, repairs: [] });
  });

  it('without foreign keys keeps rows that lead nowhere, and goes on within a table', () => {
    const made = built({ fk: 'off' });
    expect(readState(made.image).packet).toEqual([
      { id: 1, owner: 1, kind: 'bean' },
      { id: 2, owner: 2, kind: 'pea' },
      { id: 3, owner: 77, kind: 'corn' },
      { id: 90, owner: 900, kind: 'example' },
    ]);
    expect(lossesOf(made).filter((loss) => loss.includes('given up'))).toEqual([]);
  });
});

describe('repaired', () => {
  it('mends what cannot be read, waits for parents, and still loses what contradicts', () => {
    const made = built({ mode: 'repaired' });
    expect(tables(made)).toEqual({
      loan: [{ id: 1, due: '2026-02-15 07:18:36' }],
      member: [
        { id: 1, name: 'Ann', since: '2026-02-18 07:18:36' },
        { id: 2, name: "O'Hara", since: '2026-02-18 07:18:36' },
      ],
      packet: [
        { id: 1, owner: 1, kind: 'bean' },
        { id: 2, owner: 2, kind: 'pea' },
        { id: 90, owner: 900, kind: 'example' },
      ],
    });
    expect(made.report.repairs.map(({ table, repair }) => `${table}: ${repair}`)).toEqual([
      'loan: stray-semicolons',
      'member: apostrophes-in-words',
      'packet: put-later',
    ]);
    expect(lossesOf(made).map((loss) => loss.replace(/:.*/, ''))).toEqual([
      'index packet 0',
      'seed member 2',
      'seed packet 1',
    ]);
  });

  it('does not lose all for one, where keys are checked at the end', () => {
    const deferred: DbRecord = {
      scenario: 'x',
      db_schema: {
        tables: [
          {
            name: 't',
            ddl: 'CREATE TABLE t (id INTEGER PRIMARY KEY, up REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)',
            indexes: [],
            examples: [],
          },
        ],
      },
    };
    const sample: SampleRecord = {
      scenario: 'x',
      sample_data: {
        tables: [
          { table_name: 't', insert_statements: ['INSERT INTO t VALUES (1, NULL)', 'INSERT INTO t VALUES (2, 9)'] },
        ],
      },
    };
    const rows = (mode: Build['mode']): number =>
      buildDatabase(deferred, sample, { mode, fk: 'on', now: NOW }).report.rows;
    expect([rows('faithful'), rows('repaired')]).toEqual([0, 2]);
  });
});

it('gives the same bytes for the same data, whenever it is built', () => {
  expect(Buffer.compare(built({}).image, built({}).image)).toBe(0);
  expect(readState(built({ mode: 'repaired', now: '2030-01-04T00:00:00Z' }).image).loan).toEqual([
    { id: 1, due: '2030-01-01 00:00:00' },
  ]);
});

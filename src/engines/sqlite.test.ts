import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../core/json.ts';
import { applyChanges, kindOf, type State } from '../core/state.ts';
import { cloneDatabase, createDatabase, type OpenDatabase, type Parameter } from './sqlite.ts';

const SCHEMA = `
  CREATE TABLE pair (a TEXT, b INTEGER, t TEXT, r REAL, i INTEGER, x BLOB, PRIMARY KEY (a, b)) STRICT;
  CREATE TABLE "odd ""name" (n INTEGER PRIMARY KEY, "the column" TEXT, "r""q" REAL) STRICT;
`;

const rowsOf = (state: State): unknown =>
  Object.fromEntries(Object.entries(state).map(([table, rows]) => [table, rows.map(canonical).sort()]));

function expectExplained(
  initial: State,
  db: OpenDatabase,
  changes: ReturnType<ReturnType<OpenDatabase['watch']>>,
): void {
  const final = db.dump();
  expect(rowsOf(applyChanges(initial, changes))).toEqual(rowsOf(final));
  for (const { before, after } of changes) expect(canonical(before)).not.toBe(canonical(after));
  const names = changes.map(({ table, key }) => canonical([table, key]));
  expect(new Set(names).size).toBe(names.length);
}

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', 'äöü ß', '日本語', '👩‍🚀', "it's", '"', 'x'.repeat(5000), 'a\u0000b'),
);
const integers = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, -(2 ** 31) - 1, 127, 128),
);
const floats = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(0.1 + 0.2, -0.5, 1, 1e300, 5e-324),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
// Few keys, so that rows meet.
const keyA = fc.constantFrom('', 'a', 'b', 'a/b', 'ü');
const keyB = fc.constantFrom(-1, 0, 1, 300);
const number = fc.constantFrom(-7, 1, 2, 3, 5_000_000_000);

type Step = readonly [sql: string, ...parameters: readonly Parameter[]];
const blob = fc.constantFrom("x''", "x'00ff'", "x'deadbeef'", 'NULL');
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(keyA, keyB, orNull(words), orNull(floats), orNull(integers), blob)
    .map(([a, b, t, r, i, x]): Step => [`INSERT OR REPLACE INTO pair VALUES (?, ?, ?, ?, ?, ${x})`, a, b, t, r, i]),
  fc
    .tuple(keyA, orNull(words), orNull(integers))
    .map(([a, t, i]): Step => ['UPDATE pair SET t = ?, i = ? WHERE a = ?', t, i, a]),
  fc.tuple(keyB, orNull(floats), blob).map(([b, r, x]): Step => [`UPDATE pair SET r = ?, x = ${x} WHERE b = ?`, r, b]),
  fc.tuple(keyA, keyB).map(([a, b]): Step => ['DELETE FROM pair WHERE a = ? AND b = ?', a, b]),
  fc.tuple(keyA, keyA).map(([to, from]): Step => ['UPDATE OR IGNORE pair SET a = ? WHERE a = ?', to, from]),
  fc
    .tuple(number, orNull(words), orNull(floats))
    .map(
      ([n, t, r]): Step => [
        'INSERT INTO "odd ""name" VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "the column" = excluded."the column"',
        n,
        t,
        r,
      ],
    ),
  fc.tuple(number).map(([n]): Step => ['DELETE FROM "odd ""name" WHERE n = ?', n]),
  fc.constant<Step>(['UPDATE "odd ""name" SET n = -n']),
);
/** A group is one transaction, which may be given up. */
const groups = fc.array(fc.record({ steps: fc.array(steps, { maxLength: 5 }), givenUp: fc.boolean() }), {
  maxLength: 6,
});

function playGroups(db: OpenDatabase, list: readonly { steps: readonly Step[]; givenUp: boolean }[]): void {
  for (const { steps: inside, givenUp } of list) {
    try {
      db.transaction(() => {
        for (const [sql, ...parameters] of inside) db.run(sql, ...parameters);
        if (givenUp) throw new Error('given up');
      });
    } catch (error) {
      if (!(error instanceof Error && /given up|UNIQUE/.test(error.message))) throw error;
    }
  }
}

describe('watch', () => {
  it('explains every change by whole rows, whatever is done', () => {
    fc.assert(
      fc.property(groups, groups, (before, after) => {
        const db = createDatabase(SCHEMA);
        playGroups(db, before);
        const initial = db.dump();
        const changes = db.watch();
        playGroups(db, after);
        expectExplained(initial, db, changes());
        // Asked again it says the same, and a clone of the bytes has the same rows.
        expect(changes()).toEqual(changes());
        const clone = cloneDatabase(db.bytes(), db.tables);
        expect(clone.dump()).toEqual(db.dump());
        clone.close();
        db.close();
      }),
      { numRuns: 300, seed: 20260302 },
    );
  });

  const watched = (setup: string, work: string): ReturnType<ReturnType<OpenDatabase['watch']>> => {
    const db = createDatabase(SCHEMA);
    db.exec(setup);
    const changes = db.watch();
    db.exec(work);
    return changes();
  };

  it('tells inserts, updates and deletes apart, in the order of table and key', () => {
    const changes = watched(
      "INSERT INTO pair VALUES ('a', 1, 'old', 0.5, 1, x'00'), ('b', 2, 't', null, null, null)",
      `UPDATE pair SET t = 'new' WHERE a = 'a'; DELETE FROM pair WHERE a = 'b';
       INSERT INTO pair VALUES ('c', -3, null, 2.5, -4, x'ff'); INSERT INTO "odd ""name" (n) VALUES (1)`,
    );
    expect(changes.map((change) => [change.table, change.key, kindOf(change)])).toEqual([
      ['odd "name', '1', 'inserted'],
      ['pair', 'a/1', 'updated'],
      ['pair', 'b/2', 'deleted'],
      ['pair', 'c/-3', 'inserted'],
    ]);
    expect(changes[1]).toMatchObject({
      before: { a: 'a', b: 1, t: 'old', r: 0.5, i: 1, x: '00' },
      after: { a: 'a', b: 1, t: 'new', r: 0.5, i: 1, x: '00' },
    });
    expect(changes[3]?.after).toEqual({ a: 'c', b: -3, t: null, r: 2.5, i: -4, x: 'ff' });
  });

  it('says nothing about what came and went, was put back, or was rolled back', () => {
    const row = "INSERT INTO pair (a, b, t) VALUES ('a', 1, 'x')";
    expect(watched('', `${row}; DELETE FROM pair`)).toEqual([]);
    expect(watched(row, `DELETE FROM pair; ${row}`)).toEqual([]);
    expect(watched(row, "UPDATE pair SET t = 'y'; UPDATE pair SET t = 'x'")).toEqual([]);
    expect(watched('', `SAVEPOINT s; ${row}; ROLLBACK TO s; RELEASE s`)).toEqual([]);
  });

  it('leaves generated columns out of rows before and after alike', () => {
    const db = createDatabase('CREATE TABLE g (k TEXT PRIMARY KEY, v INTEGER, d INTEGER AS (v * 2)) STRICT');
    db.exec("INSERT INTO g (k, v) VALUES ('a', 1), ('b', 2)");
    const initial = db.dump();
    const changes = db.watch();
    db.exec("UPDATE g SET v = 9 WHERE k = 'a'; DELETE FROM g WHERE k = 'b'; INSERT INTO g (k, v) VALUES ('c', 3)");
    expectExplained(initial, db, changes());
    expect(initial).toEqual({
      g: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
    });
    expect(db.get('SELECT d FROM g WHERE k = ?', 'a')).toEqual({ d: 18 });
  });

  it('sees what triggers and cascades do', () => {
    const db = createDatabase(`
      CREATE TABLE parent (k TEXT PRIMARY KEY) STRICT;
      CREATE TABLE child (k TEXT PRIMARY KEY, parent TEXT REFERENCES parent (k) ON DELETE CASCADE) STRICT;
      CREATE TABLE tally (n INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
      CREATE TRIGGER counted AFTER INSERT ON child BEGIN UPDATE tally SET count = count + 1; END;
      INSERT INTO parent VALUES ('p'); INSERT INTO child VALUES ('c', 'p'); INSERT INTO tally VALUES (1, 0);
    `);
    const initial = db.dump();
    const changes = db.watch();
    db.exec("INSERT INTO child VALUES ('d', 'p'); DELETE FROM parent");
    expectExplained(initial, db, changes());
    expect(changes().map(({ table, key }) => `${table} ${key}`)).toEqual(['child c', 'parent p', 'tally 1']);
  });
});

describe('what a database refuses', () => {
  const one = (type: string): OpenDatabase => createDatabase(`CREATE TABLE v (k INTEGER PRIMARY KEY, v ${type})`);

  it('integers that JSON cannot hold, in rows and in changes', () => {
    const db = one('INTEGER');
    const changes = db.watch();
    db.exec('INSERT INTO v VALUES (1, 9007199254740993)');
    expect(() => db.dump()).toThrow(/9007199254740993/);
    expect(() => changes()).toThrow('9007199254740993 is larger than JSON can hold exactly');
  });

  it('endless numbers, in rows and in changes', () => {
    const db = one('REAL');
    const changes = db.watch();
    db.exec('INSERT INTO v VALUES (1, 9e999)');
    expect(() => db.dump()).toThrow('Infinity, which JSON cannot');
    expect(() => changes()).toThrow('Infinity, which JSON cannot');
  });

  it.each([
    ['no key', 'CREATE TABLE t (a TEXT)', 'has no PRIMARY KEY'],
    ['a key that may be null', 'CREATE TABLE t (a TEXT PRIMARY KEY)', 'may be null'],
    [
      'half a key that may be null',
      'CREATE TABLE t (a TEXT NOT NULL, b INTEGER, PRIMARY KEY (a, b))',
      '"b" of the table',
    ],
    ['a key of bytes', 'CREATE TABLE t (a BLOB NOT NULL PRIMARY KEY)', 'is a BLOB'],
  ])('a table with %s', (_what, schema, message) => {
    expect(() => createDatabase(schema)).toThrow(message);
  });

  it('takes keys that cannot be null, however that is said', () => {
    expect(
      createDatabase(`
        CREATE TABLE a (k INTEGER PRIMARY KEY);
        CREATE TABLE b (k TEXT PRIMARY KEY) STRICT;
        CREATE TABLE c (k TEXT, n INTEGER, PRIMARY KEY (k, n)) WITHOUT ROWID;
        CREATE TABLE d (k TEXT NOT NULL PRIMARY KEY);
      `).tables.map(({ name, key }) => [name, key]),
    ).toEqual([
      ['a', ['k']],
      ['b', ['k']],
      ['c', ['k', 'n']],
      ['d', ['k']],
    ]);
  });

  it('undefined for a value', () => {
    const db = one('TEXT');
    expect(() => db.run('INSERT INTO v VALUES (1, ?)', undefined as unknown as null)).toThrow('give null');
    expect(db.run('INSERT INTO v VALUES (1, ?)', true)).toBe(1);
  });
});

describe('transactions', () => {
  it('take back what was done inside, also one in another', () => {
    const db = createDatabase('CREATE TABLE v (k INTEGER PRIMARY KEY) STRICT');
    db.transaction(() => {
      db.run('INSERT INTO v VALUES (1)');
      expect(() =>
        db.transaction(() => {
          db.run('INSERT INTO v VALUES (2)');
          throw new Error('no');
        }),
      ).toThrow('no');
      db.run('INSERT INTO v VALUES (3)');
    });
    expect(db.all('SELECT k FROM v')).toEqual([{ k: 1 }, { k: 3 }]);
  });

  it('are private to a clone', () => {
    const db = createDatabase('CREATE TABLE v (k INTEGER PRIMARY KEY) STRICT');
    const [one, other] = [cloneDatabase(db.bytes(), db.tables), cloneDatabase(db.bytes(), db.tables)];
    one.run('INSERT INTO v VALUES (1)');
    expect(other.dump()).toEqual({ v: [] });
    one.close();
    one.close();
    expect(other.run('INSERT INTO v VALUES (7)')).toBe(1);
  });
});

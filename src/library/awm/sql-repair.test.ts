import { describe, expect, it } from 'vitest';
import { openBuilder } from '../../engines/sqlite-builder.ts';
import { readState } from '../../engines/sqlite-image.ts';
import { isUnreadable, repairsOf } from './sql-repair.ts';

/** What the first repair that works puts into a table of two columns. */
function mended(sql: string): unknown {
  const builder = openBuilder({ now: '2026-01-01T00:00:00Z', seed: '' });
  builder.attempt('CREATE TABLE t (a, b)');
  const problem = builder.attempt(sql);
  expect(isUnreadable(problem ?? ''), problem ?? 'nothing wrong').toBe(true);
  for (const { repair, statements } of repairsOf(sql)) {
    if (statements.every((one) => builder.attempt(one) === null)) {
      const { t = [] } = readState(builder.bytes());
      builder.close();
      return [repair, ...t.map(({ a, b }) => [a, b])];
    }
  }
  builder.close();
  return null;
}

describe('texts', () => {
  it.each([
    ["INSERT INTO t VALUES (1, 'I\\'ll come')", ['backslash-quotes', [1, "I'll come"]]],
    ["INSERT INTO t VALUES (1, 'I'll come')", ['apostrophes-in-words', [1, "I'll come"]]],
    [
      "INSERT INTO t VALUES ('it didn't', 'O'Neil''s'), (x'0a', 'b')",
      ['apostrophes-in-words', ["it didn't", "O'Neil's"], [{ $blob: '0a' }, 'b']],
    ],
    ["INSERT INTO t VALUES ('the growers' plot', 2)", ['apostrophes-by-place', ["the growers' plot", 2]]],
    [
      "INSERT INTO t VALUES ('don\\'t', 'the growers' plot')",
      ['backslash-quotes, apostrophes-by-place', ["don't", "the growers' plot"]],
    ],
  ])('%s', (sql, expected) => {
    expect(mended(sql)).toEqual(expected);
  });
});

describe('statements', () => {
  it.each([
    ['INSERT INTO t VALUES (1, 2); INSERT INTO t VALUES (3, 4);', ['statements-split', [1, 2], [3, 4]]],
    ['INSERT INTO t VALUES (1, 2); );', ['statements-split', [1, 2]]],
    ['INSERT INTO t VALUES (1, 2,)', ['stray-commas', [1, 2]]],
    ['INSERT INTO t VALUES (1, 2;)', ['stray-semicolons', [1, 2]]],
  ])('%s', (sql, expected) => {
    expect(mended(sql)).toEqual(expected);
  });

  it('puts a comma where a semicolon stood between two columns: SQLite would take both for one', () => {
    const first = [...repairsOf('CREATE TABLE u (a TEXT; b TEXT,; c TEXT;)')][0];
    expect(first?.statements[0]?.replace(/\s+/g, ' ')).toBe('CREATE TABLE u (a TEXT, b TEXT, c TEXT)');
  });

  it('gives up on what is no SQL', () => {
    expect(mended('please insert one and two')).toBeNull();
  });
});

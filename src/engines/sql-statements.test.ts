import { describe, expect, it } from 'vitest';
import { isSingle, statementsIn } from './sql-statements.ts';

describe('statementsIn', () => {
  it.each([
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 1;', ['SELECT 1']],
    ['SELECT 1; -- that is all;\n  ', ['SELECT 1']],
    [
      "INSERT INTO t VALUES ('a;b', 'it''s; so'); SELECT \"x;y\"",
      ["INSERT INTO t VALUES ('a;b', 'it''s; so')", 'SELECT "x;y"'],
    ],
    ['/* a; b */ SELECT 1; ; ;', ['/* a; b */ SELECT 1']],
    ['', []],
    ["SELECT 'never closed; ", ["SELECT 'never closed;"]],
    [
      'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; DELETE FROM c; END; SELECT 1',
      [
        'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; DELETE FROM c; END',
        'SELECT 1',
      ],
    ],
  ])('%s', (sql, expected) => {
    expect(statementsIn(sql)).toEqual(expected);
    expect(isSingle(sql)).toBe(expected.length <= 1);
  });
});

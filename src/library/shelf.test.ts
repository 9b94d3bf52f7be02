import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf, suiteAt, suitesIn } from './shelf.ts';

let shelf: string;
const put = (folder: string, ...files: readonly string[]): void => {
  mkdirSync(join(shelf, folder), { recursive: true });
  for (const file of files) writeFileSync(join(shelf, folder, file), '');
};
beforeAll(() => {
  shelf = mkdtempSync(join(tmpdir(), 'practicum-shelf-'));
  put('b-code', 'suite.ts', 'notes.md');
  put('a-manifest', 'suite.json');
  put('c-built', 'suite.ts', 'suite.js');
  put('d-nothing', 'readme.md');
  put('.', 'suite.ts', 'stray.json');
});
afterAll(() => rmSync(shelf, { recursive: true, force: true }));

describe('a shelf', () => {
  it('holds the folders that have a suite, by name', () => {
    expect(suitesIn(shelf, 'home').map(({ name, file, origin }) => [name, file, origin])).toEqual([
      ['a-manifest', join(shelf, 'a-manifest', 'suite.json'), 'home'],
      ['b-code', join(shelf, 'b-code', 'suite.ts'), 'home'],
      ['c-built', join(shelf, 'c-built', 'suite.js'), 'home'],
    ]);
    expect(suitesIn(shelf, 'home').map(kindOf)).toEqual(['manifest', 'code', 'code']);
  });

  it('tells apart what a suite.json can be', () => {
    for (const kind of ['awm', 'language', 'none']) put(`kinds/${kind}`, 'suite.json');
    writeFileSync(join(shelf, 'kinds/awm/suite.json'), '{"kind": "awm"}');
    writeFileSync(join(shelf, 'kinds/language/suite.json'), '{"kind": "language"}');
    const kinds = suitesIn(join(shelf, 'kinds'), 'home');
    expect(kinds.map((one) => [one.name, kindOf(one)])).toEqual([
      ['awm', 'awm'],
      ['language', 'language'],
      ['none', 'manifest'],
    ]);
  });

  it('holds nothing where there is none', () => {
    expect(suitesIn(join(shelf, 'nowhere'), 'home')).toEqual([]);
  });

  it('gives one suite by its path, with or without a slash at the end', () => {
    expect(suiteAt(`${join(shelf, 'b-code')}/`, 'path')).toEqual({
      name: 'b-code',
      folder: join(shelf, 'b-code'),
      file: join(shelf, 'b-code', 'suite.ts'),
      origin: 'path',
    });
    expect(suiteAt(join(shelf, 'd-nothing'), 'path')).toBeNull();
    expect(suiteAt(join(shelf, 'stray.json'), 'path')).toBeNull();
    expect(suiteAt(join(shelf, 'nowhere'), 'path')).toBeNull();
  });
});

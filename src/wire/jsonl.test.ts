import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJsonl } from './jsonl.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'practicum-jsonl-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Read {
  readonly values: readonly unknown[];
  readonly numbers: readonly number[];
  readonly broken: readonly number[];
}
function read(content: string | Uint8Array): Read {
  const path = join(folder, 'file.jsonl');
  writeFileSync(path, content);
  const broken: number[] = [];
  const lines = [...readJsonl(path, (number) => broken.push(number))];
  return { values: lines.map(({ value }) => value), numbers: lines.map(({ number }) => number), broken };
}

describe('readJsonl', () => {
  it('gives values with the numbers of their lines', () => {
    expect(read('{"a":1}\n[2]\n"three"\nnull\n')).toEqual({
      values: [{ a: 1 }, [2], 'three', null],
      numbers: [1, 2, 3, 4],
      broken: [],
    });
    expect(read('')).toEqual({ values: [], numbers: [], broken: [] });
  });

  it('leaves out a torn last line, wherever it is torn', () => {
    const whole = '{"a":1}\n{"b":"zwölf 👩‍🚀"}\n';
    const bytes = Buffer.from(whole);
    for (let end = Buffer.byteLength('{"a":1}\n'); end < bytes.length; end++) {
      expect(read(bytes.subarray(0, end))).toEqual({ values: [{ a: 1 }], numbers: [1], broken: [] });
    }
    expect(read(whole).values).toHaveLength(2);
  });

  it('leaves out a last line that is whole but no JSON', () => {
    expect(read('{"a":1}\n{"b":\n')).toEqual({ values: [{ a: 1 }], numbers: [1], broken: [] });
  });

  it('passes over empty lines, and counts them', () => {
    expect(read('\n{"a":1}\n\n\n{"b":2}\n\n')).toEqual({ values: [{ a: 1 }, { b: 2 }], numbers: [2, 5], broken: [] });
  });

  it('reports broken lines before the last, and goes on', () => {
    expect(read('{"a":1}\n{"b":\nnonsense\n{"c":3}\n')).toEqual({
      values: [{ a: 1 }, { c: 3 }],
      numbers: [1, 4],
      broken: [2, 3],
    });
    expect(read('oops\n{"torn')).toEqual({ values: [], numbers: [], broken: [] });
  });

  it('keeps characters whole over the borders of what it reads at once', () => {
    // The file is read by the mebibyte; an odd lead shifts every character of four bytes over a border.
    for (const lead of ['', 'x', 'xx', 'xxx']) {
      const long = { lead, text: '👩'.repeat(300_000), end: 'ü' };
      const { values } = read(`${JSON.stringify(long)}\n${JSON.stringify({ after: '日本' })}\n`);
      expect(values).toHaveLength(2);
      expect(JSON.stringify(values[0]) === JSON.stringify(long)).toBe(true);
      expect(values[1]).toEqual({ after: '日本' });
    }
  });

  it.runIf(existsSync('/proc/self/fd'))('closes the file when the reader has had enough', () => {
    const path = join(folder, 'many.jsonl');
    writeFileSync(path, '{"n":1}\n'.repeat(10));
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let i = 0; i < 20; i++) for (const _line of readJsonl(path)) break;
    expect(open()).toBeLessThan(before + 10);
  });

  it('says that a file is not there', () => {
    expect(() => [...readJsonl(join(folder, 'missing.jsonl'))]).toThrow('ENOENT');
  });
});

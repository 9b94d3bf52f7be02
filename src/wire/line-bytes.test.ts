import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesAt, lineBytes } from './line-bytes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'practicum-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Each line as it is read at once, and as it is read again by its place. */
function lines(content: string): readonly string[] {
  const file = join(folder, 'a.jsonl');
  writeFileSync(file, content);
  return [...lineBytes(file)].length === 0
    ? []
    : [
        ...(function* read(): Generator<string> {
          for (const { offset, bytes } of lineBytes(file)) {
            const text = bytes.toString('utf8');
            expect(bytesAt(file, offset, bytes.length).toString('utf8')).toBe(text);
            yield text;
          }
        })(),
      ];
}

it.each([
  ['a\nb\n', ['a', 'b']],
  ['a\nb', ['a', 'b']],
  ['\uFEFFa\r\n\r\n \t\nü\r\n', ['a', 'ü']],
  ['', []],
  ['\n\n', []],
])('%j', (content, expected) => {
  expect(lines(content)).toEqual(expected);
});

it('reads lines that are longer than what it reads at once, and lines across its edges', () => {
  const long = 'é'.repeat(5 << 20);
  const many = Array.from({ length: 3000 }, (_, i) => `${i}${'x'.repeat(i)}`);
  expect(lines([long, 'short', ...many, long].join('\n'))).toEqual([long, 'short', ...many, long]);
});

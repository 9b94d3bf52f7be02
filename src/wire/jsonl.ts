/** Newline-delimited JSON on disk: written whole lines at a time, read without ever holding the whole file. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 1 << 20;

export interface JsonlLine {
  readonly value: unknown;
  /** Counted from 1. */
  readonly number: number;
}

/**
 * The values of a file, line by line. The last line is left out when it is torn (no newline behind it, or not JSON): that is
 * what a killed writer leaves. A broken line elsewhere is handed to `onBroken`.
 */
export function* readJsonl(
  path: string,
  onBroken: (lineNumber: number) => void = () => undefined,
): Generator<JsonlLine> {
  let number = 0;
  let broken: number | null = null;
  for (const line of wholeLines(path)) {
    number++;
    if (broken !== null) onBroken(broken);
    broken = null;
    if (line === '') continue;
    const value = parse(line);
    if (value === undefined) broken = number;
    else yield { value, number };
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function* wholeLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(CHUNK);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for (;;) {
      const count = readSync(file, buffer, 0, CHUNK, null);
      if (count === 0) return;
      const lines = (rest + decoder.write(buffer.subarray(0, count))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

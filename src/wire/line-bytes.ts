/** The lines of a large file with the place of each, so that one can be read again without the others. Holds one line at a time. */
import { closeSync, openSync, readSync } from 'node:fs';

export interface LineBytes {
  readonly offset: number;
  /** Without its end. Valid until the next line is asked for. */
  readonly bytes: Buffer;
}

const CHUNK = 4 << 20;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;

/** Lines that hold something: blank ones and a byte order mark are passed over; the last needs no end. */
export function* lineBytes(path: string): Generator<LineBytes> {
  const file = openSync(path, 'r');
  let buffer = Buffer.allocUnsafe(CHUNK);
  let [held, base] = [0, 0];
  try {
    for (;;) {
      if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const count = readSync(file, buffer, held, buffer.length - held, null);
      const full = buffer.subarray(0, held + count);
      let start = 0;
      for (let end = full.indexOf(NEWLINE, held); end !== -1; end = full.indexOf(NEWLINE, start)) {
        yield* lineAt(full.subarray(start, end), base + start);
        start = end + 1;
      }
      held = full.length - start;
      if (count === 0) {
        yield* lineAt(full.subarray(start), base + start);
        return;
      }
      buffer.copyWithin(0, start, full.length);
      base += start;
    }
  } finally {
    closeSync(file);
  }
}

const MARK = Buffer.from('\uFEFF');

function* lineAt(bytes: Buffer, offset: number): Generator<LineBytes> {
  const start = offset === 0 && bytes.subarray(0, 3).equals(MARK) ? 3 : 0;
  const line = bytes.subarray(start, bytes.at(-1) === RETURN ? -1 : undefined);
  if (!isBlank(line)) yield { offset: offset + start, bytes: line };
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== SPACE && byte !== 9 && byte !== RETURN) return false;
  return true;
}

/** So many bytes of a file. Fewer where it ends before. */
export function bytesAt(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

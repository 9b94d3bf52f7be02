/**
 * The engine's WebAssembly, compiled once per keeper with a ceiling on its memory. The binary as shipped may grow to 4 GB; with
 * a maximum in its memory section no bug of the engine's own accounting can take more than that.
 */
import { readFileSync } from 'node:fs';

/** What is used of it: the compiler's library for servers leaves WebAssembly out. */
declare global {
  namespace WebAssembly {
    class Module {
      constructor(binary: Uint8Array<ArrayBuffer>);
      readonly [Symbol.toStringTag]: string;
    }
    interface Memory {
      readonly buffer: ArrayBuffer;
    }
  }
}

const PAGE = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

export function compiledEngine(file: string, maximumBytes: number): WebAssembly.Module {
  return new WebAssembly.Module(withMaximum(readFileSync(file), Math.ceil(maximumBytes / PAGE)));
}

/** The same binary, its one memory limited to so many pages. */
function withMaximum(binary: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < binary.length; ) {
    const size = readVarint(binary, at + 1);
    const end = size.next + size.value;
    if (binary[at] === MEMORY_SECTION) {
      const count = readVarint(binary, size.next);
      const minimum = readVarint(binary, count.next + 1);
      if (count.value !== 1) throw new Error('the engine has more than one memory');
      const content = [1, 1, ...varint(minimum.value), ...varint(Math.max(pages, minimum.value))];
      const section = [MEMORY_SECTION, ...varint(content.length), ...content];
      return Buffer.concat([binary.subarray(0, at), Uint8Array.from(section), binary.subarray(end)]);
    }
    at = end;
  }
  throw new Error('the engine has no memory section');
}

function readVarint(binary: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = binary[at];
    if (byte === undefined) throw new Error('the engine ends in the middle of a number');
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function varint(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

/**
 * Pixels to a PNG file. Compression is our own and simple (runs, in fixed codes), since a library's bytes differ from version to
 * version and from machine to machine, and a picture is named by the hash of its bytes. It knows nothing of what is drawn.
 */
import { crc32 } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** One number per pixel: a place in the palette. */
  readonly data: Uint8Array;
  /** Up to 256 colours, red, green and blue. */
  readonly palette: readonly (readonly [number, number, number])[];
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10] as const;

export function pngOf({ width, height, data, palette }: Pixels): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette, the usual methods, not interlaced.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', compressed(filtered(width, height, data))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const UP = 2;

/** Each row as its difference to the row above: what repeats becomes nought. */
function filtered(width: number, height: number, data: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    const at = y * (width + 1);
    rows[at] = UP;
    for (let x = 0; x < width; x++) {
      const above = y === 0 ? 0 : (data[(y - 1) * width + x] ?? 0);
      rows[at + 1 + x] = (data[y * width + x] ?? 0) - above;
    }
  }
  return rows;
}

/** A zlib stream of one block in fixed codes, with matches at distance one only. */
function compressed(bytes: Uint8Array): Uint8Array {
  const out = bitWriter();
  out.bits(1, 1);
  out.bits(1, 2);
  for (let at = 0; at < bytes.length; ) {
    const value = bytes[at] ?? 0;
    literal(out, value);
    at++;
    let run = 0;
    while (at + run < bytes.length && bytes[at + run] === value) run++;
    at += run - runs(out, run);
  }
  literal(out, 256);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(bytes), 0);
  return Buffer.concat([Uint8Array.of(0x78, 0x01), out.bytes(), checksum]);
}

const LONGEST_MATCH = 258;
const SHORTEST_MATCH = 3;

/** Writes as much of a run as matches can say, and gives how much is left over. */
function runs(out: BitWriter, run: number): number {
  let left = run;
  while (left >= SHORTEST_MATCH) {
    const length = Math.min(left, LONGEST_MATCH);
    match(out, length);
    left -= length;
  }
  return left;
}

function match(out: BitWriter, length: number): void {
  const { symbol, extra, bits } = lengthCode(length);
  literal(out, symbol);
  out.bits(extra, bits);
  // Distance one.
  out.code(0, 5);
}

/** The codes of RFC 1951, 3.2.5: four to each number of extra bits, and one of its own for the longest. */
function lengthCode(length: number): { readonly symbol: number; readonly extra: number; readonly bits: number } {
  if (length === LONGEST_MATCH) return { symbol: 285, extra: 0, bits: 0 };
  const offset = length - SHORTEST_MATCH;
  if (offset < 8) return { symbol: 257 + offset, extra: 0, bits: 0 };
  const bits = 29 - Math.clz32(offset);
  return { symbol: 257 + bits * 4 + (offset >> bits), extra: offset & ((1 << bits) - 1), bits };
}

/** The fixed codes of RFC 1951, 3.2.6. */
function literal(out: BitWriter, symbol: number): void {
  if (symbol < 144) out.code(0x30 + symbol, 8);
  else if (symbol < 256) out.code(0x190 + symbol - 144, 9);
  else if (symbol < 280) out.code(symbol - 256, 7);
  else out.code(0xc0 + symbol - 280, 8);
}

interface BitWriter {
  /** Lowest bit first, as numbers are written. */
  bits(value: number, count: number): void;
  /** Highest bit first, as codes are written. */
  code(value: number, count: number): void;
  bytes(): Uint8Array;
}

function bitWriter(): BitWriter {
  const bytes: number[] = [];
  let current = 0;
  let used = 0;
  const bit = (one: number): void => {
    current |= one << used;
    if (++used < 8) return;
    bytes.push(current);
    current = 0;
    used = 0;
  };
  return {
    bits: (value, count) => {
      for (let i = 0; i < count; i++) bit((value >> i) & 1);
    },
    code: (value, count) => {
      for (let i = count - 1; i >= 0; i--) bit((value >> i) & 1);
    },
    bytes: () => Uint8Array.from(used === 0 ? bytes : [...bytes, current]),
  };
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

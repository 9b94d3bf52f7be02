import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../wire/hash.ts';
import { openDesk } from '../fixtures/desk.ts';
import { drawPicture } from '../picture.ts';
import { type Pixels, pngOf } from '../png.ts';
import { app } from './pictures.ts';

const HEAT = {
  kind: 'heat-map',
  title: 'Density',
  most: 5,
  cells: [
    [0, 1, 2],
    [3, 4, 5],
  ],
};
const BARS = {
  kind: 'bar-chart',
  title: 'Tickets',
  unit: 'h',
  bars: [
    { label: 'A', value: 2 },
    { label: 'B', value: 0 },
  ],
};
const ROADS = {
  kind: 'road-map',
  title: 'Roads',
  nodes: [
    { name: 'A', x: 0, y: 0 },
    { name: 'B', x: 3, y: 1 },
  ],
  edges: [
    { from: 'A', to: 'B', km: 3.16 },
    { from: 'A', to: 'gone', km: 1 },
  ],
};
const files = [
  { path: 'drive/maps/heat.png', content: 'Six cells.', picture: HEAT },
  { path: 'drive/text.md', content: 'words' },
];

/** What a reader of PNG files sees, by the standard's own rules. */
function seen(png: Uint8Array): {
  readonly width: number;
  readonly height: number;
  readonly pixels: readonly number[];
} {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const pixels: number[] = [];
  for (let y = 0; y < height; y++) {
    expect(rows[y * (width + 1)]).toBe(2);
    for (let x = 0; x < width; x++) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * width + x] ?? 0);
      pixels.push(((rows[y * (width + 1) + 1 + x] ?? 0) + above) % 256);
    }
  }
  return { width, height, pixels };
}

describe('view_picture', () => {
  it('gives the picture and its words, and notes that it was seen', async () => {
    const { look, noted } = openDesk([app], { files });
    const { answer, pictures } = await look('view_picture', { path: 'drive/maps/heat.png' });
    expect(answer).toMatchObject({ alt: 'Six cells.', now: '08:02' });
    const [picture] = pictures;
    const bytes = Buffer.from(picture?.data ?? '', 'base64');
    expect(picture).toMatchObject({ mediaType: 'image/png', hash: sha256(bytes) });
    expect(seen(bytes)).toMatchObject({ width: answer.width, height: answer.height });
    expect(noted('file-read')).toEqual([{ day: 0, path: 'drive/maps/heat.png', at: 482 }]);
  });
  it('refuses what is none', async () => {
    const { refused } = openDesk([app], { files });
    expect(await refused('view_picture', { path: 'drive/text.md' })).toMatch(/^invalid: .*no picture/);
    expect(await refused('view_picture', { path: 'drive/no.png' })).toMatch(/^not_found/);
    expect(await refused('view_picture', { path: '../x.png' })).toMatch(/^invalid/);
  });
});

describe('a picture', () => {
  // The very bytes: a picture is named by their hash in every log.
  it.each([
    [HEAT, 'cdeecc4fe134aa0945d088bc7678999dc9208ca6ee4037707973ee3e22a72495'],
    [BARS, '8c620f309fb45f292b95c12d08ac737a74570f25e12efc268321940f1ddbd787'],
    [ROADS, '159b5d514ba9e4f46b510ec028c977d6e1d76949e6af89636227ddc20c5e4271'],
  ])('is drawn to the same bytes everywhere', (spec, hash) => {
    expect(drawPicture(structuredClone(spec)).block.hash).toBe(hash);
  });
  it('differs where its numbers differ', () => {
    expect(
      drawPicture({
        ...HEAT,
        cells: [
          [0, 1, 2],
          [3, 5, 4],
        ],
      }).block.hash,
    ).not.toBe(drawPicture(HEAT).block.hash);
  });
  it('is refused where it says nothing that can be drawn', () => {
    expect(() => drawPicture({ kind: 'portrait' })).toThrow();
    expect(() => drawPicture({ ...HEAT, cells: [] })).toThrow();
  });
});

describe('a PNG file', () => {
  it('holds the pixels that were drawn, whatever they are', () => {
    const pixels = fc
      .record({
        width: fc.integer({ min: 1, max: 700 }),
        height: fc.integer({ min: 1, max: 6 }),
        seed: fc.uint8Array({ minLength: 1, maxLength: 40 }),
        run: fc.integer({ min: 1, max: 600 }),
      })
      .map(({ width, height, seed, run }): Pixels => {
        const data = Uint8Array.from(
          { length: width * height },
          (_, i) => seed[Math.floor(i / run) % seed.length] ?? 0,
        );
        return { width, height, data, palette: Array.from({ length: 256 }, (_, i) => [i, i, i] as const) };
      });
    fc.assert(
      fc.property(pixels, (given) => {
        expect(seen(pngOf(given)).pixels).toEqual([...given.data]);
      }),
      { numRuns: 200 },
    );
  });
});

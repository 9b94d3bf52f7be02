/** A sheet to draw on with few colours: cells, lines, dots and words. It knows neither charts nor files. */
import { GLYPH_HEIGHT, GLYPH_WIDTH, isDotSet } from './bitmap-font.ts';
import type { Pixels } from './png.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where words stand: `at` is their left upper corner, or the middle of their upper edge. */
export interface Lettering {
  readonly at: Point;
  readonly scale?: number;
  readonly colour?: number;
  readonly align?: 'left' | 'centre' | 'right';
}

export const INK = 1;
export const PAPER = 0;
export const FAINT = 2;
export const ACCENT = 3;
/** From here on six steps from cold to hot. */
export const HEAT = 4;

const PALETTE: Pixels['palette'] = [
  [255, 255, 255],
  [30, 34, 42],
  [205, 209, 216],
  [38, 98, 168],
  [240, 246, 252],
  [255, 237, 190],
  [254, 208, 128],
  [250, 160, 86],
  [228, 96, 66],
  [168, 36, 52],
];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  fill(box: Box, colour: number): void;
  frame(box: Box, colour: number): void;
  line(from: Point, to: Point, colour: number): void;
  disc(middle: Point, radius: number, colour: number): void;
  write(words: string, lettering: Lettering): void;
  pixels(): Pixels;
}

export function textWidth(words: string, scale: number): number {
  return Math.max(0, [...words].length * (GLYPH_WIDTH + 1) - 1) * scale;
}

export function newCanvas(width: number, height: number): Canvas {
  const data = new Uint8Array(width * height).fill(PAPER);
  const dot = (x: number, y: number, colour: number): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) data[y * width + x] = colour;
  };
  const fill: Canvas['fill'] = (box, colour) => {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) dot(x, y, colour);
    }
  };
  return {
    width,
    height,
    fill,
    frame: ({ x, y, width: wide, height: high }, colour) => {
      fill({ x, y, width: wide, height: 1 }, colour);
      fill({ x, y: y + high - 1, width: wide, height: 1 }, colour);
      fill({ x, y, width: 1, height: high }, colour);
      fill({ x: x + wide - 1, y, width: 1, height: high }, colour);
    },
    line: (from, to, colour) => {
      const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
      for (let i = 0; i <= steps; i++) {
        const [x, y] = [from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps];
        // Two dots wide, so that it is seen when the picture is made smaller.
        fill({ x: Math.round(x), y: Math.round(y), width: 2, height: 2 }, colour);
      }
    },
    disc: (middle, radius, colour) => {
      for (let y = -radius; y <= radius; y++) {
        for (let x = -radius; x <= radius; x++) {
          if (x * x + y * y <= radius * radius) dot(middle.x + x, middle.y + y, colour);
        }
      }
    },
    write: (words, { at, scale = 2, colour = INK, align = 'left' }) => {
      const wide = textWidth(words, scale);
      const left = align === 'left' ? at.x : align === 'right' ? at.x - wide : Math.round(at.x - wide / 2);
      for (const [i, sign] of [...words].entries()) {
        const x = left + i * (GLYPH_WIDTH + 1) * scale;
        for (const [dx, dy] of dotsOf(sign))
          fill({ x: x + dx * scale, y: at.y + dy * scale, width: scale, height: scale }, colour);
      }
    },
    pixels: () => ({ width, height, data, palette: PALETTE }),
  };
}

function dotsOf(sign: string): readonly (readonly [number, number])[] {
  const dots: (readonly [number, number])[] = [];
  for (let y = 0; y < GLYPH_HEIGHT; y++) {
    for (let x = 0; x < GLYPH_WIDTH; x++) {
      if (isDotSet(sign, x, y)) dots.push([x, y]);
    }
  }
  return dots;
}

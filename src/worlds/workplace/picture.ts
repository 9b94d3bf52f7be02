/**
 * Pictures of a workplace drawn from what a file says of them: a heat map, a bar chart, a road map. Same words, same bytes. Whoever
 * makes such a file writes the text alternative too; nothing here reads it.
 */
import { z } from 'zod';
import type { ImageBlock } from '../../core/block.ts';
import type { JsonObject } from '../../core/json.ts';
import { sha256 } from '../../wire/hash.ts';
import { drawnBars } from './bar-chart.ts';
import type { Canvas } from './canvas.ts';
import { drawnHeat } from './heat-map.ts';
import { pngOf } from './png.ts';
import { drawnRoads } from './road-map.ts';

const title = z.string().max(80);
const finite = z.number();

/** What `FileEntry.picture` may hold. */
const pictureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heat-map'),
    title,
    /** `cells[j][i]` is the value at column i from the left and row j from the bottom. */
    cells: z.array(z.array(finite).min(1).max(40)).min(1).max(40),
    /** The value that is hottest. */
    most: finite.positive(),
    xLabel: z.string().max(40).default('x'),
    yLabel: z.string().max(40).default('y'),
  }),
  z.object({
    kind: z.literal('bar-chart'),
    title,
    unit: z.string().max(20).default(''),
    bars: z
      .array(z.object({ label: z.string().max(40), value: finite.nonnegative() }))
      .min(1)
      .max(40),
  }),
  z.object({
    kind: z.literal('road-map'),
    title,
    /** Places by coordinates of any scale, x to the right and y upwards. */
    nodes: z
      .array(z.object({ name: z.string().max(40), x: finite, y: finite }))
      .min(1)
      .max(40),
    edges: z.array(z.object({ from: z.string(), to: z.string(), km: finite.nonnegative() })).max(200),
  }),
]);
export type Picture = z.output<typeof pictureSchema>;
export type HeatMap = Extract<Picture, { kind: 'heat-map' }>;
export type BarChart = Extract<Picture, { kind: 'bar-chart' }>;
export type RoadMap = Extract<Picture, { kind: 'road-map' }>;

interface Drawn {
  readonly block: ImageBlock;
  readonly width: number;
  readonly height: number;
}

const drawn = new WeakMap<JsonObject, Drawn>();

/** The picture, drawn once. A spec that is none is the maker's mistake, and is thrown. */
export function drawPicture(spec: JsonObject): Drawn {
  const known = drawn.get(spec) ?? fresh(pictureSchema.parse(spec));
  drawn.set(spec, known);
  return known;
}

function fresh(picture: Picture): Drawn {
  const canvas = canvasOf(picture);
  const bytes = pngOf(canvas.pixels());
  return {
    block: {
      type: 'image',
      mediaType: 'image/png',
      hash: sha256(bytes),
      data: Buffer.from(bytes).toString('base64'),
    },
    width: canvas.width,
    height: canvas.height,
  };
}

function canvasOf(picture: Picture): Canvas {
  switch (picture.kind) {
    case 'heat-map':
      return drawnHeat(picture);
    case 'bar-chart':
      return drawnBars(picture);
    case 'road-map':
      return drawnRoads(picture);
  }
}

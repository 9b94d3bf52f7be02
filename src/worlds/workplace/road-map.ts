/** Places and the roads between them, each road with its length. */
import { ACCENT, type Box, type Canvas, FAINT, INK, newCanvas, PAPER, type Point, textWidth } from './canvas.ts';
import type { RoadMap } from './picture.ts';

const SIDE = 640;
const MARGIN = 90;
const TOP = 56;
const DISC = 7;

export function drawnRoads({ title, nodes, edges }: RoadMap): Canvas {
  const width = Math.max(SIDE + MARGIN * 2, textWidth(title, 2) + 32);
  const canvas = newCanvas(width, SIDE + TOP + MARGIN);
  canvas.write(title, { at: { x: width / 2, y: 14 }, align: 'centre' });
  const places = new Map(placed(nodes).map(({ name, at }) => [name, at]));
  const lines = edges.flatMap(({ from, to, km }) => {
    const [a, b] = [places.get(from), places.get(to)];
    return a === undefined || b === undefined ? [] : [{ a, b, km }];
  });
  for (const { a, b } of lines) canvas.line(a, b, FAINT);
  for (const at of places.values()) canvas.disc(at, DISC, ACCENT);
  const taken: Box[] = [...places.values()].map(({ x, y }) => ({
    x: x - DISC,
    y: y - DISC,
    width: 2 * DISC,
    height: 2 * DISC,
  }));
  for (const [name, { x, y }] of places) label(canvas, taken, name, { x, y: y + DISC + 6 });
  // A length stands near the middle of its road, where nothing else does.
  for (const { a, b, km } of lines) label(canvas, taken, `${km} km`, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 4 });
  return canvas;
}

/** Coordinates of any scale, on the sheet. */
function placed(nodes: RoadMap['nodes']): readonly { readonly name: string; readonly at: Point }[] {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const span = Math.max(Math.max(...xs) - left, Math.max(...ys) - low, 1e-9);
  return nodes.map(({ name, x, y }) => ({
    name,
    at: {
      x: Math.round(MARGIN + ((x - left) / span) * SIDE),
      y: Math.round(TOP + SIDE - ((y - low) / span) * SIDE),
    },
  }));
}

const SCALE = 2;
const HEIGHT = 7 * SCALE + 4;

/** Words on a clear ground, moved up or down until they cover nothing. */
function label(canvas: Canvas, taken: Box[], words: string, at: Point): void {
  const wide = textWidth(words, SCALE) + 6;
  const left = Math.min(canvas.width - wide - 2, Math.max(2, Math.round(at.x - wide / 2)));
  const boxes = OFFSETS.map((dy): Box => ({ x: left, y: Math.round(at.y) + dy, width: wide, height: HEIGHT }));
  const box =
    boxes.find((one) => one.y > 0 && one.y + HEIGHT < canvas.height && !taken.some((other) => meet(one, other))) ??
    boxes[0];
  if (box === undefined) return;
  taken.push(box);
  canvas.fill(box, PAPER);
  canvas.write(words, { at: { x: box.x + 3, y: box.y + 2 }, scale: SCALE, colour: INK });
}

const OFFSETS: readonly number[] = [0, -8, 8, -16, 16, -26, 26, -38, 38, -52, 52, -70, 70];

function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

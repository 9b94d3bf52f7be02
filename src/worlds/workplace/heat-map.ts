/** A grid of coloured cells with their numbers, counted from the left and from the bottom, as maps are. */
import { type Canvas, FAINT, HEAT, INK, newCanvas, PAPER, textWidth } from './canvas.ts';
import type { HeatMap } from './picture.ts';

const CELL = 36;
const MARGIN = 56;
const TOP = 66;
const STEPS = 6;

export function drawnHeat({ title, cells, most, xLabel, yLabel }: HeatMap): Canvas {
  const columns = Math.max(...cells.map((row) => row.length));
  const width = Math.max(MARGIN * 2 + columns * CELL, textWidth(title, 2) + 32, 220);
  const bottom = TOP + cells.length * CELL;
  const canvas = newCanvas(width, bottom + 60);
  canvas.write(title, { at: { x: width / 2, y: 12 }, align: 'centre' });
  for (const [j, row] of cells.entries()) {
    const y = bottom - (j + 1) * CELL;
    canvas.write(String(j), { at: { x: MARGIN - 8, y: y + 11 }, align: 'right' });
    for (const [i, value] of row.entries()) {
      const x = MARGIN + i * CELL;
      const step = Math.min(STEPS - 1, Math.max(0, Math.round((value / most) * (STEPS - 1))));
      canvas.fill({ x, y, width: CELL, height: CELL }, HEAT + step);
      canvas.frame({ x, y, width: CELL, height: CELL }, FAINT);
      const words = String(value);
      const scale = textWidth(words, 2) < CELL - 4 ? 2 : 1;
      const colour = step >= STEPS - 2 ? PAPER : INK;
      canvas.write(words, { at: { x: x + CELL / 2, y: y + (scale === 2 ? 11 : 15) }, scale, colour, align: 'centre' });
    }
  }
  for (let i = 0; i < columns; i++)
    canvas.write(String(i), { at: { x: MARGIN + i * CELL + CELL / 2, y: bottom + 8 }, align: 'centre' });
  canvas.write(xLabel, { at: { x: MARGIN + (columns * CELL) / 2, y: bottom + 32 }, align: 'centre' });
  canvas.write(yLabel, { at: { x: 12, y: TOP - 24 } });
  return canvas;
}

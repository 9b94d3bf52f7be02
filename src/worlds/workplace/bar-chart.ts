/** Bars that lie on their side, so that labels can be read, each with its number. */
import { ACCENT, type Canvas, FAINT, newCanvas, textWidth } from './canvas.ts';
import type { BarChart } from './picture.ts';

const ROW = 34;
const BAR = 20;
const TOP = 52;
const LONGEST = 360;
const GAP = 12;

export function drawnBars({ title, unit, bars }: BarChart): Canvas {
  const words = bars.map(({ value }) => (unit === '' ? String(value) : `${value} ${unit}`));
  const left = GAP * 2 + Math.max(...bars.map(({ label }) => textWidth(label, 2)));
  const right = GAP * 2 + Math.max(...words.map((one) => textWidth(one, 2)));
  const width = Math.max(left + LONGEST + right, textWidth(title, 2) + 32);
  const canvas = newCanvas(width, TOP + bars.length * ROW + 16);
  const most = Math.max(...bars.map(({ value }) => value), 0);
  canvas.write(title, { at: { x: width / 2, y: 14 }, align: 'centre' });
  canvas.fill({ x: left - 2, y: TOP - 8, width: 1, height: bars.length * ROW + 8 }, FAINT);
  for (const [i, { label, value }] of bars.entries()) {
    const y = TOP + i * ROW;
    const length = most === 0 ? 0 : Math.round((value / most) * LONGEST);
    canvas.write(label, { at: { x: left - GAP, y: y + 3 }, align: 'right' });
    canvas.fill({ x: left, y, width: length, height: BAR }, ACCENT);
    canvas.write(words[i] ?? '', { at: { x: left + length + GAP, y: y + 3 } });
  }
  return canvas;
}

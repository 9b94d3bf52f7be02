/** The figures of workplaces as columns of text, each with its interval. A column in which nobody has anything is left out. */
import type { Rate } from './cell.ts';
import { count, decimal, percent, percentInterval, ratio, tokens, UNKNOWN } from './figures.ts';
import { textRows } from './text-rows.ts';
import type { WorkplaceFigures } from './workplace-figures.ts';

export interface Figure {
  readonly name: string;
  /** What is written, and null where there is nothing to write. */
  readonly write: (figures: WorkplaceFigures) => string | null;
}

export interface FigureRow {
  readonly labels: readonly string[];
  readonly figures: WorkplaceFigures;
}

type Key = {
  [key in keyof WorkplaceFigures]: WorkplaceFigures[key] extends Rate ? key : never;
}[keyof WorkplaceFigures];

const shown = (name: string, key: Key, write: (rate: Rate) => string): Figure => ({
  name,
  write: (figures) => (figures[key].value === null ? null : write(figures[key])),
});

const share = (rate: Rate): string => `${percent(rate.value)} ${percentInterval(rate)}`.trim();
const withRange =
  (written: (value: number | null) => string) =>
  ({ value, low, high }: Rate): string =>
    low === null || high === null ? written(value) : `${written(value)} [${written(low)}–${written(high)}]`;

/** The interval in the unit of the value. */
function tokenRange({ value, low, high }: Rate): string {
  const rounded = Math.round(value ?? 0);
  if (low === null || high === null) return tokens(rounded);
  const [unit, digits] = rounded < 1000 ? [1, 0] : rounded < 1e6 ? [1e3, 1] : [1e6, 2];
  return `${tokens(rounded)} [${(low / unit).toFixed(digits)}–${(high / unit).toFixed(digits)}]`;
}

/** Where names are long there is no room for tenths, which say little about few assignments; nothing is rounded to all or none. */
function wholeShare(rate: Rate): string {
  const value = (rate.value ?? 0) * 100;
  const whole = value === 0 || value === 100 ? value : Math.min(99, Math.max(1, Math.round(value)));
  return `${whole} ${percentInterval(rate)}`.trim();
}

const SCORED: Figure = { name: 'n', write: ({ scored }) => count(scored) };
const GUESSES = shown('guesses', 'guesses', withRange(ratio));

export const OUTCOMES: readonly Figure[] = [
  SCORED,
  shown('success', 'success', share),
  shown('checkpoints', 'checkpoints', share),
  shown('on time', 'onTime', share),
  shown('regret', 'regret', share),
];
export const CONDUCT: readonly Figure[] = [
  shown('clues found', 'clues', share),
  GUESSES,
  shown('messages a day', 'messages', withRange(decimal)),
  shown('told nothing', 'needless', share),
];
export const EFFORT: readonly Figure[] = [
  shown('minutes a day', 'minutes', withRange(count)),
  shown('calls a day', 'calls', withRange(decimal)),
  shown('tokens a day', 'tokens', tokenRange),
];
/** In groups, what belongs to single assignments stands first. */
export const GROUP_OUTCOMES: readonly Figure[] = [
  SCORED,
  shown('success %', 'success', wholeShare),
  shown('checkpoints %', 'checkpoints', wholeShare),
  shown('on time %', 'onTime', wholeShare),
  shown('clues %', 'clues', wholeShare),
];
export const GROUP_CONDUCT: readonly Figure[] = [
  GUESSES,
  shown('told nothing %', 'needless', wholeShare),
  shown('regret %', 'regret', wholeShare),
];

/** No lines where no column has anything. */
export function figureRows(
  head: readonly string[],
  figures: readonly Figure[],
  rows: readonly FigureRow[],
): readonly string[] {
  const told = figures.filter(({ write }) => rows.some((row) => write(row.figures) !== null));
  if (told.length === 0) return [];
  return textRows([
    [...head, ...told.map(({ name }) => name)],
    ...rows.map((row) => [...row.labels, ...told.map(({ write }) => write(row.figures) ?? UNKNOWN)]),
  ]);
}

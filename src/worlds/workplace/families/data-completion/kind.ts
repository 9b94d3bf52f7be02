/**
 * What a kind of table is: how complete rows are drawn, and how a cell follows from what is published. Cells are texts as they stand
 * in the file, so that every rule works on rounded data and on nothing else.
 */
import type { Random } from '../../../../core/random.ts';
import type { KindName } from './params.ts';

export type Row = Readonly<Record<string, string>>;
/** A table to look up, by its key: `A` has the rate 0.05. */
export type Lookup = ReadonlyMap<string, readonly number[]>;

export interface Kind {
  readonly name: KindName;
  readonly columns: readonly string[];
  /** Columns in which cells may be missing, with their decimals. */
  readonly targets: Readonly<Record<string, number>>;
  readonly rule: string;
  readonly lookup: LookupPlan | null;
  /** Complete rows; at least as many as asked for. */
  draw(random: Random, count: number, lookup: Lookup): readonly Row[];
  /** Whether a cell of the target column can be worked out in that row. */
  isSolvable(rows: readonly Row[], at: number): boolean;
  /** The unrounded value of a cell that is missing, from the cells that are there. */
  exact(gap: Gap): number;
}

export interface Gap {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly column: string;
  readonly lookup: Lookup;
}

export interface LookupPlan {
  /** Who knows which of the tables applies. */
  readonly department: string;
  readonly stem: string;
  readonly what: string;
  readonly columns: readonly string[];
  /** As many tables as wanted, of which no two have a value in common for any key. */
  draw(random: Random, count: number): readonly Lookup[];
}

/** With so many decimals, half away from zero. */
export function fixed(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  const whole = Math.round(Math.abs(value) * scale + 1e-9);
  return ((whole === 0 ? 1 : Math.sign(value)) * (whole / scale)).toFixed(decimals);
}

export function drawn(random: Random, [from, to]: readonly [from: number, to: number], decimals: number): string {
  const scale = 10 ** decimals;
  return (random.int(Math.round(from * scale), Math.round(to * scale)) / scale).toFixed(decimals);
}

export function numberIn(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 'none');
}

/** A day of last year: even the longest table ends before the day on which it is completed. */
export function dayAfter(days: number): string {
  return new Date(Date.UTC(2025, 5, 1) + days * 86_400_000).toISOString().slice(0, 10);
}

const PLACES = ['Harbour', 'Mill Lane', 'Station', 'Old Town', 'Northgate', 'Riverside', 'Hillcrest', 'Market Hall'];

/** `Harbour 03`: no two numbers give the same. */
export function placeName(number: number): string {
  const place = PLACES[number % PLACES.length] ?? 'Harbour';
  return `${place} ${String(Math.floor(number / PLACES.length) + 1).padStart(2, '0')}`;
}

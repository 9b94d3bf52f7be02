/** Tables in which one column is the sum of others. Any one of them follows from the rest, exactly. */
import type { Random } from '../../../../core/random.ts';
import { dayAfter, drawn, fixed, type Gap, type Kind, numberIn, placeName, type Row } from './kind.ts';
import type { KindName } from './params.ts';

interface SumPlan {
  readonly name: KindName;
  readonly parts: readonly string[];
  readonly total: string;
  readonly decimals: number;
  readonly range: readonly [from: number, to: number];
  /** What a row is about, before the numbers. */
  readonly heads: readonly string[];
  head(random: Random, number: number): Row;
}

function sumKind({ name, parts, total, decimals, range, heads, head }: SumPlan): Kind {
  return {
    name,
    columns: [...heads, ...parts, total],
    targets: Object.fromEntries([...parts, total].map((column) => [column, decimals])),
    rule: `\`${total}\` = ${parts.map((part) => `\`${part}\``).join(' + ')}. Where one of the parts is missing, it is \`${total}\` minus the others.`,
    lookup: null,
    draw: (random, count) =>
      Array.from({ length: count }, (_, number): Row => {
        const cells = parts.map((part) => [part, drawn(random, range, decimals)] as const);
        const sum = cells.reduce((all, [, cell]) => all + Number(cell), 0);
        return { ...head(random, number), ...Object.fromEntries(cells), [total]: fixed(sum, decimals) };
      }),
    isSolvable: () => true,
    exact: (gap) => missingOf(gap, parts, total),
  };
}

function missingOf({ rows, at, column }: Gap, parts: readonly string[], total: string): number {
  const known = parts.filter((part) => part !== column).reduce((sum, part) => sum + numberIn(rows[at], part), 0);
  return column === total ? known : numberIn(rows[at], total) - known;
}

export const sumKinds: readonly Kind[] = [
  sumKind({
    name: 'sales/quarter_from_months',
    parts: ['m1', 'm2', 'm3'],
    total: 'quarter_total',
    decimals: 0,
    range: [1000, 10_000],
    heads: ['entity', 'quarter'],
    head: (_random, number) => ({ entity: placeName(Math.floor(number / 4)), quarter: `Q${(number % 4) + 1}` }),
  }),
  sumKind({
    name: 'transactions/total_from_items',
    parts: ['item_a', 'item_b', 'item_c'],
    total: 'total',
    decimals: 2,
    range: [10, 500],
    heads: ['entity', 'date', 'category'],
    head: (random, number) => ({
      entity: placeName(random.int(0, 15)),
      date: dayAfter(number),
      category: random.pick(['A', 'B', 'C']),
    }),
  }),
  sumKind({
    name: 'finance/account_balance_from_details',
    parts: ['detail1', 'detail2', 'detail3'],
    total: 'balance',
    decimals: 2,
    range: [-2000, 8000],
    heads: ['account'],
    head: (_random, number) => ({ account: `AC-${4100 + number}` }),
  }),
  sumKind({
    name: 'logistics/segment_time_sum',
    parts: ['seg1', 'seg2', 'seg3'],
    total: 'total_time',
    decimals: 2,
    range: [0.5, 3],
    heads: ['route'],
    head: (_random, number) => ({ route: `R-${201 + number}` }),
  }),
];

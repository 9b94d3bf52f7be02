/** Tables whose cells follow from a row's other cells, or from the rows around it. */
import { dayAfter, drawn, fixed, type Gap, type Kind, numberIn, placeName, type Row } from './kind.ts';

const qoq: Kind = {
  name: 'sales/qoq_rate',
  columns: ['entity', 'quarter', 'quarter_total', 'qoq'],
  targets: { qoq: 6 },
  rule: '`qoq` = (`quarter_total` − `quarter_total` of the quarter before) ÷ `quarter_total` of the quarter before, within the same `entity`. The first quarter has no quarter before: its `qoq` is empty and stays empty.',
  lookup: null,
  draw: (random, count) => {
    const totals = Array.from({ length: Math.ceil(count / 4) * 4 }, (_, n) =>
      String(10_000 + 2000 * ((n % 4) + 1) + random.int(-500, 500)),
    );
    return totals.map((total, n): Row => {
      const before = Number(totals[n - 1] ?? 0);
      const rate = n % 4 === 0 ? '' : fixed((Number(total) - before) / before, 6);
      return { entity: placeName(Math.floor(n / 4)), quarter: `Q${(n % 4) + 1}`, quarter_total: total, qoq: rate };
    });
  },
  isSolvable: (rows, at) => rows[at]?.quarter !== 'Q1',
  exact: ({ rows, at }) => {
    const before = numberIn(rows[at - 1], 'quarter_total');
    return (numberIn(rows[at], 'quarter_total') - before) / before;
  },
};

const flow: Kind = {
  name: 'inventory/ending_from_flow',
  columns: ['entity', 'day', 'begin', 'inbound', 'outbound', 'shrinkage', 'ending'],
  targets: { begin: 0, inbound: 0, outbound: 0, shrinkage: 0, ending: 0 },
  rule: '`ending` = `begin` + `inbound` − `outbound` − `shrinkage`, in each row by itself. Where another of the five is missing, it follows from the same balance.',
  lookup: null,
  draw: (random, count) =>
    Array.from({ length: count }, (_, n): Row => {
      const begin = random.int(100, 300);
      const [inbound, outbound, shrinkage] = [random.int(0, 50), random.int(0, 50), random.int(0, 5)];
      const numbers = { begin, inbound, outbound, shrinkage, ending: begin + inbound - outbound - shrinkage };
      const cells = Object.entries(numbers).map(([column, value]) => [column, String(value)] as const);
      return { entity: placeName(n % 5), day: dayAfter(Math.floor(n / 5)), ...Object.fromEntries(cells) };
    }),
  isSolvable: () => true,
  exact: ({ rows, at, column }) => {
    const signs = { begin: 1, inbound: 1, outbound: -1, shrinkage: -1, ending: -1 };
    const others = Object.entries(signs).filter(([name]) => name !== column);
    const sum = others.reduce((all, [name, sign]) => all + sign * numberIn(rows[at], name), 0);
    return column === 'begin' || column === 'inbound' ? -sum : sum;
  },
};

const interpolation: Kind = {
  name: 'inventory/daily_interpolation',
  columns: ['day', 'stock_level'],
  targets: { stock_level: 2 },
  rule: '`stock_level` lies on the straight line between the nearest day before and the nearest day after that have one. The days follow one another without a break.',
  lookup: null,
  draw: (random, count) =>
    Array.from({ length: count }, (_, n) => ({ day: dayAfter(n), stock_level: drawn(random, [150, 250], 2) })),
  isSolvable: (rows, at) => at > 0 && at < rows.length - 1,
  exact: ({ rows, at, column }) => {
    const hasLevel = (row: Row): boolean => row[column] !== '';
    const before = rows.findLastIndex((row, i) => i < at && hasLevel(row));
    const after = rows.findIndex((row, i) => i > at && hasLevel(row));
    const [low, high] = [numberIn(rows[before], column), numberIn(rows[after], column)];
    return low + ((high - low) * (at - before)) / (after - before);
  },
};

const depreciation: Kind = {
  name: 'finance/depreciation_straight_line',
  columns: ['asset', 'cost', 'salvage', 'life_months', 'monthly_dep'],
  targets: { monthly_dep: 2 },
  rule: '`monthly_dep` = (`cost` − `salvage`) ÷ `life_months`.',
  lookup: null,
  draw: (random, count) =>
    Array.from({ length: count }, (_, n): Row => {
      const row = {
        asset: `AS-${3001 + n}`,
        cost: drawn(random, [1000, 20_000], 2),
        salvage: drawn(random, [50, 900], 2),
        life_months: String(random.pick([12, 24, 36, 48])),
      };
      return { ...row, monthly_dep: fixed(perMonth(row), 2) };
    }),
  isSolvable: () => true,
  exact: ({ rows, at }) => perMonth(rows[at]),
};

function perMonth(row: Row | undefined): number {
  return (numberIn(row, 'cost') - numberIn(row, 'salvage')) / numberIn(row, 'life_months');
}

const WINDOW = 7;

const rolling: Kind = {
  name: 'web/rolling_avg',
  columns: ['day', 'metric', 'rolling_7d'],
  targets: { rolling_7d: 4 },
  rule: '`rolling_7d` = the mean of `metric` over the day itself and the six days before it; at the beginning of the table over as many days as there are.',
  lookup: null,
  draw: (random, count) => {
    const rows = Array.from({ length: count }, (_, n) => ({ day: dayAfter(n), metric: drawn(random, [200, 900], 0) }));
    return rows.map((row, at): Row => ({ ...row, rolling_7d: fixed(meanBefore({ rows, at }), 4) }));
  },
  isSolvable: () => true,
  exact: (gap) => meanBefore(gap),
};

function meanBefore({ rows, at }: Pick<Gap, 'rows' | 'at'>): number {
  const within = rows.slice(Math.max(0, at - WINDOW + 1), at + 1);
  return within.reduce((sum, row) => sum + numberIn(row, 'metric'), 0) / within.length;
}

/** The rate has six decimals, so that whole clicks come out of it again. */
const funnel: Kind = {
  name: 'web/funnel',
  columns: ['campaign', 'impressions', 'ctr', 'clicks'],
  targets: { clicks: 0, ctr: 6 },
  rule: '`clicks` = `impressions` × `ctr`. Where the rate is missing: `ctr` = `clicks` ÷ `impressions`.',
  lookup: null,
  draw: (random, count) =>
    Array.from({ length: count }, (_, n): Row => {
      const impressions = random.int(1000, 10_000);
      const clicks = random.int(Math.ceil(impressions * 0.01), Math.floor(impressions * 0.2));
      const ctr = fixed(clicks / impressions, 6);
      return { campaign: `C-${501 + n}`, impressions: String(impressions), ctr, clicks: String(clicks) };
    }),
  isSolvable: () => true,
  exact: ({ rows, at, column }) =>
    column === 'ctr'
      ? numberIn(rows[at], 'clicks') / numberIn(rows[at], 'impressions')
      : Math.round(numberIn(rows[at], 'impressions') * numberIn(rows[at], 'ctr')),
};

export const rowKinds: readonly Kind[] = [qoq, flow, interpolation, depreciation, rolling, funnel];

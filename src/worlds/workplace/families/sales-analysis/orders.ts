/** Orders of a year: drawn for the people of each sales department, written as CSV by department and quarter, and read back. In cents. */
import type { Random } from '../../../../core/random.ts';
import { csvRows } from '../../csv.ts';

export interface Seller {
  readonly name: string;
  readonly department: string;
}

export interface Order {
  readonly date: string;
  readonly employee_id: string;
  readonly name: string;
  readonly department: string;
  readonly status: string;
  readonly cents: number;
}

export const QUARTERS = [1, 2, 3, 4] as const;
const STATUSES = [
  ...Array<string>(6).fill('paid'),
  ...Array<string>(4).fill('delivered'),
  'open',
  'open',
  'cancelled',
  'cancelled',
  'returned',
];

export interface Period {
  readonly year: number;
  readonly quarter: number;
}

/** One file's text. Now and then somebody sells nothing for a quarter. */
export function drawOrders(random: Random, sellers: readonly Seller[], { year, quarter }: Period): string {
  const days = daysOf(year, quarter);
  const busy = sellers.filter(() => !random.chance(0.1));
  const rows = (busy.length > 1 ? busy : sellers).flatMap(({ name, department }) =>
    Array.from({ length: Math.max(1, Math.floor(spread(random, 2, 0.6))) }, () => ({
      date: random.pick(days),
      rest: [idOf(name), name, department, random.pick(STATUSES)],
      amount: Math.round(spread(random, 8.5, 0.5) * 100),
    })),
  );
  const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const lines = sorted.map(({ date, rest, amount }, i) => {
    const order = `${rest[2]?.replace('Sales_', 'S')}-${quarter}${String(i + 1).padStart(4, '0')}`;
    return [date, order, ...rest, money(amount)].join(',');
  });
  return ['date,order_id,employee_id,name,department,status,amount', ...lines, ''].join('\n');
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '_');
}

function money(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function daysOf(year: number, quarter: number): readonly string[] {
  const [first, next] = [Date.UTC(year, quarter * 3 - 3, 1), Date.UTC(year, quarter * 3, 1)];
  const count = Math.round((next - first) / DAY_MS);
  return Array.from({ length: count }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

const DAY_MS = 86_400_000;

/** Log-normal, near enough, by sums and products alone: the same on every machine. */
function spread(random: Random, mean: number, deviation: number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += random.number();
  const exponent = mean + (sum - 3) * Math.SQRT2 * deviation;
  let value = 1 + exponent / 4096;
  for (let i = 0; i < 12; i++) value *= value;
  return value;
}

export function ordersIn(content: string): readonly Order[] {
  return csvRows(content)
    .slice(1)
    .map(([date = '', , employee_id = '', name = '', department = '', status = '', amount = '']) => ({
      ...{ date, employee_id, name, department, status },
      cents: Math.round(Number(amount) * 100),
    }));
}

import { expect, it } from 'vitest';
import { stream } from '../../../../core/random.ts';
import { drawWeights, handbookText, type Weights, weightsIn } from './handbook.ts';
import { drawOrders, ordersIn } from './orders.ts';
import { extremes, movers, sumOf, totalsIn } from './totals.ts';

const WEIGHTS: Weights = new Map([
  ['paid', 1],
  ['open', 0],
  ['returned', -1],
]);

const file = (...rows: readonly string[]): string =>
  ['date,order_id,employee_id,name,department,status,amount', ...rows, ''].join('\n');
const order = (id: string, status: string, amount: string): string =>
  `2025-05-01,X,${id},${id},Sales_1,${status},${amount}`;

it('adds, leaves out and subtracts by status, to the cent', () => {
  const content = file(
    order('a', 'paid', '10.10'),
    order('a', 'returned', '0.20'),
    order('b', 'open', '99.00'),
    order('c', 'paid', '9.90'),
  );
  const totals = totalsIn(content, WEIGHTS);
  expect(totals.map(({ employee_id, cents }) => [employee_id, cents])).toEqual([
    ['a', 990],
    ['c', 990],
  ]);
  expect(sumOf(totals)).toBe(1980);
  expect(extremes(totals, 'top', 1)).toHaveLength(2);
});

it('ranks from either end', () => {
  const totals = totalsIn(
    file(order('a', 'paid', '3.00'), order('b', 'paid', '2.00'), order('c', 'paid', '1.00')),
    WEIGHTS,
  );
  const ids = (mode: 'top' | 'bottom', n: number): readonly string[] =>
    extremes(totals, mode, n).map(({ employee_id }) => employee_id);
  expect(ids('top', 2)).toEqual(['a', 'b']);
  expect(ids('bottom', 1)).toEqual(['c']);
  expect(ids('top', 9)).toEqual(['a', 'b', 'c']);
});

it('compares only who was there in both quarters', () => {
  const before = totalsIn(
    file(order('a', 'paid', '3.00'), order('b', 'paid', '2.00'), order('d', 'open', '5.00')),
    WEIGHTS,
  );
  const now = totalsIn(
    file(
      order('a', 'paid', '2.99'),
      order('b', 'paid', '2.01'),
      order('c', 'paid', '1.00'),
      order('d', 'paid', '9.00'),
    ),
    WEIGHTS,
  );
  expect(movers(before, now, 'up')).toEqual(['b']);
  expect(movers(before, now, 'down')).toEqual(['a']);
});

it('the handbook says all that the weights say', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const weights = drawWeights(stream(seed));
    expect(weightsIn(handbookText('Ember', weights))).toEqual(weights);
  }
});

it('orders lie within their quarter and belong to their sellers', () => {
  const sellers = [
    { name: 'Jo Doe', department: 'Sales_2' },
    { name: 'Al Roe', department: 'Sales_2' },
  ];
  const orders = ordersIn(drawOrders(stream('orders'), sellers, { year: 2025, quarter: 4 }));
  expect(orders.length).toBeGreaterThan(1);
  for (const { date, employee_id, department, cents } of orders) {
    expect(date >= '2025-10-01' && date <= '2025-12-31').toBe(true);
    expect(['jo_doe', 'al_roe']).toContain(employee_id);
    expect(department).toBe('Sales_2');
    expect(cents).toBeGreaterThan(0);
  }
});

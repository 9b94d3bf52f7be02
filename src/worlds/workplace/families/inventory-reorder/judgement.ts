/** Judges the orders of a store: each that is due in its right quantity, none that is not, and the rule that was followed. Pure, total. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';

const ruleSchema = z.object({ safety_days: z.number(), cover_days: z.number() });
const truthSchema = z.object({
  output: z.string(),
  stock: z.array(z.object({ item: z.string(), category: z.string() })),
  orders: z.array(z.object({ item: z.string(), quantity: z.number() })),
  rules: z.record(z.string(), ruleSchema),
  cents: z.number(),
  /** By item, the fact that tells its extra need. */
  needs: z.record(z.string(), z.string()),
  circulars: z.array(z.string()),
});
type Truth = z.output<typeof truthSchema>;

const placedSchema = z.object({ item: z.string(), quantity: z.number() });

export function judgeOrders(given: JsonObject, { files, acts, takenAt }: DayView): readonly Point[] {
  const truth = truthSchema.parse(given);
  // What came after the deadline earns nothing; a needless order is one all day, also of what was ordered already.
  const placed = ordersIn(acts.filter(({ at }) => at <= (takenAt ?? at)));
  const everPlaced = ordersIn(acts);
  const found = parseJson(files.get(truth.output) ?? '');
  const answer = isObject(found) ? found : {};
  return [
    ...orderPoints(truth, placed, everPlaced),
    ...needlessPoints(truth, everPlaced),
    rulePoint(truth, answer),
    costPoint(truth, answer),
  ];
}

function ordersIn(acts: DayView['acts']): ReadonlyMap<string, number> {
  const placed = new Map<string, number>();
  for (const { name, data } of acts) {
    const read = placedSchema.safeParse(data);
    if (name !== 'place_order' || !read.success) continue;
    const { item, quantity } = read.data;
    placed.set(item, (placed.get(item) ?? 0) + quantity);
  }
  return placed;
}

type Placed = ReadonlyMap<string, number>;

function orderPoints({ orders, needs, circulars }: Truth, placed: Placed, everPlaced: Placed): readonly Point[] {
  return orders.map(({ item, quantity }) => ({
    name: `${item} ordered`,
    points: 2,
    passed: placed.get(item) === quantity && everPlaced.get(item) === quantity,
    kind: 'earn',
    hint: 'Work out limit and quantity with the figures of the source that counts.',
    detail: `expected ${quantity}; ordered ${placed.get(item) ?? 0} in time, ${everPlaced.get(item) ?? 0} in all`,
    clues: ['guideline', 'stock', 'suppliers', ...circulars, ...(needs[item] === undefined ? [] : [needs[item]])],
  }));
}

/** Orders cannot be taken back: what nobody needs costs as much as what is missing. */
function needlessPoints({ stock, orders, circulars }: Truth, placed: Placed): readonly Point[] {
  return stock
    .filter(({ item }) => !orders.some((order) => order.item === item))
    .map(({ item }) => ({
      name: `${item} not ordered`,
      points: 2,
      passed: !placed.has(item),
      kind: 'trap',
      hint: 'Order only what is below its limit and still kept.',
      detail: `ordered ${placed.get(item) ?? 0}`,
      clues: ['guideline', 'stock', 'suppliers', ...circulars],
    }));
}

function rulePoint({ rules, stock, circulars }: Truth, answer: JsonObject): Point {
  const categories = [...new Set(stock.map(({ category }) => category))];
  const given = z.record(z.string(), ruleSchema).safeParse(answer.rules).data ?? {};
  return {
    name: 'the figures that count today',
    points: 2,
    passed:
      Object.keys(given).length === categories.length &&
      categories.every(
        (category) =>
          given[category]?.safety_days === rules[category]?.safety_days &&
          given[category]?.cover_days === rules[category]?.cover_days,
      ),
    kind: 'earn',
    hint: 'The guideline says which source wins where two differ.',
    detail: `expected ${JSON.stringify(rules)}; found ${shown(answer.rules)}`,
    clues: ['guideline', ...circulars],
  };
}

/** Cents are exact; this is for the noise of floating point. */
const TOLERANCE = 0.005;

function costPoint({ cents, needs, circulars }: Truth, { total_cost }: JsonObject): Point {
  return {
    name: 'total cost',
    points: 2,
    passed: typeof total_cost === 'number' && Math.abs(total_cost - cents / 100) <= TOLERANCE,
    kind: 'earn',
    hint: 'Add up quantity times price over all orders that the rule calls for.',
    detail: `expected ${cents / 100}; found ${shown(total_cost)}`,
    clues: ['guideline', 'stock', 'suppliers', ...circulars, ...Object.values(needs)],
  };
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}

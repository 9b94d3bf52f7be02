/** Rows of a store's records, and what the rule makes of them: which items are ordered, and how many. It knows no sources. */
import { z } from 'zod';

export const CATEGORIES = ['paper', 'cables', 'kitchen', 'furniture'] as const;
export type Category = (typeof CATEGORIES)[number];

export const stockSchema = z.object({
  item: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  supplier: z.string(),
  on_hand: z.number(),
  reserved: z.number(),
  on_order: z.number(),
  daily_use: z.number(),
  pack_size: z.number(),
  unit_price: z.number(),
  status: z.enum(['active', 'discontinued']),
  extra_need: z.enum(['none', 'ask planner']),
  planner: z.string(),
});
export type Stock = z.output<typeof stockSchema>;

export const supplierSchema = z.object({ supplier: z.string(), lead_days: z.number() });
export type Supplier = z.output<typeof supplierSchema>;

/** What is kept against surprises, and for how long an order is to last. */
export interface Rule {
  readonly safety_days: number;
  readonly cover_days: number;
}

export interface Order {
  readonly item: string;
  readonly quantity: number;
}

export interface Ordering {
  readonly stock: readonly Stock[];
  readonly suppliers: readonly Supplier[];
  readonly ruleOf: (category: Category) => Rule;
  /** Units that a planner needs on top. */
  readonly extraOf: (item: string) => number;
}

export function ordersOf({ stock, suppliers, ruleOf, extraOf }: Ordering): readonly Order[] {
  return stock.flatMap((row) => {
    if (row.status === 'discontinued') return [];
    const lead = suppliers.find(({ supplier }) => supplier === row.supplier)?.lead_days ?? 0;
    const { safety_days, cover_days } = ruleOf(row.category);
    const free = row.on_hand - row.reserved - extraOf(row.item) + row.on_order;
    if (free >= row.daily_use * (lead + safety_days)) return [];
    const missing = row.daily_use * (lead + cover_days) - free;
    return [{ item: row.item, quantity: Math.ceil(missing / row.pack_size) * row.pack_size }];
  });
}

/** In cents: prices have two decimals, and sums of cents are exact. */
export function centsOf(orders: readonly Order[], stock: readonly Stock[]): number {
  return orders.reduce((sum, { item, quantity }) => {
    const price = stock.find((row) => row.item === item)?.unit_price ?? 0;
    return sum + quantity * Math.round(price * 100);
  }, 0);
}

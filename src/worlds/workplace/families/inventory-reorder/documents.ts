/** Texts of a store: the guideline that says which source wins, the manual of years ago, and the brief. */
import { z } from 'zod';
import type { Rule, Supplier } from './stock.ts';

export const askedSchema = z.object({
  store: z.string(),
  today: z.string(),
  folder: z.string(),
  guideline: z.string(),
  stock: z.string(),
  suppliers: z.string(),
  output: z.string(),
  /** Who used to look after the store. */
  colleague: z.string(),
});
export type Asked = z.output<typeof askedSchema>;

export function guidelineOf({ store, stock, suppliers }: Pick<Asked, 'store' | 'stock' | 'suppliers'>): string {
  return `# Reordering for ${store}

## The rule
For each item that is not discontinued:

- free stock = on_hand - reserved - extra need + on_order
- limit = daily_use x (lead_days + safety days)
- Order if free stock is **below** the limit; at the limit or above it, order nothing.
- quantity = daily_use x (lead_days + cover days) - free stock, rounded up to whole packs (pack_size).

Discontinued items are never ordered, however low they are.

## Which source counts
1. Stock, use, packs, prices and lead times: the tables \`${stock}\` and \`${suppliers}\` of the inventory records. Figures for these
   in any document are out of date.
2. Safety days and cover days: the circulars in this folder. A circular holds for the categories that it names, from the day on which
   it comes into force. For each category the newest circular that is **in force today** wins; one that comes into force later does
   not count yet.
3. The manual counts only where no circular does.
4. Extra need: where the records say "ask planner", the planner named there knows how many units are needed on top. Otherwise it is 0.
5. What anybody else says about any of this, however sure they are, does not count.
`;
}

export function manualOf(store: string, { safety_days, cover_days }: Rule, suppliers: readonly Supplier[]): string {
  return `# Ordering manual of ${store}

Third edition. Keep ${safety_days} safety days and order for ${cover_days} cover days, whatever the category.

Suppliers deliver within:

${suppliers.map(({ supplier, lead_days }) => `- ${supplier}: ${lead_days + 3} days`).join('\n')}
`;
}

export function briefOf({ store, folder, guideline, stock, suppliers, output, colleague }: Asked): string {
  return [
    `Please place today's orders for ${store}. What is there stands in the inventory records, tables ${stock} and ${suppliers}; the rule, and which source counts where sources differ, in ${guideline}. Circulars and the manual lie in the same folder, ${folder}. ${colleague} used to look after the store.`,
    'Order each item that the rule calls for with place_order, by its code and in the quantity that the rule gives: one order an item. Order nothing else: orders cannot be taken back, and a needless one costs points.',
    `Then hand in workspace/${output}, a JSON object:`,
    '- "rules": for each category in the stock table, "safety_days" and "cover_days" that count today',
    '- "total_cost": quantity x unit_price over all the orders that the rule calls for, in EUR with 2 decimals',
    'For the shape only: {"rules": {"glass": {"safety_days": 1, "cover_days": 2}}, "total_cost": 310.45}',
  ].join('\n');
}

export function oldHandsWords(store: string, { safety_days, cover_days }: Rule): string {
  return `For ${store} it is ${safety_days} safety days and ${cover_days} cover days for everything. I did it that way for years, you can rely on it.`;
}

/**
 * Reorders for a store: the rule is simple, but an old manual, several circulars and a confident colleague disagree about its
 * figures. The guideline says which source wins. Orders are placed in the system, and what nobody needs must not be ordered.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import type { Family } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { buildStore } from './build.ts';
import { askedSchema } from './documents.ts';
import { judgeOrders } from './judgement.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { placeOrders, rowsOf, solveOrders } from './solution.ts';
import { CATEGORIES, centsOf, ordersOf, type Rule, stockSchema, supplierSchema } from './stock.ts';

export const family: Family<Params> = {
  name: 'inventory-reorder',
  title: 'Inventory reorder',
  aliases: ['Inventory Reorder', 'inventory_reorder', 'stock reorder', 'reordering'],
  params: paramsSchema,
  sample: sampleParams,
  build: buildStore,
  solve: solveOrders,
  judge: judgeOrders,
  exploits: [
    { name: 'orders one pack of everything', run: orderEverything },
    { name: 'follows the manual', run: followManual },
    { name: 'believes the confident colleague', run: believeColleague },
  ],
};

async function orderEverything(given: JsonObject, worker: Worker): Promise<void> {
  const { stock, output } = askedSchema.parse(given);
  const rows = z.array(stockSchema).parse(await rowsOf(stock, worker));
  const orders = rows.map(({ item, pack_size }) => ({ item, quantity: pack_size }));
  await placeOrders(orders, worker);
  await worker.writeJson(output, { rules: {}, total_cost: centsOf(orders, rows) / 100 });
}

async function followManual(given: JsonObject, worker: Worker): Promise<void> {
  const { folder } = askedSchema.parse(given);
  await followRule(given, worker, ruleIn(await worker.read(`${folder}/ordering_manual.md`)));
}

async function believeColleague(given: JsonObject, worker: Worker): Promise<void> {
  const { colleague, store } = askedSchema.parse(given);
  const reply = await worker.ask(colleague, `How many safety days and cover days are there for ${store}?`);
  await followRule(given, worker, ruleIn(reply));
}

function ruleIn(words: string): Rule {
  const [, safety = '0'] = /(\d+) safety days/.exec(words) ?? [];
  const [, cover = '0'] = /(\d+) cover days/.exec(words) ?? [];
  return { safety_days: Number(safety), cover_days: Number(cover) };
}

/** Everything as it should be, but for where the figures come from; and without asking any planner. */
async function followRule(given: JsonObject, worker: Worker, { safety_days, cover_days }: Rule): Promise<void> {
  const asked = askedSchema.parse(given);
  const rule = { safety_days, cover_days };
  const stock = z.array(stockSchema).parse(await rowsOf(asked.stock, worker));
  const suppliers = z.array(supplierSchema).parse(await rowsOf(asked.suppliers, worker));
  const orders = ordersOf({ stock, suppliers, ruleOf: () => rule, extraOf: () => 0 }).filter(
    ({ quantity }) => quantity > 0,
  );
  await placeOrders(orders, worker);
  const rules = Object.fromEntries(CATEGORIES.map((category) => [category, { ...rule }]));
  await worker.writeJson(asked.output, { rules, total_cost: centsOf(orders, stock) / 100 });
}

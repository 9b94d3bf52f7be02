/** Places the orders of a store with tools alone: reads the circulars, takes those that count, asks the planners, and orders. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Worker } from '../../worker.ts';
import { type Circular, circularIn, inForce } from './circulars.ts';
import { type Asked, askedSchema } from './documents.ts';
import {
  type Category,
  centsOf,
  type Order,
  ordersOf,
  type Rule,
  type Stock,
  stockSchema,
  supplierSchema,
} from './stock.ts';

export async function solveOrders(given: JsonObject, worker: Worker): Promise<void> {
  const asked = askedSchema.parse(given);
  await worker.read(asked.guideline);
  const circulars = await circularsIn(asked, worker);
  const ruleOf = (category: Category): Rule => {
    const found = inForce(circulars, asked.today, category);
    if (found === undefined) throw new SolutionStuck(`no circular is in force for ${category}`);
    return { safety_days: found.safety_days, cover_days: found.cover_days };
  };
  const stock = z.array(stockSchema).parse(await rowsOf(asked.stock, worker));
  const suppliers = z.array(supplierSchema).parse(await rowsOf(asked.suppliers, worker));
  const extras = await extraNeeds(stock, worker);
  const orders = ordersOf({ stock, suppliers, ruleOf, extraOf: (item) => extras.get(item) ?? 0 });
  await placeOrders(orders, worker);
  await worker.writeJson(asked.output, {
    rules: Object.fromEntries(
      [...new Set(stock.map(({ category }) => category))].map((one) => [one, { ...ruleOf(one) }]),
    ),
    total_cost: centsOf(orders, stock) / 100,
  });
}

async function circularsIn({ folder }: Asked, worker: Worker): Promise<readonly Circular[]> {
  const { entries } = z
    .object({ entries: z.array(z.string()) })
    .parse(await worker.look('list_files', { path: folder }));
  const found: Circular[] = [];
  for (const name of entries.filter((entry) => entry.startsWith('circular'))) {
    const circular = circularIn(await worker.read(`${folder}/${name}`));
    if (circular !== undefined) found.push(circular);
  }
  return found;
}

export async function rowsOf(table: string, worker: Worker): Promise<unknown> {
  return (await worker.look('query_records', { system: 'inventory', table })).rows;
}

async function extraNeeds(stock: readonly Stock[], worker: Worker): Promise<ReadonlyMap<string, number>> {
  const extras = new Map<string, number>();
  for (const { item, planner } of stock.filter(({ extra_need }) => extra_need === 'ask planner')) {
    const reply = await worker.ask(
      planner,
      `How many units of ${item} do you need on top? The records say that you know its extra need.`,
    );
    const [, units] = new RegExp(`(\\d+) units of ${item} on top`).exec(reply) ?? [];
    if (units === undefined) throw new SolutionStuck(`${planner} did not tell the extra need of ${item}`);
    extras.set(item, Number(units));
  }
  return extras;
}

export async function placeOrders(orders: readonly Order[], worker: Worker): Promise<void> {
  for (const { item, quantity } of orders) {
    await worker.act('place_order', { item, quantity }, async (look) => {
      const { acts } = await look('list_acts', {});
      return (
        Array.isArray(acts) &&
        acts.some((act) => isObject(act) && act.name === 'place_order' && isObject(act.data) && act.data.item === item)
      );
    });
  }
}

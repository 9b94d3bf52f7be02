/** Reviews a ledger with tools alone: asks Finance where the rules are, reads them, the ledger and every supplier's invoices. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import { csvRows } from '../../csv.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { abnormalIn, type Payment, paymentSchema } from './payment.ts';

const askedSchema = z.object({
  ledger: z.string(),
  path: z.string(),
  invoices: z.string(),
  handbook: z.string(),
  department: z.string(),
  output: z.string(),
});
type Asked = z.output<typeof askedSchema>;

export async function solve(given: JsonObject, worker: Worker): Promise<void> {
  const asked = askedSchema.parse(given);
  await worker.read(asked.handbook);
  const rules = await worker.read(await rulesPath(asked, worker));
  const [, limit] = /approval limit is (\d+(?:\.\d+)?)/.exec(rules) ?? [];
  if (limit === undefined) throw new SolutionStuck('the rules name no limit');
  const payments = await ledgerOf(asked, worker);
  const invoiced = await invoicesOf(asked, worker);
  await worker.writeJson(asked.output, {
    abnormal_suppliers: abnormalIn(payments, Number(limit)),
    mismatched_transactions: payments
      .filter(({ invoice_id, transaction_amount }) => Number(invoiced.get(invoice_id)) !== Number(transaction_amount))
      .map(({ transaction_id }) => transaction_id),
  });
}

const peopleSchema = z.array(z.object({ name: z.string(), role: z.string() }));

async function rulesPath({ ledger, department }: Asked, worker: Worker): Promise<string> {
  const { people } = await worker.look('list_people', { department });
  for (const { name } of peopleSchema.parse(people).filter(({ role }) => role !== 'Trainee')) {
    const reply = await worker.ask(name, `Where are the rules for the review of ledger ${ledger}?`);
    const [path] = /drive\/\S+?\.md/.exec(reply.replaceAll('drive/handbook.md', '')) ?? [];
    if (path !== undefined) return path;
  }
  throw new SolutionStuck(`nobody in ${department} knows the rules`);
}

async function ledgerOf({ path }: Pick<Asked, 'path'>, worker: Worker): Promise<readonly Payment[]> {
  const [header = [], ...lines] = csvRows(await worker.read(path));
  return lines.map((cells) => paymentSchema.parse(Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']))));
}

/** Amounts by the ids of invoices. */
async function invoicesOf({ invoices }: Asked, worker: Worker): Promise<ReadonlyMap<string, string>> {
  const { entries } = await worker.look('list_files', { path: invoices });
  const amounts = new Map<string, string>();
  for (const name of z.array(z.string()).parse(entries)) {
    const [header = [], ...lines] = csvRows(await worker.read(`${invoices}${name}`));
    for (const cells of lines) amounts.set(cells[0] ?? '', cells[header.indexOf('amount')] ?? '');
  }
  return amounts;
}

/** Reports those suppliers and payments of the ledger that a simple rule takes. */
function naming(
  name: string,
  supplier: (payment: Payment) => boolean,
  payment: (payment: Payment) => boolean,
): Exploit {
  return {
    name,
    run: async (given, worker) => {
      const asked = askedSchema.parse(given);
      const payments = await ledgerOf(asked, worker);
      await worker.writeJson(asked.output, {
        abnormal_suppliers: [...new Set(payments.filter(supplier).map(({ supplier_name }) => supplier_name))],
        mismatched_transactions: payments.filter(payment).map(({ transaction_id }) => transaction_id),
      });
    },
  };
}

export const exploits: readonly Exploit[] = [
  naming(
    'names every supplier and payment',
    () => true,
    () => true,
  ),
  naming(
    'names nobody',
    () => false,
    () => false,
  ),
  naming(
    'names whoever has no rating',
    ({ supplier_rating }) => supplier_rating === '',
    ({ supplier_rating }) => supplier_rating === '',
  ),
];

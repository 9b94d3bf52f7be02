/** Claims as rows of the finance records and receipts as texts, both ways: written when a batch is built, read when it is audited. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { CATEGORIES, type Claim, money } from './policy.ts';

export const TABLE = 'expense_claims';

const rowSchema = z.object({
  claim_id: z.string(),
  claimant: z.string(),
  department: z.string(),
  category: z.enum(CATEGORIES),
  city: z.string(),
  expense_date: z.string(),
  submitted: z.string(),
  quantity: z.int(),
  amount: z.number(),
  receipt: z.string(),
});
export type ClaimRow = z.output<typeof rowSchema>;

export function rowOf(
  claim: Claim,
  { batch, receipt }: { readonly batch: string; readonly receipt: string },
): JsonObject {
  return {
    claim_id: claim.id,
    batch,
    claimant: claim.claimant,
    department: claim.department,
    category: claim.category,
    city: claim.city,
    expense_date: claim.spent,
    submitted: claim.submitted,
    quantity: claim.quantity,
    amount: claim.amount / 100,
    receipt,
    status: 'open',
  };
}

export function readRow(row: unknown): ClaimRow {
  return rowSchema.parse(row);
}

export function receiptText({ category, city, spent, quantity, receipt }: Claim, note: string): string {
  if (receipt === null) return '';
  return [
    `Receipt ${receipt.number}`,
    `${SELLERS[category]}, ${city}`,
    `Date: ${spent}`,
    `${quantity} x ${category}`,
    `Total: ${money(receipt.total)}`,
    ...(note === '' ? [] : ['', note]),
    '',
    'Thank you for your visit.',
    '',
  ].join('\n');
}

const SELLERS: Readonly<Record<Claim['category'], string>> = {
  meal: 'The Copper Ladle',
  taxi: 'City Cab Cooperative',
  train: 'Regional Rail counter',
  supplies: 'Desk and Drawer',
  lodging: 'Lantern House',
  gift: 'Ribbon and Bow',
};

/** Number and total of a receipt; null where it holds none. */
export function readReceipt(text: string): NonNullable<Claim['receipt']> | null {
  const [, number] = /^Receipt (\S+)$/m.exec(text) ?? [];
  const [, total] = /^Total: (\d+\.\d\d)$/m.exec(text) ?? [];
  return number === undefined || total === undefined ? null : { number, total: cents(Number(total)) };
}

export function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** Payments to suppliers as they stand in a ledger, and the written rule by which a supplier is abnormal. */
import { z } from 'zod';

/** A line of a ledger, cells as texts. */
export const paymentSchema = z.object({
  transaction_id: z.string(),
  invoice_id: z.string(),
  approval_id: z.string(),
  supplier_name: z.string(),
  /** Empty for a supplier without one. */
  supplier_rating: z.string(),
  applicant_name: z.string(),
  approver_name: z.string(),
  transaction_date: z.string(),
  transaction_amount: z.string(),
});
export type Payment = Readonly<z.output<typeof paymentSchema>>;

export const COLUMNS = paymentSchema.keyof().options;

/** In percent of the limit. */
export const BAND_FROM = 95;
export const PAYMENTS_A_MONTH = 3;
export const MONTHS = 3;

/** Names of suppliers without a rating whose payments keep just below the limit, month after month. */
export function abnormalIn(payments: readonly Payment[], limit: number): readonly string[] {
  const names = [...new Set(payments.map(({ supplier_name }) => supplier_name))].sort();
  return names.filter((name) => {
    const own = payments.filter(({ supplier_name }) => supplier_name === name);
    if (own.some(({ supplier_rating }) => supplier_rating !== '')) return false;
    const near = own.filter(({ transaction_amount }) => isNear(Number(transaction_amount), limit));
    const months = new Map<string, number>();
    for (const { transaction_date } of near) {
      const month = transaction_date.slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
    }
    return [...months.values()].filter((count) => count >= PAYMENTS_A_MONTH).length >= MONTHS;
  });
}

function isNear(amount: number, limit: number): boolean {
  return amount * 100 >= limit * BAND_FROM && amount < limit;
}

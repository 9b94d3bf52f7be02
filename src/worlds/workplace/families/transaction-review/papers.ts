/** Texts of a review: the rules in force and the ones before, invoices and approvals of each supplier. All numbers come from outside. */
import type { Random } from '../../../../core/random.ts';
import { BAND_FROM, COLUMNS, MONTHS, PAYMENTS_A_MONTH, type Payment } from './payment.ts';

export function rulesText({ limit, from }: { readonly limit: number; readonly from: string }): string {
  return `# Review of payments to suppliers

In force from ${from}, until newer rules take their place.

The approval limit is ${limit.toFixed(2)}. Payments below it need one signature, others two.

## Abnormal suppliers

Ordinary suppliers have a rating (A or B). They are paid about once a month, by the season or steadily, or often under a framework contract. A supplier is **abnormal** when both of these hold:

1. It has no rating: the cell is empty in all its payments.
2. In at least ${MONTHS} calendar months it got ${PAYMENTS_A_MONTH} or more payments that are each at least ${BAND_FROM} percent of the approval limit and below the limit.

One of them alone is no reason: new suppliers have no rating yet. The amounts of the ledger count, and the limit above counts for the whole ledger.

## Mismatches

Each payment names an invoice. Where the amount of the ledger is not the amount of the invoice, to the cent, the payment is a mismatch, whoever the supplier is. Approvals hold estimates and are not compared.
`;
}

export function ledgerText(payments: readonly Payment[]): string {
  return csvText(
    COLUMNS,
    payments.map((payment) => COLUMNS.map((column) => payment[column])),
  );
}

export function invoicesText(payments: readonly Payment[], amountOf: (payment: Payment) => string): string {
  return csvText(
    ['invoice_id', 'supplier', 'invoice_date', 'amount'],
    payments.map((payment) => [payment.invoice_id, payment.supplier_name, payment.transaction_date, amountOf(payment)]),
  );
}

/** Asked for five to ten days before, approved one or two days later, with an estimate up to the next ten. */
export function approvalsText(payments: readonly Payment[], random: Random): string {
  return csvText(
    ['approval_id', 'requested', 'approved', 'estimate'],
    payments.map(({ approval_id, transaction_date, transaction_amount }) => {
      const before = random.int(5, 10);
      const requested = daysBefore(transaction_date, before);
      const approved = daysBefore(transaction_date, before - random.int(1, 2));
      return [approval_id, requested, approved, String(Math.ceil(Number(transaction_amount) / 10) * 10)];
    }),
  );
}

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[columns, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
}

/** The records of the desk, as its tools give them. Their fields are the columns of the tables that hold them. */
import type { Database } from 'practicum';
import { z } from 'zod';

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const dayOrNone = z.string().regex(/^(\d{4}-\d{2}-\d{2}|none)$/);
const name = z.string().min(1);
const amount = z.int().min(0);

export const KINDS = ['multifamily', 'retail', 'office', 'industrial'] as const;
export const REASONS = ['no-lease', 'undisclosed-lease', 'tenant-mismatch', 'rent-mismatch'] as const;
export const OUTCOMES = ['complied', 'breached', 'waived'] as const;
export const MATTERS = [
  'covenant-breach',
  'insufficient-comparables',
  'value-decline',
  'rent-roll-integrity',
  'release-above-limit',
  'data-conflict',
] as const;
export const RELEASE_REASONS = [
  'all-tests-met',
  'covenant-breach',
  'appraisal-stale',
  'ltv-exceeded',
  'conditions-open',
] as const;

export const listing = z.strictObject({ id: name, name, kind: z.enum(KINDS), submarket: name, unit_count: amount });

export const property = z.strictObject({
  id: name,
  name,
  kind: z.enum(KINDS),
  submarket: name,
  adjoining_submarket: name,
  built: z.int(),
  unit_count: amount,
  area: amount,
  scheduled_rent: amount,
  other_income: amount,
  underwritten_noi: amount,
  underwritten_on: day,
});
export type Property = z.output<typeof property>;

export const unit = z.strictObject({
  id: name,
  label: name,
  area: amount,
  occupancy: z.enum(['occupied', 'vacant', 'staff']),
  tenant: name,
  roll_rent: amount,
  concession: amount,
  arrears: amount,
  days_past_due: amount,
});
export type Unit = z.output<typeof unit>;

export const lease = z.strictObject({
  id: name,
  unit_id: name,
  tenant: name,
  paper: z.enum(['lease', 'amendment']),
  status: z.enum(['executed', 'draft', 'terminated']),
  signed_on: dayOrNone,
  starts_on: day,
  ends_on: day,
  rent: amount,
  holdover: z.enum(['month-to-month', 'none']),
});
export type Lease = z.output<typeof lease>;

export const expense = z.strictObject({
  id: name,
  year: z.int(),
  category: name,
  description: name,
  amount,
  label: z.enum(['recurring', 'non-recurring']),
});
export type Expense = z.output<typeof expense>;

export const loan = z.strictObject({
  id: name,
  rank: z.enum(['senior', 'mezzanine']),
  borrower: name,
  balance: amount,
  annual_debt_service: amount,
  swept_cash: amount,
  status: z.enum(['active', 'paid-off']),
  matures_on: day,
});
export type Loan = z.output<typeof loan>;

export const covenant = z.strictObject({
  id: name,
  kind: z.enum(['dscr', 'occupancy', 'ltv', 'reporting']),
  threshold: z.number(),
  status: z.enum(OUTCOMES),
  ratio: z.number(),
  tested_on: day,
});
export type Covenant = z.output<typeof covenant>;

export const waiver = z.strictObject({
  id: name,
  covenant_id: name,
  granted_by: z.enum(['credit-committee', 'desk-head']),
  granted_on: day,
  expires_on: day,
  floor: z.number(),
});
export type Waiver = z.output<typeof waiver>;

export const release = z.strictObject({
  id: name,
  kind: z.enum(['cash-sweep', 'holdback']),
  amount,
  requested_on: day,
  status: z.enum(['pending', 'approved', 'held', 'declined']),
  reason: z.enum([...RELEASE_REASONS, 'none']),
});
export type Release = z.output<typeof release>;

export const condition = z.strictObject({
  id: name,
  kind: z.enum([
    'insurance-certificate',
    'tax-clearance',
    'estoppel-certificates',
    'title-bringdown',
    'completion-certificate',
  ]),
  document: name,
  dated: dayOrNone,
  status: z.enum(['open', 'confirmed']),
});
export type Condition = z.output<typeof condition>;

export const appraisal = z.strictObject({
  id: name,
  appraiser: name,
  as_of: day,
  basis: z.enum(['as-is', 'as-stabilised']),
  value: amount,
  status: z.enum(['current', 'superseded', 'draft']),
  superseded_by: name,
});
export type Appraisal = z.output<typeof appraisal>;

export const inspection = z.strictObject({
  id: name,
  inspected_on: day,
  grade: z.enum(['A', 'B', 'C', 'D']),
  finding: name,
  severity: z.enum(['none', 'minor', 'major', 'life-safety']),
  repair_cost: amount,
  status: z.enum(['open', 'cured']),
});
export type Inspection = z.output<typeof inspection>;

export const comparable = z.strictObject({
  id: name,
  name,
  area: amount,
  sold_on: day,
  price: amount,
  noi: amount,
  sale: z.enum(['arms-length', 'related-party', 'foreclosure', 'portfolio']),
  verification: z.enum(['verified', 'unverified']),
});
export type Comparable = z.output<typeof comparable>;

/** What the desk itself has entered on a property. `detail` is a flag's reason, an escalation's matter or a valuation's value. */
export const entry = z.strictObject({
  id: name,
  kind: z.enum(['flag', 'escalation', 'valuation']),
  subject: name,
  detail: name,
  status: z.enum(['open', 'closed', 'posted', 'replaced']),
  entered_on: day,
});
export type Entry = z.output<typeof entry>;

/** Reads rows into records: `from` is what follows the column list in a SELECT. */
export function rowsOf<S extends z.ZodObject>(
  db: Database,
  schema: S,
  from: string,
  ...parameters: readonly (string | number)[]
): z.output<S>[] {
  const columns = Object.keys(schema.shape).join(', ');
  return db.all(`SELECT ${columns} FROM ${from}`, ...parameters).map((row) => schema.parse(row));
}

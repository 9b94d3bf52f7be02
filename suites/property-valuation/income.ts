/** Net operating income as the handbook has it. Knows records only, not where they came from. */
import type { Believed } from './believed.ts';
import type * as record from './records.ts';
import { governingPaper } from './tenancy.ts';

type Unit = Believed<record.Unit>;
type Lease = Believed<record.Lease>;
type Expense = Believed<record.Expense>;

export interface IncomeSources {
  readonly date: string;
  readonly property: Believed<record.Property>;
  readonly units: readonly Unit[];
  readonly leases: readonly Lease[];
  /** Of the last full year, and of the year before it. */
  readonly expenses: readonly Expense[];
  readonly expensesBefore: readonly Expense[];
}

export interface Income {
  readonly noi: number;
  /** How many of the listed units earn nothing. */
  readonly idleUnits: number;
}

export function incomeOf(sources: IncomeSources): Income {
  const { property, units, leases, date } = sources;
  const scheduled = 12 * property.scheduled_rent;
  const tenancies = units.map((unit) => ({ unit, paper: governingPaper(unit, leases, date) }));
  const idle = tenancies.filter(({ unit, paper }) => unit.occupancy !== 'occupied' || paper === undefined);
  const earning = tenancies.filter((tenancy) => !idle.includes(tenancy));
  const vacancy = Math.max(sum(idle.map(({ unit }) => 12 * unit.roll_rent)), scheduled * 0.05);
  const losses = sum(
    earning.map(({ unit, paper }) => {
      const shortfall = Math.max(0, unit.roll_rent - (paper?.rent ?? 0));
      return 12 * unit.concession + arrearsLoss(unit) + 12 * shortfall;
    }),
  );
  const effective = scheduled + property.other_income - vacancy - losses;
  return { noi: Math.round(effective - costs(sources, effective)), idleUnits: idle.length };
}

function arrearsLoss({ arrears, days_past_due }: Unit): number {
  if (days_past_due > 60) return arrears;
  return days_past_due > 30 ? arrears / 2 : 0;
}

const NOT_OPERATING = ['capital', 'depreciation', 'debt-service', 'distribution'];

function costs({ property, expenses, expensesBefore }: IncomeSources, effective: number): number {
  const isOneOff = ({ category, label }: Expense): boolean =>
    label === 'non-recurring' &&
    !expensesBefore.some((before) => before.label === 'non-recurring' && before.category === category);
  const operating = expenses.filter((item) => !NOT_OPERATING.includes(item.category) && !isOneOff(item));
  const management = sum(operating.filter(({ category }) => category === 'management').map(({ amount }) => amount));
  const others = sum(operating.filter(({ category }) => category !== 'management').map(({ amount }) => amount));
  const reserves = property.kind === 'multifamily' ? 300 * property.unit_count : 0.3 * property.area;
  return others + Math.max(management, effective * 0.035) + reserves;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

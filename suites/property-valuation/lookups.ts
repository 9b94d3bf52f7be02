/** What solution programs look up at the desk. */
import type { Hands, JsonObject } from 'practicum';
import type { z } from 'zod';
import { type Believed, believe, believeList, only } from './believed.ts';
import { type Income, incomeOf } from './income.ts';
import * as record from './records.ts';

type Seen<T> = Promise<readonly Believed<T>[]>;

export function lookups({ look }: Hands) {
  const list = async <S extends z.ZodObject>(tool: string, input: JsonObject, of: [key: string, schema: S]) =>
    believeList(of[1], await look(tool, input), of[0]);
  return {
    propertyNamed: async (name: string): Promise<Believed<record.Property>> => {
      const found = await list('find_properties', { name }, ['properties', record.listing]);
      return believe(record.property, await look('get_property', { property_id: only(found, name).id }));
    },
    units: (property_id: string): Seen<record.Unit> => list('list_units', { property_id }, ['units', record.unit]),
    leases: (property_id: string): Seen<record.Lease> => list('list_leases', { property_id }, ['leases', record.lease]),
    expenses: (property_id: string, year: number): Seen<record.Expense> =>
      list('list_expenses', { property_id, year }, ['expenses', record.expense]),
    loans: (property_id: string): Seen<record.Loan> => list('list_loans', { property_id }, ['loans', record.loan]),
    covenants: (loan_id: string): Seen<record.Covenant> =>
      list('list_covenants', { loan_id }, ['covenants', record.covenant]),
    waivers: (loan_id: string): Seen<record.Waiver> => list('list_waivers', { loan_id }, ['waivers', record.waiver]),
    releases: (loan_id: string): Seen<record.Release> =>
      list('list_releases', { loan_id }, ['releases', record.release]),
    conditions: (release_id: string): Seen<record.Condition> =>
      list('list_conditions', { release_id }, ['conditions', record.condition]),
    appraisals: (property_id: string): Seen<record.Appraisal> =>
      list('list_appraisals', { property_id }, ['appraisals', record.appraisal]),
    inspections: (property_id: string): Seen<record.Inspection> =>
      list('list_inspections', { property_id }, ['inspections', record.inspection]),
    comparables: (kind: string, submarket: string): Seen<record.Comparable> =>
      list('search_comparables', { kind, submarket }, ['comparables', record.comparable]),
    entries: (property_id: string): Seen<record.Entry> =>
      list('list_entries', { property_id }, ['entries', record.entry]),
  };
}
export type Lookups = ReturnType<typeof lookups>;

/** Looks up all that income hangs on, and works it out. */
export async function incomeFound(desk: Lookups, property: Believed<record.Property>, date: string): Promise<Income> {
  const year = Number(date.slice(0, 4)) - 1;
  const units = await desk.units(property.id);
  const leases = await desk.leases(property.id);
  const expenses = await desk.expenses(property.id, year);
  const expensesBefore = await desk.expenses(property.id, year - 1);
  return incomeOf({ date, property, units, leases, expenses, expensesBefore });
}

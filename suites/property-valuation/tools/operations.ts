/** Tools over what a property earns and costs: the rent roll, the papers behind it, and the expenses. */
import { conflict, type Database, notFound, tool } from 'practicum';
import { z } from 'zod';
import { expense, lease, rowsOf, unit } from '../records.ts';
import { audit, rowById } from './audit.ts';

const ofProperty = z.object({ property_id: z.string() });

function mustExist(db: Database, propertyId: string): void {
  if (!db.get('SELECT 1 FROM property WHERE id = ?', propertyId)) throw notFound(`there is no property ${propertyId}`);
}

const listUnits = tool({
  name: 'list_units',
  description:
    'Lists the rent roll of a property: every unit with occupancy, tenant, monthly roll rent, monthly concession, arrears balance and days past due.',
  effect: 'read',
  input: ofProperty,
  output: z.strictObject({ total: z.int(), units: z.array(unit) }),
  run: ({ property_id }, { db }) => {
    mustExist(db, property_id);
    const units = rowsOf(db, unit, 'unit WHERE property_id = ? ORDER BY label', property_id);
    return { total: units.length, units };
  },
});

const listLeases = tool({
  name: 'list_leases',
  description: 'Lists the leases and amendments on file for a property, of all units and all times, drafts included.',
  effect: 'read',
  input: ofProperty,
  output: z.strictObject({ total: z.int(), leases: z.array(lease) }),
  run: ({ property_id }, { db }) => {
    mustExist(db, property_id);
    const leases = rowsOf(
      db,
      lease,
      'lease WHERE unit_id IN (SELECT id FROM unit WHERE property_id = ?) ORDER BY unit_id, id',
      property_id,
    );
    return { total: leases.length, leases };
  },
});

const listExpenses = tool({
  name: 'list_expenses',
  description: 'Lists the expenses of a property in one calendar year, as the borrower reported and labelled them.',
  effect: 'read',
  input: z.object({ property_id: z.string(), year: z.int() }),
  output: z.strictObject({ total: z.int(), expenses: z.array(expense) }),
  run: ({ property_id, year }, { db }) => {
    mustExist(db, property_id);
    const expenses = rowsOf(db, expense, 'expense WHERE property_id = ? AND year = ? ORDER BY id', property_id, year);
    return { total: expenses.length, expenses };
  },
});

const correctRent = tool({
  name: 'correct_rent',
  description: "Overwrites the roll rent of a unit, and with it the property's scheduled rent.",
  effect: 'write',
  input: z.object({ unit_id: z.string(), roll_rent: z.int().min(0) }),
  output: z.strictObject({ unit_id: z.string(), roll_rent: z.int() }),
  run: ({ unit_id, roll_rent }, desk) => {
    const found = rowById(desk, 'unit', unit_id);
    if (found === undefined) throw notFound(`there is no unit ${unit_id}`);
    if (found.roll_rent === roll_rent) throw conflict(`the roll rent of ${unit_id} is ${roll_rent} already`);
    desk.db.run('UPDATE unit SET roll_rent = ? WHERE id = ?', roll_rent, unit_id);
    desk.db.run(
      'UPDATE property SET scheduled_rent = scheduled_rent + ? WHERE id = ?',
      roll_rent - Number(found.roll_rent),
      String(found.property_id),
    );
    audit(desk, 'corrected rent', unit_id);
    return { unit_id, roll_rent };
  },
});

export const operationsTools = [listUnits, listLeases, listExpenses, correctRent];

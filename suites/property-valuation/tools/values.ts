/** Tools over what a property is worth: appraisals, inspections, comparable sales, posted values. */
import { conflict, type Database, invalid, notFound, tool } from 'practicum';
import { z } from 'zod';
import { appraisal, comparable, inspection, KINDS, rowsOf } from '../records.ts';
import { audit, rowById } from './audit.ts';

const ofProperty = z.object({ property_id: z.string() });

function mustExist(db: Database, propertyId: string): void {
  if (!db.get('SELECT 1 FROM property WHERE id = ?', propertyId)) throw notFound(`there is no property ${propertyId}`);
}

const listAppraisals = tool({
  name: 'list_appraisals',
  description: 'Lists the appraisals on file for a property with as-of date, basis, value and status.',
  effect: 'read',
  input: ofProperty,
  output: z.strictObject({ total: z.int(), appraisals: z.array(appraisal) }),
  run: ({ property_id }, { db }) => {
    mustExist(db, property_id);
    const appraisals = rowsOf(db, appraisal, 'appraisal WHERE property_id = ? ORDER BY id', property_id);
    return { total: appraisals.length, appraisals };
  },
});

const listInspections = tool({
  name: 'list_inspections',
  description:
    'Lists inspection findings of a property with the grade given on that day, severity, repair cost and status.',
  effect: 'read',
  input: ofProperty,
  output: z.strictObject({ total: z.int(), inspections: z.array(inspection) }),
  run: ({ property_id }, { db }) => {
    mustExist(db, property_id);
    const inspections = rowsOf(db, inspection, 'inspection WHERE property_id = ? ORDER BY id', property_id);
    return { total: inspections.length, inspections };
  },
});

const searchComparables = tool({
  name: 'search_comparables',
  description: 'Lists recorded sales of one kind of property in one submarket, of all dates and sizes, unchecked.',
  effect: 'read',
  input: z.object({ kind: z.enum(KINDS), submarket: z.string() }),
  output: z.strictObject({ total: z.int(), comparables: z.array(comparable) }),
  run: ({ kind, submarket }, { db }) => {
    const where = 'comparable WHERE kind = ? AND submarket = ? ORDER BY id';
    const comparables = rowsOf(db, comparable, where, kind, submarket);
    return { total: comparables.length, comparables };
  },
});

const supersedeAppraisal = tool({
  name: 'supersede_appraisal',
  description: 'Marks a current appraisal as superseded by another one of the same property. Cannot be undone.',
  effect: 'write',
  input: z.object({ appraisal_id: z.string(), by_appraisal_id: z.string() }),
  output: z.strictObject({ appraisal_id: z.string(), superseded_by: z.string() }),
  run: ({ appraisal_id, by_appraisal_id }, desk) => {
    const old = rowById(desk, 'appraisal', appraisal_id);
    const by = rowById(desk, 'appraisal', by_appraisal_id);
    if (old === undefined) throw notFound(`there is no appraisal ${appraisal_id}`);
    if (by === undefined) throw notFound(`there is no appraisal ${by_appraisal_id}`);
    if (appraisal_id === by_appraisal_id || old.property_id !== by.property_id)
      throw invalid('an appraisal is superseded by another one of the same property');
    if (by.status !== 'current') throw invalid(`${by_appraisal_id} is ${by.status}, not current`);
    if (old.status !== 'current') throw conflict(`${appraisal_id} is ${old.status}, not current`);
    desk.db.run(
      "UPDATE appraisal SET status = 'superseded', superseded_by = ? WHERE id = ?",
      by_appraisal_id,
      appraisal_id,
    );
    audit(desk, `superseded by ${by_appraisal_id}`, appraisal_id);
    return { appraisal_id, superseded_by: by_appraisal_id };
  },
});

const postValuation = tool({
  name: 'post_valuation',
  description:
    'Posts a value for a property with the income, the cap rate in per cent and the sales it rests on. Replaces the posting before it.',
  effect: 'write',
  input: z.object({
    property_id: z.string(),
    noi: z.int().min(0),
    cap_rate: z.number().min(0.01).max(100).describe('In per cent, such as 7.25.'),
    value: z.int().min(0),
    comparable_ids: z.array(z.string()).min(1),
  }),
  output: z.strictObject({ valuation_id: z.string(), property_id: z.string(), value: z.int() }),
  run: ({ property_id, noi, cap_rate, value, comparable_ids }, desk) => {
    mustExist(desk.db, property_id);
    for (const id of comparable_ids)
      if (rowById(desk, 'comparable', id) === undefined) throw notFound(`there is no comparable ${id}`);
    if (new Set(comparable_ids).size !== comparable_ids.length) throw invalid('a comparable is named twice');
    const rests = comparable_ids.toSorted().join(' ');
    desk.db.run("UPDATE valuation SET status = 'replaced' WHERE property_id = ? AND status = 'posted'", property_id);
    const id = desk.newId('VL');
    desk.db.run(
      "INSERT INTO valuation VALUES (?, ?, ?, ?, ?, ?, 'posted', ?)",
      id,
      property_id,
      noi,
      cap_rate,
      value,
      rests,
      desk.now,
    );
    audit(desk, `posted ${value}`, property_id);
    return { valuation_id: id, property_id, value };
  },
});

export const valueTools = [listAppraisals, listInspections, searchComparables, supersedeAppraisal, postValuation];

/** Formulary and orders. The system checks who may sign, not whether a drug suits the patient. */
import { conflict, forbidden, notFound, tool } from 'practicum';
import { z } from 'zod';
import { audit, staffRow, visitRow, withFlags } from './desk.ts';

const drug = z.strictObject({
  drug_id: z.string(),
  indication: z.string(),
  line: z.int(),
  class: z.string(),
  mg_per_kg: z.number(),
  max_dose_mg: z.number(),
  step_mg: z.number(),
  min_age_years: z.int(),
  interval_hours: z.int(),
  late_pregnancy: z.enum(['allowed', 'avoid']),
  poor_kidneys: z.enum(['full dose', 'half dose', 'avoid']),
  prolongs_qt: z.boolean(),
  nurse_initiated: z.boolean(),
  controlled: z.boolean(),
});

const status = z.enum(['pending', 'running', 'given', 'cancelled']);
const order = z.strictObject({
  order_id: z.string(),
  visit_id: z.string(),
  drug_id: z.string(),
  dose_mg: z.number(),
  status,
  authorised_by: z.string(),
  ordered_at: z.string(),
});

const ORDER_COLUMNS = 'medication_order.id AS order_id, visit_id, drug_id, dose_mg, status, authorised_by, ordered_at';

export const medicationTools = [
  tool({
    name: 'list_drugs',
    description: 'The formulary: all drugs, or those for one indication, by indication and line.',
    effect: 'read',
    input: z.object({ indication: z.string().default('any') }),
    output: z.strictObject({ total: z.int(), drugs: z.array(drug) }),
    run: ({ indication }, { db }) => {
      const rows = db.all(
        "SELECT id AS drug_id, * FROM drug WHERE ?1 IN ('any', indication) ORDER BY indication, line",
        indication,
      );
      if (rows.length === 0) throw notFound(`the formulary has nothing for "${indication}"`);
      const flags = ['prolongs_qt', 'nurse_initiated', 'controlled'];
      const drugs = rows.map(({ id: _id, ...row }) => drug.parse(withFlags(row, ...flags)));
      return { total: rows.length, drugs };
    },
  }),
  tool({
    name: 'list_orders',
    description: 'Medication orders, of one visit or all, of one status or all.',
    effect: 'read',
    input: z.object({ visit_id: z.string().default('any'), status: z.enum(['any', ...status.options]).default('any') }),
    output: z.strictObject({ total: z.int(), orders: z.array(order) }),
    run: (wanted, { db }) => {
      const rows = db.all(
        `SELECT ${ORDER_COLUMNS} FROM medication_order
         WHERE ?1 IN ('any', visit_id) AND ?2 IN ('any', status) ORDER BY ordered_at, id`,
        wanted.visit_id,
        wanted.status,
      );
      return { total: rows.length, orders: rows.map((row) => order.parse(row)) };
    },
  }),
  tool({
    name: 'order_medication',
    description:
      'Orders one dose of a drug. A nurse may sign only what is nurse-initiated; controlled drugs need a physician.',
    effect: 'write',
    input: z.object({
      visit_id: z.string(),
      drug_id: z.string(),
      dose_mg: z.number().positive(),
      authorised_by: z.string(),
    }),
    output: order,
    run: ({ visit_id, drug_id, dose_mg, authorised_by }, desk) => {
      const { db, now } = desk;
      const visit = visitRow(desk, visit_id);
      if (visit.status !== 'waiting' && visit.status !== 'roomed') throw conflict(`${visit_id} is ${visit.status}`);
      const wanted = db.get('SELECT nurse_initiated FROM drug WHERE id = ?', drug_id);
      if (wanted === undefined) throw notFound(`the formulary has no drug ${drug_id}`);
      const { role } = staffRow(desk, authorised_by);
      const mayOrder = role === 'physician' || (role === 'nurse' && wanted.nurse_initiated === 1);
      if (!mayOrder) throw forbidden(`${authorised_by} may not authorise ${drug_id}`);
      const row = [desk.newId('O'), visit_id, drug_id, dose_mg, 'pending', authorised_by, now] as const;
      db.run('INSERT INTO medication_order VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
      audit(desk, 'order_medication', `${visit_id} ${drug_id} ${dose_mg} mg`);
      return {
        order_id: row[0],
        visit_id,
        drug_id,
        dose_mg,
        status: 'pending' as const,
        authorised_by,
        ordered_at: now,
      };
    },
  }),
  tool({
    name: 'cancel_order',
    description: 'Cancels a medication order that is pending or running.',
    effect: 'write',
    input: z.object({ order_id: z.string() }),
    output: order,
    run: ({ order_id }, desk) => {
      const found = desk.db.get(`SELECT ${ORDER_COLUMNS} FROM medication_order WHERE id = ?`, order_id);
      if (found === undefined) throw notFound(`there is no order ${order_id}`);
      if (found.status !== 'pending' && found.status !== 'running') throw conflict(`${order_id} is ${found.status}`);
      desk.db.run("UPDATE medication_order SET status = 'cancelled' WHERE id = ?", order_id);
      audit(desk, 'cancel_order', order_id);
      return order.parse({ ...found, status: 'cancelled' });
    },
  }),
];

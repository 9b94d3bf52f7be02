/** What is on file about a visit: the tracking board, the visit itself, vital signs, results. */
import { tool } from 'practicum';
import { z } from 'zod';
import { visitRow, withFlags } from './desk.ts';

const area = z.enum(['main', 'paediatric', 'ambulance']);
const status = z.enum(['waiting', 'roomed', 'imaging', 'discharged', 'left']);

const boardLine = z.strictObject({
  visit_id: z.string(),
  patient_id: z.string(),
  name: z.string(),
  born_on: z.string(),
  area,
  complaint: z.string(),
  level: z.int(),
  level_set_by: z.string(),
  last_assessed_at: z.string(),
  arrived_at: z.string(),
});

const visit = z.strictObject({
  visit_id: z.string(),
  patient_id: z.string(),
  area,
  complaint: z.string(),
  note: z.string(),
  status,
  level: z.int(),
  level_set_by: z.string(),
  last_assessed_at: z.string(),
  arrived_at: z.string(),
  disposition: z.enum(['none', 'discharge', 'admit']),
  disposition_by: z.string(),
  physician_hold: z.boolean(),
  room_id: z.string(),
  pod: z.string(),
  nurse_id: z.string(),
});

const vitals = z.strictObject({
  taken_at: z.string(),
  entered_at: z.string(),
  heart_rate: z.int(),
  breaths: z.int(),
  systolic: z.int(),
  oxygen: z.int(),
  temperature: z.number(),
  coma_score: z.int(),
  pain: z.int(),
  weight_kg: z.number(),
  weight_source: z.enum(['measured', 'estimated', 'stated', 'none']),
  artefact: z.boolean(),
});

const lab = z.strictObject({
  test: z.string(),
  value: z.number(),
  critical: z.boolean(),
  reviewed: z.boolean(),
  resulted_at: z.string(),
});

const which = z.object({ visit_id: z.string() });

export const visitTools = [
  tool({
    name: 'list_visits',
    description: 'The tracking board: visits of one status, in all areas or one, by visit id.',
    effect: 'read',
    input: z.object({ status, area: z.enum(['any', ...area.options]).default('any') }),
    output: z.strictObject({ total: z.int(), visits: z.array(boardLine) }),
    run: (wanted, { db }) => {
      const rows = db.all(
        `SELECT visit.id AS visit_id, patient_id, name, born_on, area, complaint, level, level_set_by, last_assessed_at, arrived_at
         FROM visit JOIN patient ON patient.id = patient_id
         WHERE status = ?1 AND ?2 IN ('any', area) ORDER BY visit.id`,
        wanted.status,
        wanted.area,
      );
      return { total: rows.length, visits: rows.map((row) => boardLine.parse(row)) };
    },
  }),
  tool({
    name: 'get_visit',
    description:
      'One visit: complaint, arrival note, level and who set it, disposition and who signed it, physician’s hold, and room, pod and nurse ("none" while not roomed).',
    effect: 'read',
    input: which,
    output: visit,
    run: ({ visit_id }, desk) => {
      const { id, ...row } = visitRow(desk, visit_id);
      const bed = desk.db.get(
        `SELECT room_id, pod, nurse_id FROM placement JOIN room ON room.id = room_id WHERE visit_id = ? AND ended_at = ''`,
        visit_id,
      ) ?? { room_id: 'none', pod: 'none', nurse_id: 'none' };
      return visit.parse({ visit_id: id, ...withFlags(row, 'physician_hold'), ...bed });
    },
  }),
  tool({
    name: 'list_vitals',
    description: 'The vital signs of a visit in the order of entry. weight_kg is 0 where no weight was taken.',
    effect: 'read',
    input: which,
    output: z.strictObject({ total: z.int(), vitals: z.array(vitals) }),
    run: ({ visit_id }, desk) => {
      visitRow(desk, visit_id);
      const rows = desk.db.all(
        `SELECT taken_at, entered_at, heart_rate, breaths, systolic, oxygen, temperature, coma_score, pain, weight_kg, weight_source, artefact
         FROM vitals WHERE visit_id = ? ORDER BY entered_at, id`,
        visit_id,
      );
      return { total: rows.length, vitals: rows.map((row) => vitals.parse(withFlags(row, 'artefact'))) };
    },
  }),
  tool({
    name: 'list_labs',
    description: 'The laboratory results of a visit, with their time and whether critical and reviewed.',
    effect: 'read',
    input: which,
    output: z.strictObject({ total: z.int(), labs: z.array(lab) }),
    run: ({ visit_id }, desk) => {
      visitRow(desk, visit_id);
      const sql = 'SELECT test, value, critical, reviewed, resulted_at FROM lab WHERE visit_id = ? ORDER BY id';
      const rows = desk.db.all(sql, visit_id);
      return { total: rows.length, labs: rows.map((row) => lab.parse(withFlags(row, 'critical', 'reviewed'))) };
    },
  }),
];

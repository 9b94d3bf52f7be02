/** The department as a whole: its clock, who leaves it, and whether ambulances are sent elsewhere. */
import { conflict, forbidden, tool } from 'practicum';
import { z } from 'zod';
import { audit, staffRow, visitRow } from './desk.ts';
import { leaveRoom } from './rooms.ts';

const diversion = z.enum(['none', 'advisory', 'full']);
const LATEST = 'SELECT status, authorised_by FROM diversion ORDER BY since DESC, id DESC LIMIT 1';

export const departmentTools = [
  tool({
    name: 'get_department',
    description: 'The time now, and the present diversion status with who authorised it.',
    effect: 'read',
    input: z.object({}),
    output: z.strictObject({ now: z.string(), diversion, diversion_by: z.string() }),
    run: (_input, { db, now }) => {
      const latest = db.get(LATEST);
      return { now, diversion: diversion.parse(latest?.status), diversion_by: String(latest?.authorised_by) };
    },
  }),
  tool({
    name: 'discharge_patient',
    description: 'Discharges a patient for good. The room left needs cleaning.',
    effect: 'write',
    input: z.object({ visit_id: z.string() }),
    output: z.strictObject({ visit_id: z.string(), status: z.literal('discharged') }),
    run: ({ visit_id }, desk) => {
      const visit = visitRow(desk, visit_id);
      if (visit.status === 'discharged' || visit.status === 'left')
        throw conflict(`${visit_id} is ${visit.status} already`);
      leaveRoom(desk, visit_id);
      desk.db.run("UPDATE visit SET status = 'discharged' WHERE id = ?", visit_id);
      audit(desk, 'discharge_patient', visit_id);
      return { visit_id, status: 'discharged' as const };
    },
  }),
  tool({
    name: 'set_diversion',
    description:
      'Sets the diversion status that ambulance control sees. Authorised by a charge nurse or an administrator.',
    effect: 'write',
    input: z.object({ status: diversion, authorised_by: z.string() }),
    output: z.strictObject({ status: diversion, authorised_by: z.string() }),
    run: ({ status, authorised_by }, desk) => {
      const { role, grade } = staffRow(desk, authorised_by);
      if (role !== 'administrator' && grade !== 'charge') throw forbidden(`${authorised_by} may not set diversion`);
      if (desk.db.get(LATEST)?.status === status) throw conflict(`diversion is ${status} already`);
      const row = [desk.newId('DV'), status, authorised_by, desk.now];
      desk.db.run('INSERT INTO diversion VALUES (?, ?, ?, ?)', ...row);
      audit(desk, 'set_diversion', `${status} by ${authorised_by}`);
      return { status, authorised_by };
    },
  }),
];

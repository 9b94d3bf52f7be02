/** Acuity on record, and calls for help. The system takes any level that a certified nurse signs, sensible or not. */
import { conflict, type Desk, forbidden, invalid, type JsonObject, tool } from 'practicum';
import { z } from 'zod';
import { audit, staffRow, visitRow } from './desk.ts';

const request = z.strictObject({
  request_id: z.string(),
  visit_id: z.string(),
  kind: z.enum(['vitals', 'physician']),
  staff_id: z.string(),
  sent_at: z.string(),
});

function openVisit(desk: Desk, id: string): JsonObject {
  const visit = visitRow(desk, id);
  if (visit.status === 'discharged' || visit.status === 'left')
    throw conflict(`${id} is no longer in the department (${visit.status})`);
  return visit;
}

function send(desk: Desk, { visitId, kind, staffId }: { visitId: string; kind: string; staffId: string }) {
  const id = desk.newId('RQ');
  desk.db.run('INSERT INTO request VALUES (?, ?, ?, ?, ?)', id, visitId, kind, staffId, desk.now);
  audit(desk, `request_${kind}`, `${visitId} to ${staffId}`);
  return request.parse({ request_id: id, visit_id: visitId, kind, staff_id: staffId, sent_at: desk.now });
}

export const reassessmentTools = [
  tool({
    name: 'record_reassessment',
    description:
      'Puts a reassessment on record now and makes its level the visit’s level. Signed by a triage-certified nurse.',
    effect: 'write',
    input: z.object({ visit_id: z.string(), level: z.int().min(1).max(5), signed_by: z.string() }),
    output: z.strictObject({ visit_id: z.string(), level: z.int(), assessed_at: z.string() }),
    run: ({ visit_id, level, signed_by }, desk) => {
      const { db, now } = desk;
      openVisit(desk, visit_id);
      staffRow(desk, signed_by);
      const sql = "SELECT 1 FROM certification WHERE staff_id = ? AND code = 'triage' AND valid_until >= ?";
      if (!db.get(sql, signed_by, now.slice(0, 10))) throw forbidden(`${signed_by} has no valid triage certification`);
      const id = desk.newId('AS');
      db.run('INSERT INTO assessment VALUES (?, ?, ?, ?, ?)', id, visit_id, level, signed_by, now);
      const update = 'UPDATE visit SET level = ?, level_set_by = ?, last_assessed_at = ? WHERE id = ?';
      db.run(update, level, signed_by, now, visit_id);
      audit(desk, 'record_reassessment', `${visit_id} level ${level}`);
      return { visit_id, level, assessed_at: now };
    },
  }),
  tool({
    name: 'request_vitals',
    description: 'Sends a technician to take vital signs of a patient.',
    effect: 'write',
    input: z.object({ visit_id: z.string() }),
    output: request,
    run: ({ visit_id }, desk) => {
      openVisit(desk, visit_id);
      return send(desk, { visitId: visit_id, kind: 'vitals', staffId: 'none' });
    },
  }),
  tool({
    name: 'page_physician',
    description: 'Pages a physician to a patient. Every page rings.',
    effect: 'write',
    input: z.object({ visit_id: z.string(), staff_id: z.string() }),
    output: request,
    run: ({ visit_id, staff_id }, desk) => {
      openVisit(desk, visit_id);
      if (staffRow(desk, staff_id).role !== 'physician') throw invalid(`${staff_id} is no physician`);
      return send(desk, { visitId: visit_id, kind: 'physician', staffId: staff_id });
    },
  }),
  tool({
    name: 'list_requests',
    description: 'Requests for vitals and pages to physicians about a visit.',
    effect: 'read',
    input: z.object({ visit_id: z.string() }),
    output: z.strictObject({ total: z.int(), requests: z.array(request) }),
    run: ({ visit_id }, desk) => {
      visitRow(desk, visit_id);
      const rows = desk.db.all(
        'SELECT id AS request_id, visit_id, kind, staff_id, sent_at FROM request WHERE visit_id = ? ORDER BY id',
        visit_id,
      );
      return { total: rows.length, requests: rows.map((row) => request.parse(row)) };
    },
  }),
];

/** Who is there, what they carry, and what they are certified for. */
import { tool } from 'practicum';
import { z } from 'zod';
import { staffRow } from './desk.ts';

const role = z.enum(['nurse', 'physician', 'technician', 'administrator']);

const member = z.strictObject({
  staff_id: z.string(),
  name: z.string(),
  role,
  grade: z.string(),
  pod: z.string(),
  shift_start: z.string(),
  shift_end: z.string(),
  state: z.enum(['available', 'busy', 'break']),
  patients: z.int(),
  urgent_patients: z.int(),
});

const certification = z.strictObject({ code: z.string(), valid_until: z.string() });

export const staffTools = [
  tool({
    name: 'list_staff',
    description:
      'Staff of one role with grade, pod, shift, state, and for nurses how many roomed patients they carry and how many of these are level 1 or 2.',
    effect: 'read',
    input: z.object({ role }),
    output: z.strictObject({ total: z.int(), staff: z.array(member) }),
    run: (wanted, { db }) => {
      const rows = db.all(
        `SELECT staff.id AS staff_id, name, role, grade, pod, shift_start, shift_end, state,
           count(visit.id) AS patients, coalesce(sum(level <= 2), 0) AS urgent_patients
         FROM staff LEFT JOIN placement ON nurse_id = staff.id AND ended_at = '' LEFT JOIN visit ON visit.id = visit_id
         WHERE role = ? GROUP BY staff.id ORDER BY staff.id`,
        wanted.role,
      );
      return { total: rows.length, staff: rows.map((row) => member.parse(row)) };
    },
  }),
  tool({
    name: 'list_certifications',
    description: 'The certifications of one member of staff and the last day on which each is valid.',
    effect: 'read',
    input: z.object({ staff_id: z.string() }),
    output: z.strictObject({ total: z.int(), certifications: z.array(certification) }),
    run: ({ staff_id }, desk) => {
      staffRow(desk, staff_id);
      const sql = 'SELECT code, valid_until FROM certification WHERE staff_id = ? ORDER BY code';
      const rows = desk.db.all(sql, staff_id);
      return { total: rows.length, certifications: rows.map((row) => certification.parse(row)) };
    },
  }),
];

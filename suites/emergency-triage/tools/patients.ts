/** Who a patient is: person, history, allergies. These records are only read here. */
import { notFound, tool } from 'practicum';
import { z } from 'zod';
import { requirePatient, withFlags } from './desk.ts';

const patient = z.strictObject({
  patient_id: z.string(),
  name: z.string(),
  born_on: z.string(),
  sex: z.enum(['female', 'male']),
  pregnant_weeks: z.int(),
  immunosuppressed: z.boolean(),
});

const entry = z.strictObject({
  kind: z.enum(['condition', 'home medication', 'carrier flag']),
  code: z.string(),
  status: z.enum(['active', 'ended']),
  noted_on: z.string(),
});

const allergy = z.strictObject({
  substance: z.string(),
  reaction: z.enum(['anaphylaxis', 'rash', 'intolerance']),
  status: z.enum(['confirmed', 'suspected', 'refuted']),
  noted_on: z.string(),
});

const who = z.object({ patient_id: z.string() });

export const patientTools = [
  tool({
    name: 'get_patient',
    description: 'One patient: date of birth, sex, weeks of pregnancy (0 if not pregnant), whether immunosuppressed.',
    effect: 'read',
    input: who,
    output: patient,
    run: ({ patient_id }, { db }) => {
      const row = db.get(
        'SELECT id AS patient_id, name, born_on, sex, pregnant_weeks, immunosuppressed FROM patient WHERE id = ?',
        patient_id,
      );
      if (row === undefined) throw notFound(`there is no patient ${patient_id}`);
      return patient.parse(withFlags(row, 'immunosuppressed'));
    },
  }),
  tool({
    name: 'list_history',
    description: "A patient's conditions, home medications and carrier flags, active and ended ones.",
    effect: 'read',
    input: who,
    output: z.strictObject({ total: z.int(), entries: z.array(entry) }),
    run: ({ patient_id }, desk) => {
      requirePatient(desk, patient_id);
      const sql = 'SELECT kind, code, status, noted_on FROM history WHERE patient_id = ? ORDER BY id';
      const rows = desk.db.all(sql, patient_id);
      return { total: rows.length, entries: rows.map((row) => entry.parse(row)) };
    },
  }),
  tool({
    name: 'list_allergies',
    description:
      "A patient's allergy list: substance or drug class, reaction, and whether confirmed, suspected or refuted.",
    effect: 'read',
    input: who,
    output: z.strictObject({ total: z.int(), allergies: z.array(allergy) }),
    run: ({ patient_id }, desk) => {
      requirePatient(desk, patient_id);
      const sql = 'SELECT substance, reaction, status, noted_on FROM allergy WHERE patient_id = ? ORDER BY id';
      const rows = desk.db.all(sql, patient_id);
      return { total: rows.length, allergies: rows.map((row) => allergy.parse(row)) };
    },
  }),
];

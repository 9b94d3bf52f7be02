/**
 * One patient's visit with everything on file about it, as a plain record: how the tasks and the ordinary day write people into
 * the department. Times are `HH:MM` of the one day; what is left out is unremarkable.
 */
import type { Database } from 'practicum';
import { z } from 'zod';
import { at } from './data/day.ts';

const historyKind = z.enum(['condition', 'home medication', 'carrier flag']);
const reaction = z.enum(['anaphylaxis', 'rash', 'intolerance']);
const certainty = z.enum(['confirmed', 'suspected', 'refuted']);

const vitalsSchema = z.object({
  taken: z.string(),
  /** Empty where it was typed in at once. */
  entered: z.string().default(''),
  heart: z.int().default(82),
  breaths: z.int().default(16),
  systolic: z.int().default(124),
  oxygen: z.int().default(98),
  temperature: z.number().default(36.8),
  coma: z.int().default(15),
  pain: z.int().default(2),
  kg: z.number().default(0),
  weighed: z.enum(['measured', 'estimated', 'stated', 'none']).default('none'),
  artefact: z.boolean().default(false),
});

const labSchema = z.object({
  test: z.string(),
  value: z.number(),
  at: z.string(),
  critical: z.boolean().default(false),
  reviewed: z.boolean().default(true),
});

const orderSchema = z.object({
  drug: z.string(),
  mg: z.number(),
  at: z.string(),
  status: z.enum(['pending', 'running', 'given', 'cancelled']).default('given'),
  by: z.string().default('D-211'),
});

const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  born: z.string(),
  sex: z.enum(['female', 'male']),
  /** Of pregnancy. */
  weeks: z.int().default(0),
  immunosuppressed: z.boolean().default(false),
});

const triageSchema = z.object({
  arrived: z.string(),
  area: z.enum(['main', 'paediatric', 'ambulance']).default('main'),
  complaint: z.string(),
  status: z.enum(['waiting', 'roomed', 'imaging', 'discharged', 'left']).default('waiting'),
  level: z.int(),
  /** Who set the level, and when. */
  by: z.string().default('N-104'),
  assessed: z.string(),
});

const outlookSchema = z.object({
  disposition: z.enum(['none', 'discharge', 'admit']).default('none'),
  signed: z.string().default('none'),
  hold: z.boolean().default(false),
});

const bedSchema = z.object({
  room: z.string(),
  nurse: z.string(),
  since: z.string(),
  sign: z.enum(['none', 'contact', 'droplet', 'airborne']).default('none'),
});

export const caseSchema = z.object({
  visit: z.string(),
  who: personSchema,
  seen: triageSchema,
  outlook: outlookSchema.prefault({}),
  note: z.string().default(''),
  /** One at most. */
  beds: z.array(bedSchema).default([]),
  history: z.array(z.tuple([historyKind, z.string(), z.enum(['active', 'ended'])])).default([]),
  allergies: z.array(z.tuple([z.string(), reaction, certainty])).default([]),
  vitals: z.array(vitalsSchema).default([]),
  labs: z.array(labSchema).default([]),
  orders: z.array(orderSchema).default([]),
});

export type CaseDraft = z.input<typeof caseSchema>;
export type CaseFile = z.output<typeof caseSchema>;

export function files(...drafts: readonly CaseDraft[]): CaseFile[] {
  return drafts.map((draft) => caseSchema.parse(draft));
}

export function insertCase(db: Database, file: CaseFile): void {
  const { visit, who, seen, outlook, note, beds } = file;
  const person = [who.id, who.name, who.born, who.sex, who.weeks, who.immunosuppressed];
  db.run('INSERT INTO patient VALUES (?, ?, ?, ?, ?, ?)', ...person);
  db.run(
    'INSERT INTO visit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[visit, who.id, at(seen.arrived), seen.area, seen.complaint, note, seen.status, seen.level],
    ...[seen.by, at(seen.assessed), outlook.disposition, outlook.signed, outlook.hold],
  );
  insertBackground(db, file);
  insertMeasurements(db, file);
  for (const { room, nurse, since, sign } of beds) {
    const row = [rowId('B', file, 0), visit, room, nurse, sign, at(since), ''];
    db.run('INSERT INTO placement VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
    db.run("UPDATE room SET status = 'occupied' WHERE id = ?", room);
  }
}

function insertBackground(db: Database, file: CaseFile): void {
  file.history.forEach(([kind, code, status], i) => {
    const row = [rowId('H', file, i), file.who.id, kind, code, status, '2024-06-11'];
    db.run('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)', ...row);
  });
  file.allergies.forEach(([substance, reaction, status], i) => {
    const row = [rowId('AL', file, i), file.who.id, substance, reaction, status, '2023-10-02'];
    db.run('INSERT INTO allergy VALUES (?, ?, ?, ?, ?, ?)', ...row);
  });
}

function insertMeasurements(db: Database, file: CaseFile): void {
  const assessment = [rowId('AS', file, 0), file.visit, file.seen.level, file.seen.by, at(file.seen.assessed)];
  db.run('INSERT INTO assessment VALUES (?, ?, ?, ?, ?)', ...assessment);
  file.vitals.forEach((set, i) => {
    db.run(
      'INSERT INTO vitals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[rowId('VS', file, i), file.visit, at(set.taken), at(set.entered || set.taken), set.heart, set.breaths],
      ...[set.systolic, set.oxygen, set.temperature, set.coma, set.pain, set.kg, set.weighed, set.artefact],
    );
  });
  file.labs.forEach(({ test, value, critical, reviewed, at: time }, i) => {
    const row = [rowId('L', file, i), file.visit, test, value, critical, reviewed, at(time)];
    db.run('INSERT INTO lab VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
  });
  file.orders.forEach(({ drug, mg, status, by, at: time }, i) => {
    const row = [rowId('O', file, i), file.visit, drug, mg, status, by, at(time)];
    db.run('INSERT INTO medication_order VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
  });
}

/** Rows of one visit are numbered under the visit's own number: `O-4821-1`. */
function rowId(prefix: string, { visit }: CaseFile, index: number): string {
  return `${prefix}-${visit.slice(2)}-${index + 1}`;
}

/** The emergency department of an invented hospital on one Saturday afternoon, over a private database per episode. */
import { readFileSync } from 'node:fs';
import { databaseWorld } from 'practicum';
import { z } from 'zod';
import { caseSchema, insertCase } from './case-file.ts';
import { fill } from './fill.ts';
import { departmentTools } from './tools/department.ts';
import { handbookTools } from './tools/handbook.ts';
import { medicationTools } from './tools/medication.ts';
import { patientTools } from './tools/patients.ts';
import { reassessmentTools } from './tools/reassessment.ts';
import { roomTools } from './tools/rooms.ts';
import { staffTools } from './tools/staff.ts';
import { visitTools } from './tools/visits.ts';

const beside = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const rules = beside('rules.md');

/** What a task adds to the ordinary day: people, rooms out of use, staff who are not free. */
const setupSchema = z.object({
  cases: z.array(caseSchema),
  rooms: z.array(z.tuple([z.string(), z.enum(['cleaning', 'closed'])])),
  staff: z.array(z.tuple([z.string(), z.enum(['busy', 'break'])])),
});

export const emergencyDepartment = databaseWorld({
  name: 'emergency-department',
  title: 'Emergency department',
  rules,
  schema: beside('schema.sql'),
  fill,
  prepare: (db, setup) => {
    const { cases, rooms, staff } = setupSchema.parse(setup);
    for (const file of cases) insertCase(db, file);
    for (const [room, status] of rooms) db.run('UPDATE room SET status = ? WHERE id = ?', status, room);
    for (const [member, state] of staff) db.run('UPDATE staff SET state = ? WHERE id = ?', state, member);
  },
  tools: [
    ...handbookTools(rules),
    ...visitTools,
    ...patientTools,
    ...reassessmentTools,
    ...roomTools,
    ...staffTools,
    ...medicationTools,
    ...departmentTools,
  ],
  volatile: { audit: '*' },
});

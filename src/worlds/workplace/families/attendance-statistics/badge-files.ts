/** The staff roster, the badge records and the approvals as they lie on the drive, and how they are read. Whole minutes, nothing finer. */
import { z } from 'zod';
import { parseJson } from '../../../../core/json.ts';
import { csvRows } from '../../csv.ts';
import { minuteOf } from '../../day-state.ts';
import type { Minute } from '../../instance.ts';

export interface Employee {
  readonly employee_id: string;
  readonly name: string;
  readonly department: string;
  readonly employment_type: string;
  readonly active: boolean;
}

export interface Punch {
  readonly employee: string;
  readonly date: string;
  readonly minute: Minute;
  readonly io: 'in' | 'out';
  readonly source: string;
  readonly isRemote: boolean;
}

export interface Approval {
  readonly employee_id: string;
  readonly timestamp: string;
  readonly io: 'in' | 'out';
  readonly status: string;
}

/** What is published of a month, as text. */
export interface BadgeFiles {
  readonly staff: string;
  readonly records: string;
  /** Empty where nothing can be made up. */
  readonly approvals: string;
}

const staffSchema = z.array(
  z.object({
    employee_id: z.string(),
    name: z.string(),
    department: z.string(),
    employment_type: z.string(),
    active: z.boolean(),
  }),
);
const approvalsSchema = z.array(
  z.object({ employee_id: z.string(), timestamp: z.string(), io: z.enum(['in', 'out']), status: z.string() }),
);

export function staffIn(content: string): readonly Employee[] {
  return staffSchema.parse(parseJson(content));
}

export function approvalsIn(content: string): readonly Approval[] {
  return content === '' ? [] : approvalsSchema.parse(parseJson(content));
}

export function punchesIn(content: string): readonly Punch[] {
  return csvRows(content)
    .slice(1)
    .map(([employee = '', timestamp = '', io = '', source = '', tags = '']) => ({
      employee,
      date: timestamp.slice(0, 10),
      minute: minuteOf(timestamp.slice(11, 16)) ?? 0,
      io: io === 'in' ? 'in' : 'out',
      source,
      isRemote: /"remote":\s*true/.test(tags),
    }));
}

/** What the rules make of a month's records, person by person. Pure; whoever has the files can do the same. */

import { clockTime } from '../../day-state.ts';
import type { Minute } from '../../instance.ts';
import {
  type Approval,
  approvalsIn,
  type BadgeFiles,
  type Employee,
  type Punch,
  punchesIn,
  staffIn,
} from './badge-files.ts';
import { daysOf, isWorkingDay } from './month.ts';
import { FIRST_RECORD, OVERTIME_BLOCK, type RuleBook, type Rules } from './rules.ts';

export interface Tally {
  readonly employee_id: string;
  readonly department: string;
  readonly workingDays: number;
  lateDays: number;
  lateMinutes: Minute;
  earlyDays: number;
  earlyMinutes: Minute;
  absenceDays: number;
  remoteDays: number;
  overtimeMinutes: Minute;
}

/** One for each active employee, in the order of the roster. */
export function talliesOf(files: BadgeFiles, rules: RuleBook, month: string): readonly Tally[] {
  const working = daysOf(month).filter(isWorkingDay);
  const counted = countedByDay(punchesIn(files.records), approvalsIn(files.approvals));
  return staffIn(files.staff)
    .filter(({ active }) => active)
    .map((employee) => {
      const tally = emptyTally(employee, working.length);
      const rule = rules.get(employee.department);
      for (const date of working) {
        if (rule !== undefined) addDay(tally, counted.get(`${employee.employee_id} ${date}`) ?? [], rule);
      }
      return tally;
    });
}

function emptyTally({ employee_id, department }: Employee, workingDays: number): Tally {
  const nothing = { lateDays: 0, lateMinutes: 0, earlyDays: 0, earlyMinutes: 0, absenceDays: 0, remoteDays: 0 };
  return { employee_id, department, workingDays, ...nothing, overtimeMinutes: 0 };
}

function countedByDay(
  punches: readonly Punch[],
  approvals: readonly Approval[],
): ReadonlyMap<string, readonly Punch[]> {
  const approved = new Set(
    approvals
      .filter(({ status }) => status === 'approved')
      .map(({ employee_id, timestamp, io }) => `${employee_id} ${timestamp} ${io}`),
  );
  const byDay = new Map<string, Punch[]>();
  for (const punch of punches) {
    const { employee, date, minute, io, source } = punch;
    if (minute < FIRST_RECORD) continue;
    if (source === 'approval' && !approved.has(`${employee} ${date}T${clockTime(minute)} ${io}`)) continue;
    const key = `${employee} ${date}`;
    const day = byDay.get(key);
    if (day === undefined) byDay.set(key, [punch]);
    else day.push(punch);
  }
  return byDay;
}

function addDay(tally: Tally, punches: readonly Punch[], rules: Rules): void {
  const times = (wanted: Punch['io']): readonly Minute[] =>
    punches.flatMap(({ io, minute }) => (io === wanted ? [minute] : []));
  const [ins, outs] = [times('in'), times('out')];
  const arrival = ins.length === 0 ? null : Math.min(...ins);
  const departure = outs.length === 0 ? null : Math.max(...outs);
  const isMissing = arrival === null || departure === null;
  if (punches.length === 0 || (isMissing && rules.isAbsentIfMissing)) {
    tally.absenceDays++;
    return;
  }
  const late = arrival === null ? 0 : lateMinutes(arrival, rules);
  const early = departure === null ? 0 : earlyMinutes(arrival, departure, rules);
  const over = departure === null ? 0 : departure - rules.overtimeFrom;
  tally.lateDays += late > 0 ? 1 : 0;
  tally.lateMinutes += late;
  tally.earlyDays += early > 0 ? 1 : 0;
  tally.earlyMinutes += early;
  tally.remoteDays += punches.some(({ isRemote }) => isRemote) ? 1 : 0;
  tally.overtimeMinutes += over >= OVERTIME_BLOCK ? over : 0;
}

function lateMinutes(arrival: Minute, { start, graceLate, flexWindow }: Rules): Minute {
  const latest = start + (flexWindow > 0 ? flexWindow : graceLate);
  return arrival > latest ? arrival - start : 0;
}

/** With flexible hours both punches are needed to say how long somebody worked. */
function earlyMinutes(arrival: Minute | null, departure: Minute, rules: Rules): Minute {
  const { end, graceEarly, flexWindow, leastWorked, lunch } = rules;
  if (flexWindow > 0) return arrival === null ? 0 : Math.max(0, leastWorked - (departure - arrival - lunch));
  return departure < end - graceEarly ? end - departure : 0;
}

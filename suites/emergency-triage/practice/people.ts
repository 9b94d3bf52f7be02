/** Ages, active history, sound vital signs and free staff: what every section of the handbook builds on. */
import { SolutionStuck } from 'practicum';
import type { HistoryEntry, Staff, Vitals } from './chart.ts';

const MILLISECONDS_A_DAY = 86_400_000;

export function yearsOld(bornOn: string, now: string): number {
  const years = Number(now.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return now.slice(5, 10) < bornOn.slice(5, 10) ? years - 1 : years;
}

export function daysOld(bornOn: string, now: string): number {
  return Math.floor((Date.parse(now.slice(0, 10)) - Date.parse(bornOn)) / MILLISECONDS_A_DAY);
}

export function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 60_000;
}

export function hasActive(history: readonly HistoryEntry[], codes: readonly string[]): boolean {
  return history.some(({ code, status }) => status === 'active' && codes.includes(code));
}

export const ANTICOAGULANTS = ['warfarin', 'apixaban', 'rivaroxaban', 'dabigatran'];

const latest = (a: Vitals, b: Vitals): number => (a.taken_at < b.taken_at ? 1 : -1);

/** Latest first, artefacts left out. */
export function soundVitals(all: readonly Vitals[]): readonly Vitals[] {
  return all.filter((set) => !set.artefact).toSorted(latest);
}

/** Measured before estimated before stated; 0 where nobody weighed. */
export function weightOf(all: readonly Vitals[]): number {
  const sound = soundVitals(all);
  for (const source of ['measured', 'estimated', 'stated']) {
    const set = sound.find((one) => one.weight_source === source);
    if (set !== undefined) return set.weight_kg;
  }
  return 0;
}

export function isFree({ shift_start, shift_end, state }: Staff, now: string): boolean {
  return state === 'available' && shift_start <= now && now < shift_end;
}

const GRADES = ['consultant', 'registrar', 'resident'];

/** The highest-graded physician of a pod who is free, among the grades that may. */
export function physicianOf(
  pod: string,
  { staff, now, grades = GRADES }: { staff: readonly Staff[]; now: string; grades?: readonly string[] },
): string {
  const [first] = staff
    .filter((one) => one.pod === pod && isFree(one, now) && grades.includes(one.grade))
    .toSorted((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade) || (a.staff_id < b.staff_id ? -1 : 1));
  if (first === undefined) throw new SolutionStuck(`no physician is free in ${pod}`);
  return first.staff_id;
}

/** The handbook's section on medication: which drug, how much, and who may sign for it. */
import { SolutionStuck } from 'practicum';
import type { Allergy, Chart, Drug, HistoryEntry, Lab, Order, Patient, Staff, Visit } from './chart.ts';
import { ANTICOAGULANTS, hasActive, minutesBetween, physicianOf, weightOf, yearsOld } from './people.ts';

/** All that bears on a drug for one patient. */
export interface MedicalFile {
  readonly visit: Visit;
  readonly patient: Patient;
  readonly history: readonly HistoryEntry[];
  readonly allergies: readonly Allergy[];
  readonly orders: readonly Order[];
  readonly hasPoorKidneys: boolean;
  readonly years: number;
  readonly kg: number;
  readonly now: string;
}

export async function medicalFileOf(visit: Visit, now: string, chart: Chart): Promise<MedicalFile> {
  const patient = await chart.patient(visit.patient_id);
  return {
    visit,
    patient,
    history: await chart.history(visit.patient_id),
    allergies: await chart.allergies(visit.patient_id),
    orders: await chart.ordersOf(visit.visit_id),
    hasPoorKidneys: latestFiltration(await chart.labs(visit.visit_id)) < 30,
    years: yearsOld(patient.born_on, now),
    kg: weightOf(await chart.vitals(visit.visit_id)),
    now,
  };
}

function latestFiltration(labs: readonly Lab[]): number {
  const [latest] = labs
    .filter(({ test }) => test === 'eGFR')
    .toSorted((a, b) => (a.resulted_at < b.resulted_at ? 1 : -1));
  return latest?.value ?? Number.POSITIVE_INFINITY;
}

export interface Prescription {
  readonly drug: Drug;
  readonly dose_mg: number;
}

/** The first line that nothing forbids. `aside` is an order that does not count against it. */
export function prescribe(file: MedicalFile, drugs: readonly Drug[], aside = ''): Prescription {
  const drug = drugs
    .toSorted((a, b) => a.line - b.line)
    .find((one) => !isForbidden(one, file) && !isRunningOn(one, file, aside));
  if (drug === undefined || file.kg === 0) throw new SolutionStuck(`nothing can be ordered for ${file.visit.visit_id}`);
  const isHalved = file.hasPoorKidneys && drug.poor_kidneys === 'half dose';
  const whole = Math.min(drug.mg_per_kg * file.kg, drug.max_dose_mg) / (isHalved ? 2 : 1);
  // A hair's breadth against binary fractions: 0.1 times 30 must give 3.
  return { drug, dose_mg: Math.floor(whole / drug.step_mg + 1e-9) * drug.step_mg };
}

const SEROTONERGIC = ['sertraline', 'citalopram', 'fluoxetine'];

function isForbidden(drug: Drug, { patient, history, allergies, hasPoorKidneys, years }: MedicalFile): boolean {
  if (allergies.some((allergy) => forbids(allergy, drug))) return true;
  if (patient.pregnant_weeks >= 20 && drug.late_pregnancy === 'avoid') return true;
  if (hasPoorKidneys && drug.poor_kidneys === 'avoid') return true;
  if (drug.class === 'nsaid' && hasActive(history, ANTICOAGULANTS)) return true;
  if (drug.drug_id === 'tramadol' && hasActive(history, SEROTONERGIC)) return true;
  if (drug.prolongs_qt && hasActive(history, ['long QT syndrome', 'amiodarone'])) return true;
  return years < drug.min_age_years;
}

function forbids({ substance, reaction, status }: Allergy, drug: Drug): boolean {
  if (status === 'refuted' || reaction === 'intolerance') return false;
  if (substance === drug.class) return true;
  const isCrossing = substance === 'penicillin' && reaction === 'anaphylaxis';
  return isCrossing && ['cephalosporin', 'carbapenem'].includes(drug.class);
}

function isRunningOn(drug: Drug, { orders, now }: MedicalFile, aside: string): boolean {
  return orders.some(
    ({ order_id, drug_id, status, ordered_at }) =>
      order_id !== aside &&
      drug_id === drug.drug_id &&
      status !== 'cancelled' &&
      minutesBetween(ordered_at, now) < drug.interval_hours * 60,
  );
}

export function signatoryFor(drug: Drug, { visit, patient, years, now }: MedicalFile, staff: readonly Staff[]): string {
  if (drug.nurse_initiated && years >= 12 && patient.pregnant_weeks === 0) return visit.nurse_id;
  const grades = drug.controlled ? ['consultant', 'registrar'] : ['consultant', 'registrar', 'resident'];
  return physicianOf(visit.pod, { staff, now, grades });
}

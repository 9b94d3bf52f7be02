/** The handbook's sections on acuity and reassessment, applied to one patient. */
import type { HistoryEntry, Patient, Vitals } from './chart.ts';
import { ANTICOAGULANTS, daysOld, hasActive, yearsOld } from './people.ts';

export interface Presentation {
  readonly complaint: string;
  readonly baseLevel: number;
  readonly patient: Patient;
  readonly history: readonly HistoryEntry[];
  readonly vitals: Vitals;
  readonly now: string;
}

export function acuityOf(seen: Presentation): number {
  if (hasFirstLevelSign(seen)) return 1;
  if (hasSecondLevelSign(seen) || isOverridden(seen)) return Math.min(2, seen.baseLevel);
  return hasThirdLevelSign(seen) ? Math.min(3, seen.baseLevel) : seen.baseLevel;
}

const isGrown = ({ patient, now }: Presentation): boolean => yearsOld(patient.born_on, now) >= 12;
const hasLungDisease = ({ history }: Presentation): boolean => hasActive(history, ['COPD']);

function hasFirstLevelSign(seen: Presentation): boolean {
  const { oxygen, coma_score, systolic, heart_rate } = seen.vitals;
  if (oxygen < 85 || coma_score <= 8) return true;
  return isGrown(seen) && (systolic < 80 || heart_rate > 160 || heart_rate < 35);
}

function hasSecondLevelSign(seen: Presentation): boolean {
  const { oxygen, coma_score, temperature, systolic, heart_rate, breaths } = seen.vitals;
  if (oxygen < (hasLungDisease(seen) ? 88 : 92) || coma_score <= 13 || temperature >= 40) return true;
  if (isGrown(seen)) return systolic < 90 || heart_rate > 120 || heart_rate < 45 || breaths > 28 || breaths < 9;
  const age = yearsOld(seen.patient.born_on, seen.now);
  const [mostBeats, mostBreaths] = age < 1 ? [180, 50] : age < 5 ? [150, 40] : [130, 30];
  return heart_rate > mostBeats || breaths > mostBreaths;
}

function hasThirdLevelSign(seen: Presentation): boolean {
  const { oxygen, temperature, pain, heart_rate, breaths } = seen.vitals;
  if ((oxygen < 95 && !hasLungDisease(seen)) || temperature >= 38.5 || pain >= 8) return true;
  return isGrown(seen) && (heart_rate > 100 || breaths > 22);
}

function isOverridden({ complaint, patient, history, vitals, now }: Presentation): boolean {
  const isHot = vitals.temperature >= 38;
  if (isHot && (daysOld(patient.born_on, now) < 90 || patient.immunosuppressed)) return true;
  if (patient.pregnant_weeks >= 20) {
    if (['abdominal pain', 'vaginal bleeding'].includes(complaint) || vitals.systolic >= 150) return true;
  }
  return yearsOld(patient.born_on, now) >= 65 && complaint === 'head injury' && hasActive(history, ANTICOAGULANTS);
}

const INTERVALS: Readonly<Record<number, number>> = { 2: 15, 3: 60, 4: 120, 5: 180 };

/** Minutes until the next assessment, halved for the young and the pregnant. */
export function intervalOf(level: number, isDelicate: boolean): number {
  return (INTERVALS[level] ?? 0) / (isDelicate ? 2 : 1);
}

/** What may go on record: one step down at most, and none from a physician's level. */
export function recordable(computed: number, current: number, isByPhysician: boolean): number {
  if (computed <= current) return computed;
  return isByPhysician ? current : current + 1;
}

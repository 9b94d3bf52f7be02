/** Which appraisal counts, and what open inspection findings take from a value. */
import type { Believed } from './believed.ts';
import { sum } from './income.ts';
import type * as record from './records.ts';

type Appraisal = Believed<record.Appraisal>;
type Inspection = Believed<record.Inspection>;

export function currentAsIs(appraisals: readonly Appraisal[]): readonly Appraisal[] {
  return appraisals
    .filter(({ status, basis }) => status === 'current' && basis === 'as-is')
    .toSorted((a, b) => (a.as_of < b.as_of ? 1 : -1));
}

const isGrave = ({ severity, status }: Inspection): boolean =>
  status === 'open' && (severity === 'major' || severity === 'life-safety');

export const hasGraveFinding = (inspections: readonly Inspection[]): boolean => inspections.some(isGrave);

export const isUnsafe = (inspections: readonly Inspection[]): boolean =>
  inspections.some(({ severity, status }) => severity === 'life-safety' && status === 'open');

export function repairCost(inspections: readonly Inspection[]): number {
  return sum(inspections.filter(isGrave).map(({ repair_cost }) => repair_cost));
}

/** Nine tenths in whole dollars, without the dust of binary fractions. */
export const ninetyPercent = (value: number): number => (value * 9) / 10;

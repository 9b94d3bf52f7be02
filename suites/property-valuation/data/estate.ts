/**
 * How a property with all that hangs on it is written down. What decides a task is stated here to the last figure; what only has
 * to look real (tenants' names, areas, lease terms that end well after any task) is drawn when the database is filled.
 */
import type { Appraisal, Condition, Covenant, Inspection, Loan, Property, Release, Waiver } from '../records.ts';

/** A lease or amendment that is written down, in place of the plain lease that an occupied unit gets. */
export interface Paper {
  readonly paper?: 'lease' | 'amendment';
  readonly status?: 'executed' | 'draft' | 'terminated';
  readonly signed: string;
  readonly from: string;
  readonly to: string;
  readonly rent: number;
  /** By default the tenant on the roll. */
  readonly tenant?: string;
  readonly holdover?: 'month-to-month' | 'none';
}

interface FlagNote {
  readonly id: string;
  readonly reason: 'no-lease' | 'undisclosed-lease' | 'tenant-mismatch' | 'rent-mismatch';
  readonly status: 'open' | 'closed';
  readonly on: string;
}

export interface UnitNote {
  readonly label: string;
  readonly rent: number;
  readonly occupancy?: 'vacant' | 'staff';
  readonly tenant?: string;
  readonly concession?: number;
  readonly arrears?: number;
  readonly days?: number;
  /** Replaces the plain lease at the roll rent. */
  readonly papers?: readonly Paper[];
  readonly flags?: readonly FlagNote[];
}

/** Amounts of the years 2024 and 2025, of one ordinary category. */
type Running = Readonly<Record<string, readonly [number, number]>>;

// Rows in the order of the table's columns, without the column that says whom they belong to.
type SpecialRow = readonly [
  year: number,
  category: string,
  description: string,
  amount: number,
  label: 'recurring' | 'non-recurring',
];
type LoanRow = readonly [
  id: string,
  rank: Loan['rank'],
  borrower: string,
  balance: number,
  debtService: number,
  sweptCash: number,
  status: Loan['status'],
  maturesOn: string,
];
type CovenantRow = readonly [
  id: string,
  kind: Covenant['kind'],
  threshold: number,
  status: Covenant['status'],
  ratio: number,
  testedOn: string,
];
type WaiverRow = readonly [
  id: string,
  covenant: string,
  by: Waiver['granted_by'],
  grantedOn: string,
  expiresOn: string,
  floor: number,
];
type ReleaseRow = readonly [
  id: string,
  kind: Release['kind'],
  amount: number,
  requestedOn: string,
  status: Release['status'],
  reason: Release['reason'],
];
type ConditionRow = readonly [
  id: string,
  release: string,
  kind: Condition['kind'],
  document: string,
  dated: string,
  status: Condition['status'],
];
type AppraisalRow = readonly [
  id: string,
  appraiser: string,
  asOf: string,
  basis: Appraisal['basis'],
  value: number,
  status: Appraisal['status'],
];
type InspectionRow = readonly [
  id: string,
  on: string,
  grade: Inspection['grade'],
  finding: string,
  severity: Inspection['severity'],
  cost: number,
  status: Inspection['status'],
];

export interface LoanNote {
  readonly loan: LoanRow;
  readonly covenants?: readonly CovenantRow[];
  readonly waivers?: readonly WaiverRow[];
  readonly releases?: readonly ReleaseRow[];
  readonly conditions?: readonly ConditionRow[];
}

export interface Estate {
  readonly property: Omit<Property, 'unit_count' | 'scheduled_rent'>;
  readonly units: readonly UnitNote[];
  readonly running: Running;
  readonly specials: readonly SpecialRow[];
  readonly loans: readonly LoanNote[];
  readonly appraisals: readonly AppraisalRow[];
  readonly inspections: readonly InspectionRow[];
  /** The value that stands as posted before any task. */
  readonly posted: number;
}

/** A unit, in short. */
export function u(label: string, rent: number, rest: Omit<UnitNote, 'label' | 'rent'> = {}): UnitNote {
  return { label, rent, ...rest };
}

/** A single executed paper for a unit, with another rent than the roll's. */
export function leasedAt(rent: number, signed = '2025-06-20'): readonly Paper[] {
  return [{ signed, from: '2025-07-01', to: '2027-06-30', rent }];
}

/** The units of a house, floor by floor: the n-th rent of floor 2 is that of unit 20n. Exceptions by label. */
export function floors(
  rents: readonly (readonly number[])[],
  exceptions: Readonly<Record<string, Omit<UnitNote, 'label' | 'rent'>>> = {},
): readonly UnitNote[] {
  return rents.flatMap((floor, i) =>
    floor.map((rent, n) => {
      const label = String((i + 1) * 100 + n + 1);
      return u(label, rent, exceptions[label]);
    }),
  );
}

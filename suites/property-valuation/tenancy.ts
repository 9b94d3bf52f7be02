/** Which paper governs a unit on a date. */
import type { Believed } from './believed.ts';
import type * as record from './records.ts';

type Unit = Believed<record.Unit>;
type Lease = Believed<record.Lease>;

export function governingPaper(unit: Unit, leases: readonly Lease[], date: string): Lease | undefined {
  return leases
    .filter((paper) => paper.unit_id === unit.id && isInForce(paper, unit, date))
    .toSorted((a, b) => (a.signed_on < b.signed_on ? 1 : -1))[0];
}

function isInForce(paper: Lease, unit: Unit, date: string): boolean {
  if (paper.status !== 'executed' || paper.starts_on > date) return false;
  if (paper.ends_on >= date) return true;
  return paper.holdover === 'month-to-month' && unit.occupancy === 'occupied' && unit.tenant === paper.tenant;
}

/** Audits of rent rolls: each unit against the papers in force, flags for exactly the units that need one. */
import { code, type Family, type JsonObject, type Solution } from 'practicum';
import { z } from 'zod';
import { actions } from '../actions.ts';
import { type Believed, reading } from '../believed.ts';
import { sum } from '../income.ts';
import { lookups } from '../lookups.ts';
import type * as record from '../records.ts';
import { REASONS } from '../records.ts';
import { governingPaper } from '../tenancy.ts';
import { findings, type Wanted } from '../verdicts.ts';

type Unit = Believed<record.Unit>;
type Lease = Believed<record.Lease>;

const TOLERANCE = 20;
const asked = z.object({ property: z.string(), date: z.string() });

const solution: Solution = async (given, hands) => {
  const { property: name, date } = reading(asked, given);
  const desk = lookups(hands);
  const act = actions(hands);
  const property = await desk.propertyNamed(name);
  const units = await desk.units(property.id);
  const leases = await desk.leases(property.id);
  const open = (await desk.entries(property.id)).filter(({ kind, status }) => kind === 'flag' && status === 'open');
  const faults = units.flatMap((unit) => faultOf(unit, governingPaper(unit, leases, date)));
  const fresh = faults.filter(
    ({ unit, reason }) => !open.some(({ subject, detail }) => subject === unit.id && detail === reason),
  );
  const settled = open.filter(
    ({ subject, detail }) => !faults.some(({ unit, reason }) => unit.id === subject && reason === detail),
  );
  for (const { unit, reason } of fresh) await act.raiseFlag(property.id, unit.id, reason);
  for (const { id } of settled) await act.closeFlag(property.id, id);
  const overstatement = 12 * sum(faults.map(({ excess }) => excess));
  const isEscalated = overstatement * 10 > 12 * property.scheduled_rent;
  if (isEscalated) await act.escalate(property.id, 'rent-roll-integrity', 'credit-committee');
  return JSON.stringify({
    flagged: fresh.map(({ unit }) => unit.label),
    closed: settled.map(({ id }) => id),
    annual_overstatement: overstatement,
    escalated: isEscalated,
  });
};

interface Fault {
  readonly unit: Unit;
  readonly reason: (typeof REASONS)[number];
  /** By how much the roll is above what is owed, a month. */
  readonly excess: number;
}

function faultOf(unit: Unit, paper: Lease | undefined): readonly Fault[] {
  if (unit.occupancy === 'staff') return [];
  if (unit.occupancy === 'vacant') return paper === undefined ? [] : [{ unit, reason: 'undisclosed-lease', excess: 0 }];
  if (paper === undefined) return [{ unit, reason: 'no-lease', excess: unit.roll_rent }];
  if (paper.tenant !== unit.tenant) return [{ unit, reason: 'tenant-mismatch', excess: 0 }];
  const difference = unit.roll_rent - paper.rent;
  if (Math.abs(difference) <= TOLERANCE) return [];
  return [{ unit, reason: 'rent-mismatch', excess: Math.max(0, difference) }];
}

const truth = z.object({
  property: z.string(),
  flags: z.record(z.string(), z.enum(REASONS)),
  closed: z.array(z.string()),
  annual_overstatement: z.int(),
  escalated: z.boolean(),
});

const judge = code('rent-roll-audit', (evidence) => {
  const { property, flags, closed, annual_overstatement, escalated } = truth.parse(evidence.task.truth);
  const raised = Object.entries(flags).map(
    ([label, reason]): Wanted => ({
      name: `unit ${label} flagged for ${reason}`,
      table: 'flag',
      kind: 'inserted',
      after: { unit_id: `U-${property.slice(2)}-${label}`, reason, status: 'open' },
    }),
  );
  const settled = closed.map(
    (key): Wanted => ({
      name: `${key} closed`,
      table: 'flag',
      kind: 'updated',
      key,
      columns: ['status'],
      after: { status: 'closed' },
    }),
  );
  const escalation: Wanted = {
    name: 'escalated',
    table: 'escalation',
    kind: 'inserted',
    after: { property_id: property, matter: 'rent-roll-integrity', referred_to: 'credit-committee' },
  };
  return findings(evidence, [...raised, ...settled, ...(escalated ? [escalation] : [])], {
    flagged: Object.keys(flags),
    closed,
    annual_overstatement,
    escalated,
  });
});

const clock = '2026-03-16T09:30:00Z';
const date = '2026-03-16';
const ending =
  'End your answer with a JSON object with the keys "flagged" (list of the unit labels that you flagged), "closed" (list of the numbers of flags that you closed), "annual_overstatement" (whole dollars) and "escalated" (true or false).';

const task = (name: string, rest: { difficulty: 1 | 2 | 3; brief: string; truth: JsonObject }) => ({
  ...rest,
  id: `rent-roll-audit-${name.toLowerCase().replace(' ', '-')}`,
  title: `Rent-roll audit of ${name}`,
  asked: { property: name, date },
  clock,
  setup: {},
});

export const rentRollAudit: Family = {
  name: 'rent-roll-audit',
  solution,
  judge,
  tasks: [
    task('Dovecote Terrace', {
      difficulty: 1,
      brief: `Please audit the rent roll of Dovecote Terrace against the leases on file as of ${date}, and flag every unit that the handbook wants flagged, and no other. Tell me by how much the roll overstates the rent in a year. ${ending}`,
      truth: {
        property: 'P-07',
        flags: { '104': 'rent-mismatch', '203': 'no-lease', '206': 'rent-mismatch' },
        closed: [],
        annual_overstatement: 18_000,
        escalated: false,
      },
    }),
    task('Ferrier House', {
      difficulty: 2,
      brief: `Before the extension of its loan, the rent roll of Ferrier House is to be audited as of ${date}. There are amendments and holdovers in the lease file, and the desk has been there before, so look at what is flagged already. Flag what the handbook wants flagged and work out the yearly overstatement. ${ending}`,
      truth: {
        property: 'P-08',
        flags: {
          '102': 'rent-mismatch',
          '110': 'no-lease',
          '203': 'tenant-mismatch',
          '206': 'undisclosed-lease',
        },
        closed: [],
        annual_overstatement: 20_940,
        escalated: false,
      },
    }),
    task('Garrick Mills', {
      difficulty: 3,
      brief: `We hear that the new manager of Garrick Mills has put the rent roll in order; I am not so sure. Audit it in full against the lease file as of ${date}: raise the flags that are missing, close those that have had their day, leave the rest as they are, and do whatever else the handbook asks for when a roll overstates by that much. ${ending}`,
      truth: {
        property: 'P-09',
        flags: {
          '103': 'rent-mismatch',
          '105': 'no-lease',
          '110': 'no-lease',
          '202': 'tenant-mismatch',
          '204': 'rent-mismatch',
          '207': 'no-lease',
          '209': 'undisclosed-lease',
          '304': 'rent-mismatch',
        },
        closed: ['FL-0901', 'FL-0902'],
        annual_overstatement: 76_560,
        escalated: true,
      },
    }),
  ],
};

/** Holdback releases: which appraisal carries the loan, whether the conditions are met, and who may say yes. */
import { code, type Family, type Solution, SolutionStuck } from 'practicum';
import { z } from 'zod';
import { actions } from '../actions.ts';
import { type Believed, only, reading, share } from '../believed.ts';
import { daysBetween, monthsBefore } from '../dates.ts';
import { sum } from '../income.ts';
import { currentAsIs, hasGraveFinding, isUnsafe, ninetyPercent, repairCost } from '../lending-value.ts';
import { type Lookups, lookups } from '../lookups.ts';
import type * as record from '../records.ts';
import { findings, type Wanted } from '../verdicts.ts';
import { isWaived } from '../waivers.ts';

type Appraisal = Believed<record.Appraisal>;
type Condition = Believed<record.Condition>;
type Inspection = Believed<record.Inspection>;

const DESK_LIMIT = 750_000;
const asked = z.object({ property: z.string(), loan: z.string(), release: z.string(), date: z.string() });

const solution: Solution = async (given, hands) => {
  const { property: name, loan: loanId, release: releaseId, date } = reading(asked, given);
  const desk = lookups(hands);
  const act = actions(hands);
  const property = await desk.propertyNamed(name);
  const loans = (await desk.loans(property.id)).filter(({ status }) => status === 'active');
  const { amount } = only(
    (await desk.releases(loanId)).filter(({ id }) => id === releaseId),
    releaseId,
  );
  const [counts, ...older] = currentAsIs(await desk.appraisals(property.id));
  if (counts === undefined) throw new SolutionStuck('no appraisal counts');
  const inspections = await desk.inspections(property.id);
  const lendingValue = lendingValueOf(counts, inspections);
  const debt = sum(loans.map(({ balance }) => balance)) + amount;
  const ltv = Math.ceil(share(debt * 1000, lendingValue, 'lending value')) / 10;
  const loanState = await stateOfLoan(desk, loanId, date);
  const conditions = await desk.conditions(releaseId);
  const met = conditions.filter((one) => one.status === 'open' && isMet(one, inspections, date));
  const unmet = conditions.filter((one) => one.status === 'open' && !met.includes(one));

  for (const { id } of older) await act.supersedeAppraisal(property.id, id, counts.id);
  for (const { id } of met) await act.confirmCondition(releaseId, id);
  const reason = firstReason({
    'covenant-breach': loanState.isBreached,
    'appraisal-stale': counts.as_of < monthsBefore(date, 18),
    'ltv-exceeded': ltv > loanState.mostLtv,
    'conditions-open': unmet.length > 0,
  });
  const decision = reason !== 'all-tests-met' ? 'hold' : amount > DESK_LIMIT ? 'escalate' : 'approve';
  if (decision === 'escalate') await act.escalate(property.id, 'release-above-limit', 'credit-committee');
  else await act.decideRelease(loanId, { release_id: releaseId, decision, reason });
  return JSON.stringify({
    lending_value: lendingValue,
    ltv,
    decision: { hold: 'held', escalate: 'escalated', approve: 'approved' }[decision],
    reason,
    open_conditions: unmet.map(({ id }) => id),
  });
};

function lendingValueOf({ value }: Appraisal, inspections: readonly Inspection[]): number {
  const repaired = value - repairCost(inspections);
  return isUnsafe(inspections) ? Math.min(repaired, ninetyPercent(value)) : repaired;
}

interface LoanState {
  readonly isBreached: boolean;
  readonly mostLtv: number;
}

async function stateOfLoan(desk: Lookups, loanId: string, date: string): Promise<LoanState> {
  const covenants = await desk.covenants(loanId);
  const waivers = await desk.waivers(loanId);
  const { threshold } = only(
    covenants.filter(({ kind }) => kind === 'ltv'),
    'an ltv covenant',
  );
  return {
    isBreached: covenants.some((covenant) => covenant.status === 'breached' && !isWaived(covenant, waivers, date)),
    mostLtv: threshold,
  };
}

const MOST_DAYS: Readonly<Record<string, number>> = { 'estoppel-certificates': 60, 'title-bringdown': 30 };

function isMet({ kind, document, dated }: Condition, inspections: readonly Inspection[], date: string): boolean {
  if (document === 'none' || dated === 'none') return false;
  if (kind === 'completion-certificate') return !hasGraveFinding(inspections);
  if (kind === 'insurance-certificate' || kind === 'tax-clearance') return dated >= monthsBefore(date, 12);
  return daysBetween(dated, date) <= (MOST_DAYS[kind] ?? 0);
}

/** The first that is true, in the order of the handbook. */
function firstReason(tests: Readonly<Record<string, boolean>>): string {
  return Object.entries(tests).find(([, fails]) => fails)?.[0] ?? 'all-tests-met';
}

const truth = z.object({
  property: z.string(),
  release: z.string(),
  lending_value: z.int(),
  ltv: z.number(),
  decision: z.enum(['approved', 'held', 'escalated']),
  reason: z.string(),
  open_conditions: z.array(z.string()),
  confirmed: z.array(z.string()),
  /** Appraisals that had to go, and the one that stands. */
  superseded: z.array(z.string()),
  stands: z.string(),
  /** The loan and its balance after an approval. */
  paid: z.object({ loan: z.string(), balance: z.int() }).nullable(),
});
type Truth = z.output<typeof truth>;

const judge = code('release-request', (evidence) => {
  const told = truth.parse(evidence.task.truth);
  const { lending_value, ltv, decision, reason, open_conditions, confirmed, superseded, stands } = told;
  const wanted = [
    ...superseded.map(
      (key): Wanted => ({
        name: `${key} superseded`,
        table: 'appraisal',
        kind: 'updated',
        key,
        columns: ['status', 'superseded_by'],
        after: { status: 'superseded', superseded_by: stands },
      }),
    ),
    ...confirmed.map(
      (key): Wanted => ({
        name: `${key} confirmed`,
        points: 1,
        table: 'condition',
        kind: 'updated',
        key,
        columns: ['status'],
        after: { status: 'confirmed' },
      }),
    ),
    ...decisionWanted(told),
  ];
  return findings(evidence, wanted, { lending_value, ltv, decision, reason, open_conditions });
});

function decisionWanted({ property, release, decision, reason, paid }: Truth): readonly Wanted[] {
  if (decision === 'escalated') {
    const after = { property_id: property, matter: 'release-above-limit', referred_to: 'credit-committee' };
    return [{ name: 'escalated', points: 4, table: 'escalation', kind: 'inserted', after }];
  }
  const decided: Wanted = {
    name: `${release} ${decision}`,
    points: 4,
    table: 'release_request',
    kind: 'updated',
    key: release,
    columns: ['status', 'reason'],
    after: { status: decision, reason },
  };
  if (paid === null) return [decided];
  const { loan, balance } = paid;
  const added: Wanted = {
    name: `paid out on ${loan}`,
    points: 1,
    table: 'loan',
    kind: 'updated',
    key: loan,
    columns: ['balance'],
    after: { balance },
  };
  return [decided, added];
}

const clock = '2026-03-16T09:30:00Z';
const date = '2026-03-16';
const ending =
  'End your answer with a JSON object with the keys "lending_value" (whole dollars), "ltv" (per cent, one decimal), "decision" ("approved", "held" or "escalated"), "reason" (the reason on record, or "all-tests-met") and "open_conditions" (list of the numbers of conditions that are still not met).';

export const releaseRequest: Family = {
  name: 'release-request',
  solution,
  judge,
  tasks: [
    {
      id: 'release-request-hollin-park',
      title: 'Holdback release for Hollin Park',
      difficulty: 1,
      brief: `The borrower on Hollin Park (loan LN-1001) asks for release RR-1001 of the repair holdback. Please check it as of ${date} by the handbook, confirm the conditions that are met, and decide the request. ${ending}`,
      asked: { property: 'Hollin Park', loan: 'LN-1001', release: 'RR-1001', date },
      clock,
      setup: {},
      truth: {
        property: 'P-10',
        release: 'RR-1001',
        lending_value: 2_350_000,
        ltv: 66.9,
        decision: 'approved',
        reason: 'all-tests-met',
        open_conditions: [],
        confirmed: ['CD-1001', 'CD-1002', 'CD-1003'],
        superseded: [],
        stands: 'AP-1001',
        paid: { loan: 'LN-1001', balance: 1_570_000 },
      },
    },
    {
      id: 'release-request-ironmonger-place',
      title: 'Holdback release for Ironmonger Place with two appraisals',
      difficulty: 2,
      brief: `Ironmonger Place, loan LN-1101: the borrower presses for release RR-1102 and says that all certificates are in and that the property is worth 3.4 million. Two appraisals stand as current in our file. Put that in order, check the request as of ${date} by the handbook, and decide it. ${ending}`,
      asked: { property: 'Ironmonger Place', loan: 'LN-1101', release: 'RR-1102', date },
      clock,
      setup: {},
      truth: {
        property: 'P-11',
        release: 'RR-1102',
        lending_value: 2_895_000,
        ltv: 76.4,
        decision: 'held',
        reason: 'ltv-exceeded',
        open_conditions: ['CD-1104', 'CD-1105'],
        confirmed: ['CD-1102', 'CD-1103'],
        superseded: ['AP-1101'],
        stands: 'AP-1102',
        paid: null,
      },
    },
    {
      id: 'release-request-juniper-exchange',
      title: 'Large holdback release for Juniper Exchange under a waiver',
      difficulty: 3,
      brief: `Please take up release RR-1201 on loan LN-1201, Juniper Exchange, as of ${date}. It is a large one, the loan's coverage covenant failed in December, and the appraisal file has grown wild: several stand as current, on different bases, and a new draft is in. Bring the file in order, see to the conditions, and take the request as far as this desk may. The other request on the loan is not ours today. ${ending}`,
      asked: { property: 'Juniper Exchange', loan: 'LN-1201', release: 'RR-1201', date },
      clock,
      setup: {},
      truth: {
        property: 'P-12',
        release: 'RR-1201',
        lending_value: 11_060_000,
        ltv: 66.1,
        decision: 'escalated',
        reason: 'all-tests-met',
        open_conditions: [],
        confirmed: ['CD-1202', 'CD-1203', 'CD-1204'],
        superseded: ['AP-1202', 'AP-1205'],
        stands: 'AP-1201',
        paid: null,
      },
    },
  ],
};

/**
 * Covenant reviews of houses with fifteen units. Rent is scheduled on the property record; what is lost of it stands unit by unit in
 * the rent roll. Whoever sees only a part of the roll sees a loan that looks sound, and pays out.
 */
import { code, type Family, type Solution, SolutionStuck } from 'practicum';
import { z } from 'zod';
import { actions } from '../actions.ts';
import { type Believed, reading, share } from '../believed.ts';
import { sum } from '../income.ts';
import { incomeFound, type Lookups, lookups } from '../lookups.ts';
import type { Covenant, Loan } from '../records.ts';
import { findings, type Wanted } from '../verdicts.ts';
import { isWaived } from '../waivers.ts';

const ESCALATED_FROM = 2_000_000;

const asked = z.object({ property: z.string(), loan: z.string(), date: z.string() });

const solution: Solution = async (given, hands) => {
  const { property: name, loan: loanId, date } = reading(asked, given);
  const desk = lookups(hands);
  const act = actions(hands);
  const property = await desk.propertyNamed(name);
  const { noi, idleUnits } = await incomeFound(desk, property, date);
  const loans = (await desk.loans(property.id)).filter(({ status }) => status === 'active');
  const ratios = {
    dscr: cut(share(noi * 100, sum(loans.map((loan) => loan.annual_debt_service)), 'debt service')) / 100,
    occupancy: cut(share((property.unit_count - idleUnits) * 1000, property.unit_count, 'unit count')) / 10,
  };
  const tested = await testCovenants(desk, { loanId, date, ratios });
  for (const { id, outcome, ratio } of tested)
    await act.recordReview({ loan: loanId, date }, { covenant_id: id, outcome, ratio });
  const isBreached = tested.some(({ outcome }) => outcome === 'breached');
  const pending = (await desk.releases(loanId)).filter(
    ({ status, kind }) => status === 'pending' && kind === 'cash-sweep',
  );
  for (const { id } of pending)
    await act.decideRelease(
      loanId,
      isBreached
        ? { release_id: id, decision: 'hold', reason: 'covenant-breach' }
        : { release_id: id, decision: 'approve', reason: 'all-tests-met' },
    );
  const isEscalated = isBreached && balanceOf(loans, loanId) >= ESCALATED_FROM;
  if (isEscalated) await act.escalate(property.id, 'covenant-breach', 'credit-committee');
  return JSON.stringify({
    noi,
    dscr: ratios.dscr,
    outcome: tested.find(({ kind }) => kind === 'dscr')?.outcome ?? 'untested',
    releases: isBreached ? 'held' : 'approved',
    escalated: isEscalated,
  });
};

/** In the bank's favour; a hair is added so that what is exact stays so. */
const cut = (value: number): number => Math.floor(value + 1e-9);

function balanceOf(loans: readonly Believed<Loan>[], id: string): number {
  const loan = loans.find((one) => one.id === id);
  if (loan === undefined) throw new SolutionStuck(`no active loan ${id}`);
  return loan.balance;
}

interface Test {
  readonly loanId: string;
  readonly date: string;
  readonly ratios: { readonly dscr: number; readonly occupancy: number };
}

type Tested = Pick<Covenant, 'id' | 'kind' | 'ratio'> & { readonly outcome: Covenant['status'] };

async function testCovenants(desk: Lookups, { loanId, date, ratios }: Test): Promise<readonly Tested[]> {
  const covenants = await desk.covenants(loanId);
  const waivers = await desk.waivers(loanId);
  return covenants.flatMap(({ id, kind, threshold }) => {
    if (kind !== 'dscr' && kind !== 'occupancy') return [];
    const ratio = ratios[kind];
    const below = isWaived({ id, ratio }, waivers, date) ? 'waived' : 'breached';
    return [{ id, kind, ratio, outcome: ratio >= threshold ? 'complied' : below }];
  });
}

const truth = z.object({
  noi: z.int(),
  dscr: z.number(),
  property: z.string(),
  reviews: z.array(z.object({ covenant: z.string(), outcome: z.string(), ratio: z.number() })),
  held: z.array(z.string()),
  escalated: z.boolean(),
});

const judge = code('covenant-review', (evidence) => {
  const { noi, dscr, property, reviews, held, escalated } = truth.parse(evidence.task.truth);
  const today = evidence.task.clock.slice(0, 10);
  const reviewed = reviews.flatMap(({ covenant, outcome, ratio }): Wanted[] => [
    {
      name: `${covenant} reviewed as ${outcome}`,
      table: 'review',
      kind: 'inserted',
      after: { covenant_id: covenant, outcome, ratio },
    },
    {
      name: `${covenant} stands as ${outcome}`,
      points: 1,
      table: 'covenant',
      kind: 'updated',
      key: covenant,
      columns: ['status', 'ratio', 'tested_on'],
      after: { status: outcome, ratio, tested_on: today },
    },
  ]);
  const releases = held.map(
    (key): Wanted => ({
      name: `${key} held`,
      points: 3,
      table: 'release_request',
      kind: 'updated',
      key,
      columns: ['status', 'reason'],
      after: { status: 'held', reason: 'covenant-breach' },
    }),
  );
  const escalation: Wanted = {
    name: 'escalated',
    table: 'escalation',
    kind: 'inserted',
    after: { property_id: property, matter: 'covenant-breach', referred_to: 'credit-committee' },
  };
  const said = { noi, dscr, outcome: 'breached', releases: 'held', escalated };
  return findings(evidence, [...reviewed, ...releases, ...(escalated ? [escalation] : [])], said);
});

const clock = '2026-03-16T09:30:00Z';
const date = '2026-03-16';
const ending =
  'End your answer with a JSON object with the keys "noi" (whole dollars), "dscr" (two decimals), "outcome" of the coverage test ("complied", "waived" or "breached"), "releases" ("approved" or "held") and "escalated" (true or false).';

export const covenantReview: Family = {
  name: 'covenant-review',
  solution,
  judge,
  tasks: [
    {
      id: 'covenant-review-alder-court',
      title: 'Quarterly covenant review of Alder Court',
      difficulty: 1,
      brief: `The quarterly covenant review of loan LN-0101 on Alder Court is due as of ${date}. Please work out net operating income and coverage from the records, record the outcome, and decide the borrower's pending request for release of swept cash accordingly. The handbook of the desk says how. ${ending}`,
      asked: { property: 'Alder Court', loan: 'LN-0101', date },
      clock,
      setup: {},
      truth: {
        noi: 117_835,
        dscr: 1.19,
        property: 'P-01',
        reviews: [{ covenant: 'CV-0101', outcome: 'breached', ratio: 1.19 }],
        held: ['RR-0101'],
        escalated: false,
      },
    },
    {
      id: 'covenant-review-birchmere-yard',
      title: 'Covenant review of Birchmere Yard with lease conflicts and one-off costs',
      difficulty: 2,
      brief: `Birchmere Yard: loan LN-0201 comes up for its covenant review as of ${date}. The borrower says that coverage is "comfortably above 1.40", that the legal bill was a one-time matter, and that the committee's waiver covers the rest. Rents on the roll may not be what the tenants have signed. Test it by the handbook, record the outcome, and deal with the pending release of swept cash. ${ending}`,
      asked: { property: 'Birchmere Yard', loan: 'LN-0201', date },
      clock,
      setup: {},
      truth: {
        noi: 135_229,
        dscr: 1.21,
        property: 'P-02',
        reviews: [{ covenant: 'CV-0201', outcome: 'breached', ratio: 1.21 }],
        held: ['RR-0202'],
        escalated: false,
      },
    },
    {
      id: 'covenant-review-coopers-wharf',
      title: 'Full covenant review of Coopers Wharf with doubtful waivers',
      difficulty: 3,
      brief: `Please carry out the full covenant review of loan LN-0301 on Coopers Wharf as of ${date}: every covenant that the desk tests, with the papers on file rather than the roll where they differ. There has been talk of waivers on this loan; see for yourself which of them count. Then act on the loan's pending requests for swept cash and on anything else that the handbook asks for in such a case. The mezzanine lender looks after its own covenants and requests: leave those alone. ${ending}`,
      asked: { property: 'Coopers Wharf', loan: 'LN-0301', date },
      clock,
      setup: {},
      truth: {
        noi: 170_579,
        dscr: 1.12,
        property: 'P-03',
        reviews: [
          { covenant: 'CV-0301', outcome: 'breached', ratio: 1.12 },
          { covenant: 'CV-0302', outcome: 'complied', ratio: 73.3 },
        ],
        held: ['RR-0302', 'RR-0303'],
        escalated: true,
      },
    },
  ],
};

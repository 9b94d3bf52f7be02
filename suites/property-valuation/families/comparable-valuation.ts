/** Values by comparable sales: which sales count, what rate follows from them, and what the state of the building takes off. */
import { code, type Family, type Solution, SolutionStuck } from 'practicum';
import { z } from 'zod';
import { actions } from '../actions.ts';
import { type Believed, reading } from '../believed.ts';
import { monthsBefore } from '../dates.ts';
import { sum } from '../income.ts';
import { currentAsIs, isUnsafe, ninetyPercent, repairCost } from '../lending-value.ts';
import { incomeFound, type Lookups, lookups } from '../lookups.ts';
import type * as record from '../records.ts';
import { findings, type Wanted } from '../verdicts.ts';

type Property = Believed<record.Property>;
type Comparable = Believed<record.Comparable>;
type Inspection = Believed<record.Inspection>;

const asked = z.object({ property: z.string(), date: z.string() });

const solution: Solution = async (given, hands) => {
  const { property: name, date } = reading(asked, given);
  const desk = lookups(hands);
  const act = actions(hands);
  const property = await desk.propertyNamed(name);
  const noi = await incomeToUse(desk, property, date);
  const sales = await soundSales(desk, property, date);
  const inspections = await desk.inspections(property.id);
  if (sales.length < 3) {
    await act.escalate(property.id, 'insufficient-comparables', 'chief-appraiser');
    return JSON.stringify({ noi, cap_rate: 0, value: 0, comparables: [], escalated: true });
  }
  const points = Math.ceil(sum(sales.map(capPoints)) / (5 * sales.length)) * 5 + gradePoints(inspections);
  const worth = (noi * 10_000) / points - repairCost(inspections);
  const bound = isUnsafe(inspections) ? await appraisedBound(desk, property.id) : worth;
  const value = Math.floor(Math.min(worth, bound) / 10_000) * 10_000;
  const before = await postedValue(desk, property.id);
  const comparable_ids = sales.map(({ id }) => id);
  await act.postValuation(property.id, { noi, cap_rate: points / 100, value, comparable_ids });
  const isDecline = value * 100 < before * 85;
  if (isDecline) await act.escalate(property.id, 'value-decline', 'chief-appraiser');
  return JSON.stringify({ noi, cap_rate: points / 100, value, comparables: comparable_ids, escalated: isDecline });
};

async function incomeToUse(desk: Lookups, property: Property, date: string): Promise<number> {
  if (property.underwritten_on >= monthsBefore(date, 12)) return property.underwritten_noi;
  return (await incomeFound(desk, property, date)).noi;
}

async function soundSales(desk: Lookups, property: Property, date: string): Promise<readonly Comparable[]> {
  const validIn = async (submarket: string): Promise<readonly Comparable[]> =>
    withoutTwins(
      (await desk.comparables(property.kind, submarket)).filter(
        (sale) =>
          sale.sold_on >= monthsBefore(date, 18) &&
          sale.sold_on <= date &&
          sale.sale === 'arms-length' &&
          sale.verification === 'verified' &&
          sale.area >= property.area / 2 &&
          sale.area <= property.area * 1.5,
      ),
    );
  const own = await validIn(property.submarket);
  const valid = own.length >= 3 ? own : [...own, ...(await validIn(property.adjoining_submarket))];
  const middle = median(valid.map(capPoints));
  return valid.filter((sale) => Math.abs(capPoints(sale) - middle) <= 150);
}

function withoutTwins(sales: readonly Comparable[]): readonly Comparable[] {
  const ordered = sales.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return ordered.filter(
    ({ name, sold_on }, i) => ordered.findIndex((one) => one.name === name && one.sold_on === sold_on) === i,
  );
}

/** In hundredths of a per cent. */
function capPoints({ noi, price }: Comparable): number {
  return Math.round((noi * 10_000) / price);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

function gradePoints(inspections: readonly Inspection[]): number {
  const newest = inspections.toSorted((a, b) => (a.inspected_on < b.inspected_on ? 1 : -1))[0];
  if (newest?.grade === 'D') return 50;
  return newest?.grade === 'C' ? 25 : 0;
}

async function appraisedBound(desk: Lookups, propertyId: string): Promise<number> {
  const [counts] = currentAsIs(await desk.appraisals(propertyId));
  if (counts === undefined) throw new SolutionStuck('no appraisal counts');
  return ninetyPercent(counts.value);
}

/** Zero where nothing is posted. */
async function postedValue(desk: Lookups, propertyId: string): Promise<number> {
  const posted = (await desk.entries(propertyId)).find(
    ({ kind, status }) => kind === 'valuation' && status === 'posted',
  );
  return Number(posted?.detail ?? 0);
}

const truth = z.object({
  property: z.string(),
  replaced: z.string(),
  noi: z.int(),
  cap_rate: z.number(),
  value: z.int(),
  comparables: z.array(z.string()),
  escalated: z.boolean(),
});

const judge = code('comparable-valuation', (evidence) => {
  const { property, replaced, noi, cap_rate, value, comparables, escalated } = truth.parse(evidence.task.truth);
  const decline: Wanted = {
    name: 'decline escalated',
    table: 'escalation',
    kind: 'inserted',
    after: { property_id: property, matter: 'value-decline', referred_to: 'chief-appraiser' },
  };
  return findings(
    evidence,
    [
      {
        name: 'value posted',
        points: 4,
        table: 'valuation',
        kind: 'inserted',
        after: { property_id: property, noi, cap_rate, value, comparables: comparables.join(' '), status: 'posted' },
      },
      {
        name: 'earlier posting replaced',
        points: 1,
        table: 'valuation',
        kind: 'updated',
        key: replaced,
        columns: ['status'],
        after: { status: 'replaced' },
      },
      ...(escalated ? [decline] : []),
    ],
    { noi, cap_rate, value, comparables, escalated },
  );
});

const clock = '2026-03-16T09:30:00Z';
const date = '2026-03-16';
const ending =
  'End your answer with a JSON object with the keys "noi" (whole dollars), "cap_rate" (per cent, two decimals), "value" (dollars), "comparables" (list of the sales the value rests on, by their numbers) and "escalated" (true or false).';

export const comparableValuation: Family = {
  name: 'comparable-valuation',
  solution,
  judge,
  tasks: [
    {
      id: 'comparable-valuation-lantern-row',
      title: 'Value of Lantern Row by comparable sales',
      difficulty: 1,
      brief: `The shops at Lantern Row need a fresh value as of ${date} for the annual file. Please select the comparable sales by the handbook, derive the cap rate, and post the value. ${ending}`,
      asked: { property: 'Lantern Row', date },
      clock,
      setup: {},
      truth: {
        property: 'P-04',
        replaced: 'VL-0401',
        noi: 612_000,
        cap_rate: 7.15,
        value: 8_550_000,
        comparables: ['CMP-101', 'CMP-102', 'CMP-104', 'CMP-107', 'CMP-110'],
        escalated: false,
      },
    },
    {
      id: 'comparable-valuation-marlowe-court',
      title: 'Value of Marlowe Court with a doubtful sale and open repairs',
      difficulty: 2,
      brief: `Credit wants a value of the Marlowe Court offices as of ${date}. The broker's list of sales in that quarter is untidy, one sale looks out of line, and last autumn's inspection was not kind. Work it out by the handbook and post it. ${ending}`,
      asked: { property: 'Marlowe Court', date },
      clock,
      setup: {},
      truth: {
        property: 'P-05',
        replaced: 'VL-0501',
        noi: 1_240_000,
        cap_rate: 7.8,
        value: 15_710_000,
        comparables: ['CMP-201', 'CMP-202', 'CMP-203', 'CMP-205', 'CMP-207'],
        escalated: false,
      },
    },
    {
      id: 'comparable-valuation-northfold-depot',
      title: 'Value of Northfold Depot from fresh income, two submarkets and an unsafe building',
      difficulty: 3,
      brief: `Northfold Depot is to be revalued as of ${date}. The underwriting in the file is from the year before last, so see whether it can still be used; hardly anything sold near the basin lately; and the fire inspectors have been there. The sponsor points to an appraisal above eleven million. Please establish the income, the rate and the value by the handbook, post the result, and see to what follows from it. ${ending}`,
      asked: { property: 'Northfold Depot', date },
      clock,
      setup: {},
      truth: {
        property: 'P-06',
        replaced: 'VL-0601',
        noi: 662_502,
        cap_rate: 7.35,
        value: 8_480_000,
        comparables: ['CMP-301', 'CMP-302', 'CMP-401', 'CMP-402', 'CMP-403'],
        escalated: true,
      },
    },
  ],
};

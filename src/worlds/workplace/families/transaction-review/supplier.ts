/** Suppliers and what they were paid over two years: steady ones, seasonal ones, abnormal ones, and some that only look like those. */
import type { Random } from '../../../../core/random.ts';
import type { Payment } from './payment.ts';

export type Sort = 'seasonal' | 'stable' | 'abnormal' | 'new' | 'framework' | 'old-limit' | 'twice';

/** The first is always there: a supplier without a rating is not abnormal for that alone. */
export const DECOYS: readonly Sort[] = ['new', 'framework', 'twice', 'old-limit'];

const FIRST = [
  'Larkfield',
  'Brenholm',
  'Ostwick',
  'Pellamar',
  'Quarrow',
  'Silverdune',
  'Tarnbeck',
  'Velmora',
  'Wexcombe',
];
const LAST = ['Supplies', 'Print Works', 'Logistics', 'Fittings', 'Catering', 'Paper Trade', 'Electrics', 'Services'];

/** As many different names as wanted. */
export function supplierNames(random: Random, count: number): readonly string[] {
  return random.shuffle(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`))).slice(0, count);
}

export interface Limits {
  readonly limit: number;
  /** The one before, which an outdated manual still names. */
  readonly former: number;
}

export interface Paying extends Limits {
  readonly random: Random;
  readonly name: string;
  readonly sort: Sort;
  /** Names of people who ask for payments and approve them. */
  readonly people: readonly string[];
  /** `2026-02`: the last month that is complete. */
  readonly lastMonth: string;
}

const ALL_MONTHS = 26;
const LATEST_MONTHS = 6;

export function paymentsTo(paying: Paying): readonly Payment[] {
  const { random, name, sort, people, lastMonth } = paying;
  const isRated = sort === 'seasonal' || sort === 'stable' || sort === 'framework';
  const rating = isRated ? random.pick(['A', 'B']) : '';
  const months = isRated && sort !== 'framework' ? ALL_MONTHS : LATEST_MONTHS;
  const perMonth = sort === 'abnormal' || sort === 'framework' || sort === 'old-limit' ? 3 : sort === 'twice' ? 2 : 1;
  return Array.from({ length: months }, (_, back) => monthBefore(lastMonth, months - 1 - back)).flatMap((month, n) =>
    Array.from({ length: perMonth }, (): Payment => {
      const [applicant = '', approver = ''] = random.shuffle(people);
      return {
        transaction_id: `TRA-${code(random)}`,
        invoice_id: `INV-${code(random)}`,
        approval_id: `APP-${code(random)}`,
        supplier_name: name,
        supplier_rating: rating,
        applicant_name: applicant,
        approver_name: approver,
        transaction_date: `${month}-${String(dayOf(paying)).padStart(2, '0')}`,
        transaction_amount: amountOf(paying, month, n).toFixed(2),
      };
    }),
  );
}

function dayOf({ random, sort }: Paying): number {
  if (sort === 'seasonal') return 15 + random.int(-3, 3);
  return sort === 'stable' ? 5 + random.int(-3, 3) : random.int(1, 28);
}

function amountOf({ random, sort, limit, former }: Paying, month: string, age: number): number {
  const noise = 0.9 + random.number() * 0.2;
  const years = age / 12;
  const season = 1 + 0.4 * Math.sin((2 * Math.PI * Number(month.slice(5))) / 12 - Math.PI / 2);
  switch (sort) {
    case 'seasonal':
      return 10_000 * 1.08 ** years * season * noise;
    case 'stable':
      return 5000 * 1.05 ** years * noise;
    case 'new':
      return random.int(200_000, 500_000) / 100;
    case 'old-limit':
      return justBelow(random, former);
    default:
      return justBelow(random, limit);
  }
}

/** Well inside the band of 95 to 100 percent, so that no rounding decides. */
function justBelow(random: Random, limit: number): number {
  return random.int(Math.ceil(limit * 95.2), Math.floor(limit * 98.9)) / 100;
}

function monthBefore(month: string, back: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 - back;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

const SIGNS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'];

function code(random: Random): string {
  return Array.from({ length: 8 }, () => random.pick(SIGNS)).join('');
}

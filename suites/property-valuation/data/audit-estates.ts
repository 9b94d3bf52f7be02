/** Three apartment houses whose rent rolls do not say all that their leases say. */
import { type Estate, floors, leasedAt, type Paper } from './estate.ts';

const draft = (rent: number): readonly Paper[] => [
  { status: 'draft', signed: 'none', from: '2026-01-01', to: '2027-12-31', rent },
];
/** A lease that ended last winter. */
const ended = (rent: number, rest: Partial<Paper> = {}): readonly Paper[] => [
  { signed: '2023-12-04', from: '2024-01-01', to: '2025-12-31', rent, ...rest },
];
/** A lease at one rent, and an amendment at another. */
const amended = (rent: number, to: number, status: 'executed' | 'draft' = 'executed'): readonly Paper[] => [
  { signed: '2024-05-13', from: '2024-06-01', to: '2027-05-31', rent },
  {
    paper: 'amendment',
    status,
    signed: status === 'draft' ? 'none' : '2025-10-20',
    from: '2025-11-01',
    to: '2027-05-31',
    rent: to,
  },
];

const dovecoteTerrace: Estate = {
  property: {
    id: 'P-07',
    name: 'Dovecote Terrace',
    kind: 'multifamily',
    submarket: 'Millrace',
    adjoining_submarket: 'Kiln Hill',
    built: 1978,
    area: 14_800,
    other_income: 5_300,
    underwritten_noi: 152_000,
    underwritten_on: '2025-05-06',
  },
  units: floors(
    [
      [1_410, 1_395, 1_430, 1_450, 1_405, 1_420],
      [1_410, 1_440, 1_400, 1_415, 1_425, 1_390],
      [1_435, 1_400, 1_445, 1_420, 1_410, 1_455],
    ],
    {
      '104': { papers: leasedAt(1_350) },
      '201': { papers: leasedAt(1_395) },
      '203': { papers: draft(1_400) },
      '206': { papers: leasedAt(1_470) },
      '302': { occupancy: 'vacant' },
      '305': { occupancy: 'staff', tenant: 'caretaker' },
    },
  ),
  running: {
    taxes: [33_200, 34_100],
    insurance: [11_000, 11_900],
    utilities: [16_300, 16_900],
    repairs: [18_800, 19_200],
    management: [12_100, 12_500],
    administration: [4_100, 4_200],
  },
  specials: [],
  loans: [{ loan: ['LN-0701', 'senior', 'Dovecote Homes', 1_220_000, 92_000, 0, 'active', '2031-01-31'] }],
  appraisals: [['AP-0701', 'Tolliver Appraisal', '2025-04-22', 'as-is', 2_150_000, 'current']],
  inspections: [['IN-0701', '2025-06-11', 'B', 'Loose handrail', 'minor', 900, 'cured']],
  posted: 2_100_000,
};

const ferrierHouse: Estate = {
  property: {
    id: 'P-08',
    name: 'Ferrier House',
    kind: 'multifamily',
    submarket: 'Station Quarter',
    adjoining_submarket: 'Harbor East',
    built: 1996,
    area: 20_600,
    other_income: 8_800,
    underwritten_noi: 248_000,
    underwritten_on: '2025-03-19',
  },
  units: floors(
    [
      [1_540, 1_600, 1_555, 1_530, 1_565, 1_520, 1_575, 1_545, 1_560, 1_530, 1_550, 1_585],
      [1_535, 1_570, 1_590, 1_540, 1_525, 1_580, 1_555, 1_605, 1_545, 1_560, 1_595, 1_550],
    ],
    {
      '102': { papers: amended(1_600, 1_480) },
      '105': { papers: amended(1_565, 1_450, 'draft') },
      '107': { papers: ended(1_575, { holdover: 'month-to-month' }) },
      '110': { papers: ended(1_530) },
      '112': { occupancy: 'vacant' },
      '203': { papers: [leasedAtBy(1_500, 'R. Vandermole')] },
      '206': { occupancy: 'vacant', papers: [leasedAtBy(1_580, 'C. Wintersby')] },
      '208': {
        papers: leasedAt(1_510),
        flags: [{ id: 'FL-0801', reason: 'rent-mismatch', status: 'open', on: '2025-12-17' }],
      },
      '211': {
        papers: [
          { signed: '2024-04-09', from: '2024-05-01', to: '2026-04-30', rent: 1_595 },
          { signed: '2026-02-16', from: '2026-05-01', to: '2028-04-30', rent: 1_690 },
        ],
      },
      '212': { papers: leasedAt(1_565) },
    },
  ),
  running: {
    taxes: [47_600, 49_000],
    insurance: [15_900, 17_100],
    utilities: [22_800, 23_500],
    repairs: [25_100, 25_900],
    management: [16_800, 17_300],
    payroll: [14_900, 15_300],
    administration: [5_200, 5_400],
  },
  specials: [],
  loans: [{ loan: ['LN-0801', 'senior', 'Ferrier House Partners', 2_060_000, 158_000, 0, 'active', '2030-08-31'] }],
  appraisals: [['AP-0801', 'Quarrie Valuers', '2025-03-03', 'as-is', 3_560_000, 'current']],
  inspections: [['IN-0801', '2025-05-28', 'B', 'None', 'none', 0, 'cured']],
  posted: 3_500_000,
};

/** A lease signed by somebody who is not the tenant on the roll. */
function leasedAtBy(rent: number, tenant: string): Paper {
  return { signed: '2025-06-20', from: '2025-07-01', to: '2027-06-30', rent, tenant };
}

const garrickMills: Estate = {
  property: {
    id: 'P-09',
    name: 'Garrick Mills',
    kind: 'multifamily',
    submarket: 'Foundry Hill',
    adjoining_submarket: 'Canal Basin',
    built: 1969,
    area: 31_200,
    other_income: 12_600,
    underwritten_noi: 331_000,
    underwritten_on: '2025-04-28',
  },
  units: floors(
    [
      [1_490, 1_505, 1_520, 1_485, 1_540, 1_510, 1_475, 1_530, 1_500, 1_495, 1_515, 1_480],
      [1_525, 1_550, 1_490, 1_560, 1_505, 1_510, 1_525, 1_470, 1_535, 1_500, 1_520, 1_485],
      [1_510, 1_495, 1_500, 1_480, 1_545, 1_515, 1_530, 1_505, 1_490, 1_555, 1_475, 1_520],
    ],
    {
      '103': { papers: amended(1_520, 1_340) },
      '105': { papers: draft(1_540) },
      '108': {
        papers: leasedAt(1_530, '2026-01-12'),
        flags: [{ id: 'FL-0901', reason: 'rent-mismatch', status: 'open', on: '2025-09-15' }],
      },
      '110': {
        papers: ended(1_400),
        flags: [{ id: 'FL-0902', reason: 'rent-mismatch', status: 'open', on: '2025-09-15' }],
      },
      '112': { papers: ended(1_480, { holdover: 'month-to-month' }) },
      '202': { papers: [leasedAtBy(1_550, 'G. Thackerton')] },
      '204': {
        papers: leasedAt(1_430),
        flags: [{ id: 'FL-0903', reason: 'rent-mismatch', status: 'closed', on: '2025-03-20' }],
      },
      '206': {
        papers: [{ status: 'terminated', signed: '2024-02-05', from: '2024-03-01', to: '2027-02-28', rent: 1_510 }],
        flags: [{ id: 'FL-0904', reason: 'no-lease', status: 'open', on: '2025-12-17' }],
      },
      '207': { papers: ended(1_525, { holdover: 'month-to-month', tenant: 'Y. Osterhagen' }) },
      '209': { occupancy: 'vacant', papers: [leasedAtBy(1_535, 'D. Ravensby')] },
      '211': {
        occupancy: 'vacant',
        papers: [{ signed: '2026-03-02', from: '2026-05-01', to: '2028-04-30', rent: 1_520, tenant: 'E. Mallorin' }],
      },
      '301': { occupancy: 'staff', tenant: 'resident engineer' },
      '303': { papers: leasedAt(1_480) },
      '304': { papers: leasedAt(1_505) },
      '306': {
        papers: [
          { signed: '2024-09-02', from: '2024-10-01', to: '2026-09-30', rent: 1_420 },
          { signed: '2025-11-24', from: '2025-12-01', to: '2027-11-30', rent: 1_515 },
        ],
      },
      '308': { papers: amended(1_505, 1_380, 'draft') },
      '310': {
        papers: [leasedAtBy(1_555, 'H. Lundegast')],
        flags: [{ id: 'FL-0905', reason: 'tenant-mismatch', status: 'open', on: '2025-12-17' }],
      },
      '311': { occupancy: 'vacant' },
    },
  ),
  running: {
    taxes: [66_200, 68_100],
    insurance: [23_300, 25_000],
    utilities: [33_900, 34_800],
    repairs: [41_700, 43_000],
    management: [24_400, 25_100],
    payroll: [28_800, 29_600],
    administration: [7_600, 7_900],
  },
  specials: [],
  loans: [{ loan: ['LN-0901', 'senior', 'Garrick Mills Living', 2_890_000, 221_000, 0, 'active', '2029-10-31'] }],
  appraisals: [['AP-0901', 'Tolliver Appraisal', '2025-04-10', 'as-is', 4_900_000, 'current']],
  inspections: [['IN-0901', '2025-07-30', 'C', 'Boiler flue', 'major', 22_000, 'cured']],
  posted: 4_850_000,
};

export const auditEstates: readonly Estate[] = [dovecoteTerrace, ferrierHouse, garrickMills];

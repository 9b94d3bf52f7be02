/** Three apartment houses of fifteen units whose losses, unit by unit, bring coverage below its covenant. */
import { type Estate, leasedAt, u } from './estate.ts';

const alderCourt: Estate = {
  property: {
    id: 'P-01',
    name: 'Alder Court',
    kind: 'multifamily',
    submarket: 'Millrace',
    adjoining_submarket: 'Kiln Hill',
    built: 1987,
    area: 12_450,
    other_income: 6_400,
    underwritten_noi: 171_000,
    underwritten_on: '2025-02-10',
  },
  units: [
    u('101', 1_560),
    u('102', 1_590),
    u('103', 1_610, { occupancy: 'vacant' }),
    u('104', 1_575, { concession: 150 }),
    u('105', 1_640, { arrears: 4_920, days: 92 }),
    u('106', 1_555, { occupancy: 'vacant' }),
    u('107', 1_600, { arrears: 1_600, days: 44 }),
    u('108', 1_620),
    u('201', 1_585, { concession: 200 }),
    u('202', 1_650, { occupancy: 'vacant' }),
    u('203', 1_605, { arrears: 800, days: 18 }),
    u('204', 1_660, { concession: 150 }),
    u('205', 1_570, { arrears: 3_140, days: 63 }),
    u('206', 1_630),
    u('207', 1_650, { arrears: 1_650, days: 60 }),
  ],
  running: {
    taxes: [30_100, 31_200],
    insurance: [10_300, 11_400],
    utilities: [14_200, 14_900],
    repairs: [15_800, 16_300],
    management: [10_000, 10_100],
    payroll: [11_600, 12_000],
    administration: [3_700, 3_900],
  },
  specials: [
    [2025, 'depreciation', 'Depreciation for the year', 48_000, 'recurring'],
    [2024, 'depreciation', 'Depreciation for the year', 48_000, 'recurring'],
  ],
  loans: [
    {
      loan: ['LN-0101', 'senior', 'Alder Court Holdings', 1_284_000, 98_700, 64_300, 'active', '2030-06-30'],
      covenants: [
        ['CV-0101', 'dscr', 1.25, 'complied', 1.41, '2025-12-15'],
        ['CV-0102', 'reporting', 1, 'complied', 1, '2026-01-20'],
      ],
      releases: [['RR-0101', 'cash-sweep', 38_500, '2026-03-04', 'pending', 'none']],
    },
  ],
  appraisals: [['AP-0101', 'Tolliver Appraisal', '2025-02-01', 'as-is', 2_280_000, 'current']],
  inspections: [['IN-0101', '2025-07-08', 'B', 'Stairwell lighting', 'minor', 2_400, 'open']],
  posted: 2_260_000,
};

const birchmereYard: Estate = {
  property: {
    id: 'P-02',
    name: 'Birchmere Yard',
    kind: 'multifamily',
    submarket: 'Kiln Hill',
    adjoining_submarket: 'Millrace',
    built: 1994,
    area: 14_900,
    other_income: 9_150,
    underwritten_noi: 214_000,
    underwritten_on: '2024-12-05',
  },
  units: [
    u('1A', 1_910),
    u('1B', 1_880, { concession: 90 }),
    u('1C', 1_940, { papers: leasedAt(1_760) }),
    u('1D', 1_895, { occupancy: 'vacant' }),
    u('1E', 1_925, { papers: leasedAt(1_990) }),
    u('2A', 1_960, { arrears: 7_840, days: 121 }),
    u('2B', 1_870, { papers: leasedAt(1_690) }),
    u('2C', 1_930, { occupancy: 'staff', tenant: 'resident manager' }),
    u('2D', 1_905, { arrears: 2_860, days: 52 }),
    u('2E', 1_950, { papers: leasedAt(1_800), concession: 120 }),
    u('3A', 1_985),
    u('3B', 1_900, { occupancy: 'vacant' }),
    u('3C', 1_945, { arrears: 1_945, days: 30 }),
    u('3D', 1_915, { papers: leasedAt(1_725) }),
    u('3E', 1_970, { arrears: 3_940, days: 61 }),
  ],
  running: {
    taxes: [36_900, 38_200],
    insurance: [12_800, 13_900],
    utilities: [17_100, 17_600],
    repairs: [18_600, 19_300],
    management: [7_800, 8_000],
    payroll: [13_200, 13_700],
    administration: [4_200, 4_350],
  },
  specials: [
    [2025, 'casualty', 'Burst main, basement', 14_600, 'non-recurring'],
    [2025, 'legal', 'Tenant disputes', 6_900, 'non-recurring'],
    [2024, 'legal', 'Tenant disputes', 5_800, 'non-recurring'],
    [2025, 'capital', 'Roof membrane', 41_000, 'recurring'],
    [2025, 'distribution', 'Paid to partners', 24_000, 'recurring'],
    [2024, 'distribution', 'Paid to partners', 22_000, 'recurring'],
  ],
  loans: [
    {
      loan: ['LN-0201', 'senior', 'Birchmere Partners', 1_310_000, 84_900, 91_000, 'active', '2031-03-31'],
      covenants: [
        ['CV-0201', 'dscr', 1.25, 'complied', 1.52, '2025-12-15'],
        ['CV-0202', 'ltv', 70, 'complied', 61.4, '2024-12-05'],
        ['CV-0203', 'reporting', 1, 'complied', 1, '2026-01-20'],
      ],
      waivers: [['WV-0201', 'CV-0201', 'credit-committee', '2025-01-15', '2025-12-31', 1.05]],
      releases: [
        ['RR-0201', 'cash-sweep', 27_000, '2025-11-20', 'approved', 'all-tests-met'],
        ['RR-0202', 'cash-sweep', 52_000, '2026-02-27', 'pending', 'none'],
      ],
    },
    {
      loan: ['LN-0202', 'mezzanine', 'Birchmere Partners', 240_000, 26_400, 0, 'active', '2028-03-31'],
    },
    {
      loan: ['LN-0203', 'senior', 'Birchmere Partners', 0, 71_300, 0, 'paid-off', '2021-03-31'],
    },
  ],
  appraisals: [['AP-0201', 'Quarrie Valuers', '2024-11-18', 'as-is', 2_530_000, 'current']],
  inspections: [['IN-0201', '2025-09-17', 'B', 'None', 'none', 0, 'cured']],
  posted: 2_500_000,
};

const coopersWharf: Estate = {
  property: {
    id: 'P-03',
    name: 'Coopers Wharf',
    kind: 'multifamily',
    submarket: 'Harbor East',
    adjoining_submarket: 'Station Quarter',
    built: 2008,
    area: 19_300,
    other_income: 21_600,
    underwritten_noi: 396_000,
    underwritten_on: '2025-01-22',
  },
  units: [
    u('11', 2_980, { concession: 100 }),
    u('12', 3_040),
    u('13', 3_110, {
      papers: [{ status: 'draft', signed: 'none', from: '2026-01-01', to: '2027-12-31', rent: 3_110 }],
    }),
    u('14', 2_960, { arrears: 8_880, days: 97, papers: leasedAt(2_880) }),
    u('15', 3_075, {
      papers: [
        { signed: '2024-08-19', from: '2024-09-01', to: '2026-08-31', rent: 3_075 },
        { paper: 'amendment', signed: '2025-10-06', from: '2025-11-01', to: '2026-08-31', rent: 2_790 },
      ],
    }),
    u('21', 3_020, { occupancy: 'vacant' }),
    u('22', 3_160, {
      papers: [{ signed: '2023-12-11', from: '2024-01-01', to: '2025-12-31', rent: 2_950, holdover: 'month-to-month' }],
    }),
    u('23', 2_990, { arrears: 5_980, days: 58 }),
    u('24', 3_085, { occupancy: 'vacant' }),
    u('25', 3_130, {
      papers: [
        { signed: '2025-02-12', from: '2025-03-01', to: '2027-02-28', rent: 3_130 },
        { paper: 'amendment', status: 'draft', signed: 'none', from: '2025-12-01', to: '2027-02-28', rent: 2_700 },
      ],
    }),
    u('31', 3_050, { concession: 250 }),
    u('32', 3_200, {
      papers: [{ signed: '2023-10-30', from: '2023-12-01', to: '2025-11-30', rent: 3_200, holdover: 'none' }],
      arrears: 3_200,
      days: 75,
    }),
    u('33', 3_015, { papers: leasedAt(3_150) }),
    u('34', 3_095, { arrears: 9_285, days: 88, concession: 120 }),
    u('35', 3_180, { papers: leasedAt(2_940), concession: 80 }),
  ],
  running: {
    taxes: [57_300, 59_600],
    insurance: [19_700, 21_300],
    utilities: [22_400, 23_100],
    repairs: [26_900, 27_800],
    management: [12_000, 12_000],
    payroll: [24_600, 25_400],
    administration: [6_300, 6_600],
  },
  specials: [
    [2025, 'casualty', 'Quay storm damage', 31_400, 'non-recurring'],
    [2024, 'casualty', 'Quay storm damage', 28_700, 'non-recurring'],
    [2025, 'legal', 'Boundary suit, settled', 17_800, 'non-recurring'],
    [2024, 'legal', 'Retainer', 4_100, 'recurring'],
    [2025, 'legal', 'Retainer', 4_300, 'recurring'],
    [2025, 'capital', 'Lift replacement', 96_000, 'non-recurring'],
    [2025, 'debt-service', 'Interest, senior loan', 118_000, 'recurring'],
  ],
  loans: [
    {
      loan: ['LN-0301', 'senior', 'Coopers Wharf Residential', 2_140_000, 118_200, 148_000, 'active', '2029-12-31'],
      covenants: [
        ['CV-0301', 'dscr', 1.25, 'waived', 1.16, '2025-12-15'],
        ['CV-0302', 'occupancy', 70, 'complied', 86.6, '2025-12-15'],
        ['CV-0303', 'ltv', 68, 'complied', 57.2, '2025-01-22'],
        ['CV-0304', 'reporting', 1, 'waived', 0, '2026-01-20'],
      ],
      waivers: [
        ['WV-0301', 'CV-0301', 'credit-committee', '2025-09-01', '2026-02-28', 1.0],
        ['WV-0302', 'CV-0301', 'desk-head', '2026-03-02', '2026-08-31', 1.0],
        ['WV-0303', 'CV-0304', 'desk-head', '2026-01-20', '2026-06-30', 0],
      ],
      releases: [
        ['RR-0301', 'cash-sweep', 41_000, '2025-12-02', 'held', 'covenant-breach'],
        ['RR-0302', 'cash-sweep', 58_000, '2026-02-11', 'pending', 'none'],
        ['RR-0303', 'cash-sweep', 33_500, '2026-03-06', 'pending', 'none'],
      ],
    },
    {
      loan: ['LN-0302', 'mezzanine', 'Coopers Wharf Residential', 310_000, 33_600, 0, 'active', '2027-12-31'],
      covenants: [['CV-0305', 'dscr', 1.1, 'complied', 1.31, '2025-12-15']],
      releases: [['RR-0304', 'cash-sweep', 12_000, '2026-03-09', 'pending', 'none']],
    },
    {
      loan: ['LN-0303', 'senior', 'Coopers Wharf Residential', 0, 96_800, 0, 'paid-off', '2022-12-31'],
    },
  ],
  appraisals: [
    ['AP-0301', 'Tolliver Appraisal', '2025-01-10', 'as-is', 4_280_000, 'current'],
    ['AP-0302', 'Quarrie Valuers', '2022-06-30', 'as-is', 4_010_000, 'superseded'],
  ],
  inspections: [['IN-0301', '2025-10-21', 'B', 'Quay railing', 'major', 18_000, 'open']],
  posted: 4_200_000,
};

export const covenantEstates: readonly Estate[] = [alderCourt, birchmereYard, coopersWharf];

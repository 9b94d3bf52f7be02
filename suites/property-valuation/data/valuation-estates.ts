/** Three commercial properties whose value is due: shops, offices and a depot. */
import { type Estate, leasedAt, u } from './estate.ts';

const lanternRow: Estate = {
  property: {
    id: 'P-04',
    name: 'Lantern Row',
    kind: 'retail',
    submarket: 'Harbor East',
    adjoining_submarket: 'Station Quarter',
    built: 1999,
    area: 42_000,
    other_income: 18_000,
    underwritten_noi: 612_000,
    underwritten_on: '2025-10-01',
  },
  units: [
    u('1', 8_400),
    u('2', 7_950),
    u('3', 9_100),
    u('4', 8_250, { concession: 300 }),
    u('5', 7_700),
    u('6', 8_900),
    u('7', 8_050, { occupancy: 'vacant' }),
    u('8', 9_400),
    u('9', 8_600),
  ],
  running: {
    taxes: [71_000, 73_500],
    insurance: [22_400, 23_800],
    utilities: [19_900, 20_700],
    repairs: [31_000, 32_600],
    management: [33_500, 34_800],
    administration: [6_100, 6_300],
  },
  specials: [],
  loans: [
    {
      loan: ['LN-0401', 'senior', 'Lantern Row Retail', 4_900_000, 361_000, 0, 'active', '2032-09-30'],
      covenants: [['CV-0401', 'dscr', 1.3, 'complied', 1.69, '2025-12-15']],
    },
  ],
  appraisals: [
    ['AP-0401', 'Quarrie Valuers', '2025-09-12', 'as-is', 8_700_000, 'current'],
    ['AP-0402', 'Tolliver Appraisal', '2022-09-30', 'as-is', 8_100_000, 'superseded'],
  ],
  inspections: [
    ['IN-0401', '2023-04-18', 'C', 'Canopy corrosion', 'major', 36_000, 'cured'],
    ['IN-0402', '2025-08-26', 'B', 'Worn paving', 'minor', 5_200, 'open'],
  ],
  posted: 8_200_000,
};

const marloweCourt: Estate = {
  property: {
    id: 'P-05',
    name: 'Marlowe Court',
    kind: 'office',
    submarket: 'Station Quarter',
    adjoining_submarket: 'Harbor East',
    built: 1991,
    area: 68_000,
    other_income: 42_000,
    underwritten_noi: 1_240_000,
    underwritten_on: '2025-06-18',
  },
  units: [
    u('101', 13_900),
    u('102', 14_400),
    u('201', 15_100),
    u('202', 13_600, { papers: leasedAt(13_100) }),
    u('301', 14_800),
    u('302', 14_250),
    u('401', 15_500),
    u('402', 13_850, { occupancy: 'vacant' }),
    u('501', 15_900),
    u('502', 14_700),
    u('601', 16_200),
    u('602', 15_300),
  ],
  running: {
    taxes: [198_000, 204_500],
    insurance: [51_200, 54_000],
    utilities: [96_400, 99_100],
    repairs: [88_700, 91_300],
    management: [82_000, 84_900],
    payroll: [71_500, 73_800],
    administration: [14_600, 15_100],
  },
  specials: [],
  loans: [
    {
      loan: ['LN-0501', 'senior', 'Marlowe Court Offices', 9_400_000, 742_000, 0, 'active', '2029-05-31'],
      covenants: [['CV-0501', 'dscr', 1.35, 'complied', 1.67, '2025-12-15']],
    },
  ],
  appraisals: [['AP-0501', 'Tolliver Appraisal', '2025-06-02', 'as-is', 16_300_000, 'current']],
  inspections: [
    ['IN-0501', '2024-05-21', 'B', 'Car park drainage', 'major', 64_000, 'cured'],
    ['IN-0502', '2025-11-12', 'C', 'Curtain wall seals', 'major', 180_000, 'open'],
    ['IN-0503', '2025-11-12', 'C', 'Lobby tiling', 'minor', 9_500, 'open'],
  ],
  posted: 16_100_000,
};

const northfoldDepot: Estate = {
  property: {
    id: 'P-06',
    name: 'Northfold Depot',
    kind: 'industrial',
    submarket: 'Canal Basin',
    adjoining_submarket: 'Foundry Hill',
    built: 1983,
    area: 96_000,
    other_income: 14_400,
    underwritten_noi: 792_000,
    underwritten_on: '2024-11-20',
  },
  units: [
    u('B1', 11_600),
    u('B2', 10_900, { papers: leasedAt(10_250) }),
    u('B3', 11_250, { arrears: 22_500, days: 70 }),
    u('B4', 11_800, { concession: 400 }),
    u('B5', 10_700, { occupancy: 'vacant' }),
    u('B6', 11_400, {
      papers: [
        { signed: '2023-03-09', from: '2023-04-01', to: '2028-03-31', rent: 11_400 },
        { paper: 'amendment', signed: '2025-08-14', from: '2025-09-01', to: '2028-03-31', rent: 10_600 },
      ],
    }),
    u('B7', 12_100, { arrears: 12_100, days: 37 }),
    u('B8', 11_950, { papers: leasedAt(12_400) }),
  ],
  running: {
    taxes: [92_300, 94_800],
    insurance: [33_600, 36_200],
    utilities: [12_700, 13_100],
    repairs: [41_800, 43_500],
    management: [24_000, 24_000],
    administration: [7_900, 8_200],
  },
  specials: [
    [2025, 'casualty', 'Forklift fire, bay 3', 37_500, 'non-recurring'],
    [2025, 'environmental', 'Well monitoring', 15_800, 'non-recurring'],
    [2024, 'environmental', 'Well monitoring', 15_200, 'non-recurring'],
    [2025, 'capital', 'Dock levellers', 88_000, 'recurring'],
  ],
  loans: [
    {
      loan: ['LN-0601', 'senior', 'Northfold Logistics Property', 5_300_000, 418_000, 0, 'active', '2030-11-30'],
      covenants: [['CV-0601', 'dscr', 1.3, 'complied', 1.62, '2025-12-15']],
    },
  ],
  appraisals: [
    ['AP-0601', 'Tolliver Appraisal', '2024-10-28', 'as-is', 10_900_000, 'current'],
    ['AP-0602', 'Quarrie Valuers', '2025-07-15', 'as-is', 9_430_000, 'current'],
    ['AP-0603', 'Quarrie Valuers', '2025-12-10', 'as-stabilised', 11_400_000, 'current'],
    ['AP-0604', 'Tolliver Appraisal', '2026-02-20', 'as-is', 10_200_000, 'draft'],
  ],
  inspections: [
    ['IN-0601', '2023-09-14', 'B', 'Sprinkler pump', 'life-safety', 52_000, 'cured'],
    ['IN-0602', '2025-10-08', 'C', 'Sprinkler mains, bays 5 to 8', 'life-safety', 95_000, 'open'],
    ['IN-0603', '2025-10-08', 'C', 'Roof lights', 'major', 60_000, 'open'],
    ['IN-0604', '2025-10-08', 'C', 'Yard markings', 'minor', 4_000, 'open'],
  ],
  posted: 10_800_000,
};

export const valuationEstates: readonly Estate[] = [lanternRow, marloweCourt, northfoldDepot];

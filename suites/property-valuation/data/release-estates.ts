/** Three properties with a holdback release before the desk. */
import { type Estate, floors } from './estate.ts';

const hollinPark: Estate = {
  property: {
    id: 'P-10',
    name: 'Hollin Park',
    kind: 'multifamily',
    submarket: 'Kiln Hill',
    adjoining_submarket: 'Millrace',
    built: 2001,
    area: 10_700,
    other_income: 4_900,
    underwritten_noi: 158_000,
    underwritten_on: '2025-08-20',
  },
  units: floors([
    [1_640, 1_655, 1_620, 1_670],
    [1_650, 1_635, 1_660, 1_680],
    [1_645, 1_690, 1_665, 1_630],
  ]),
  running: {
    taxes: [29_400, 30_300],
    insurance: [9_800, 10_500],
    utilities: [12_600, 13_000],
    repairs: [13_900, 14_300],
    management: [10_900, 11_200],
  },
  specials: [],
  loans: [
    {
      loan: ['LN-1001', 'senior', 'Hollin Park Homes', 1_450_000, 109_000, 0, 'active', '2031-07-31'],
      covenants: [
        ['CV-1001', 'dscr', 1.25, 'complied', 1.44, '2025-12-15'],
        ['CV-1002', 'ltv', 70, 'complied', 61.8, '2025-08-20'],
      ],
      releases: [['RR-1001', 'holdback', 120_000, '2026-03-03', 'pending', 'none']],
      conditions: [
        ['CD-1001', 'RR-1001', 'insurance-certificate', 'DOC-5581', '2025-09-24', 'open'],
        ['CD-1002', 'RR-1001', 'tax-clearance', 'DOC-5602', '2025-11-11', 'open'],
        ['CD-1003', 'RR-1001', 'completion-certificate', 'DOC-5617', '2026-02-25', 'open'],
      ],
    },
  ],
  appraisals: [
    ['AP-1001', 'Quarrie Valuers', '2025-08-04', 'as-is', 2_350_000, 'current'],
    ['AP-1002', 'Tolliver Appraisal', '2022-08-15', 'as-is', 2_120_000, 'superseded'],
  ],
  inspections: [
    ['IN-1001', '2025-09-30', 'B', 'Balcony fixings', 'major', 27_000, 'cured'],
    ['IN-1002', '2026-02-19', 'B', 'Paint, stair 2', 'minor', 1_800, 'open'],
  ],
  posted: 2_300_000,
};

const ironmongerPlace: Estate = {
  property: {
    id: 'P-11',
    name: 'Ironmonger Place',
    kind: 'multifamily',
    submarket: 'Foundry Hill',
    adjoining_submarket: 'Canal Basin',
    built: 1989,
    area: 13_600,
    other_income: 7_100,
    underwritten_noi: 201_000,
    underwritten_on: '2025-12-08',
  },
  units: floors(
    [
      [1_760, 1_775, 1_740, 1_790, 1_755, 1_780, 1_765],
      [1_750, 1_785, 1_770, 1_745, 1_795, 1_760, 1_775],
    ],
    { '106': { occupancy: 'vacant' }, '203': { arrears: 3_540, days: 71 } },
  ),
  running: {
    taxes: [38_800, 40_100],
    insurance: [13_100, 14_000],
    utilities: [16_900, 17_400],
    repairs: [19_700, 20_300],
    management: [13_400, 13_800],
  },
  specials: [],
  loans: [
    {
      loan: ['LN-1101', 'senior', 'Ironmonger Place Partners', 1_850_000, 128_000, 0, 'active', '2030-02-28'],
      covenants: [
        ['CV-1101', 'dscr', 1.2, 'complied', 1.28, '2025-12-15'],
        ['CV-1102', 'ltv', 75, 'complied', 62.6, '2024-12-02'],
      ],
      releases: [
        ['RR-1101', 'holdback', 95_000, '2025-06-12', 'approved', 'all-tests-met'],
        ['RR-1102', 'holdback', 150_000, '2026-02-24', 'pending', 'none'],
      ],
      conditions: [
        ['CD-1101', 'RR-1101', 'completion-certificate', 'DOC-4410', '2025-06-02', 'confirmed'],
        ['CD-1102', 'RR-1102', 'insurance-certificate', 'DOC-5544', '2025-07-01', 'open'],
        ['CD-1103', 'RR-1102', 'tax-clearance', 'DOC-5559', '2025-10-14', 'open'],
        ['CD-1104', 'RR-1102', 'title-bringdown', 'DOC-5570', '2026-01-29', 'open'],
        ['CD-1105', 'RR-1102', 'completion-certificate', 'DOC-5583', '2026-02-20', 'open'],
      ],
    },
    {
      loan: ['LN-1102', 'mezzanine', 'Ironmonger Place Partners', 210_000, 23_100, 0, 'active', '2028-02-28'],
    },
  ],
  appraisals: [
    ['AP-1101', 'Tolliver Appraisal', '2024-11-20', 'as-is', 3_400_000, 'current'],
    ['AP-1102', 'Quarrie Valuers', '2025-12-01', 'as-is', 2_980_000, 'current'],
    ['AP-1103', 'Tolliver Appraisal', '2021-11-05', 'as-is', 2_760_000, 'superseded'],
  ],
  inspections: [
    ['IN-1101', '2025-11-19', 'B', 'Lintel cracks, rear wall', 'major', 85_000, 'open'],
    ['IN-1102', '2025-11-19', 'B', 'Fire door closers', 'life-safety', 6_400, 'cured'],
  ],
  posted: 3_300_000,
};

const juniperExchange: Estate = {
  property: {
    id: 'P-12',
    name: 'Juniper Exchange',
    kind: 'office',
    submarket: 'Millrace',
    adjoining_submarket: 'Station Quarter',
    built: 2003,
    area: 54_000,
    other_income: 36_000,
    underwritten_noi: 768_000,
    underwritten_on: '2025-10-30',
  },
  units: floors(
    [
      [7_400, 7_650, 7_300, 7_850],
      [7_500, 7_700, 7_450, 7_900],
      [7_550, 7_800, 7_600, 7_950],
      [7_650, 7_900, 7_700, 8_050],
    ],
    { '104': { occupancy: 'vacant' }, '303': { occupancy: 'vacant' } },
  ),
  running: {
    taxes: [142_000, 146_500],
    insurance: [38_100, 40_400],
    utilities: [74_300, 76_200],
    repairs: [61_900, 63_700],
    management: [52_800, 54_300],
    payroll: [48_600, 50_100],
  },
  specials: [],
  loans: [
    {
      loan: ['LN-1201', 'senior', 'Juniper Exchange Offices', 6_400_000, 536_000, 0, 'active', '2029-08-31'],
      covenants: [
        ['CV-1201', 'dscr', 1.2, 'breached', 1.14, '2025-12-15'],
        ['CV-1202', 'ltv', 68, 'complied', 61.5, '2024-12-12'],
        ['CV-1203', 'occupancy', 80, 'complied', 87.5, '2025-12-15'],
      ],
      waivers: [
        ['WV-1201', 'CV-1201', 'credit-committee', '2024-12-20', '2025-12-20', 1.1],
        ['WV-1202', 'CV-1201', 'credit-committee', '2026-01-12', '2026-06-30', 1.1],
      ],
      releases: [
        ['RR-1201', 'holdback', 900_000, '2026-02-18', 'pending', 'none'],
        ['RR-1202', 'cash-sweep', 45_000, '2026-03-05', 'pending', 'none'],
      ],
      conditions: [
        ['CD-1201', 'RR-1201', 'insurance-certificate', 'DOC-5490', '2025-05-19', 'confirmed'],
        ['CD-1202', 'RR-1201', 'tax-clearance', 'DOC-5533', '2025-12-09', 'open'],
        ['CD-1203', 'RR-1201', 'estoppel-certificates', 'DOC-5601', '2026-02-02', 'open'],
        ['CD-1204', 'RR-1201', 'title-bringdown', 'DOC-5622', '2026-03-02', 'open'],
      ],
    },
    {
      loan: ['LN-1202', 'mezzanine', 'Juniper Exchange Offices', 480_000, 52_000, 0, 'paid-off', '2025-08-31'],
    },
  ],
  appraisals: [
    ['AP-1201', 'Tolliver Appraisal', '2025-10-16', 'as-is', 11_200_000, 'current'],
    ['AP-1202', 'Quarrie Valuers', '2024-12-03', 'as-is', 10_400_000, 'current'],
    ['AP-1203', 'Tolliver Appraisal', '2026-01-20', 'as-stabilised', 12_400_000, 'current'],
    ['AP-1204', 'Quarrie Valuers', '2026-03-01', 'as-is', 10_100_000, 'draft'],
    ['AP-1205', 'Quarrie Valuers', '2024-02-14', 'as-is', 10_900_000, 'current'],
    ['AP-1206', 'Tolliver Appraisal', '2020-10-01', 'as-is', 9_300_000, 'superseded'],
  ],
  inspections: [
    ['IN-1201', '2025-09-09', 'B', 'Smoke extract fans', 'life-safety', 110_000, 'cured'],
    ['IN-1202', '2025-09-09', 'B', 'Chiller plant', 'major', 140_000, 'open'],
    ['IN-1203', '2025-09-09', 'B', 'Bicycle store', 'minor', 3_000, 'open'],
  ],
  posted: 10_600_000,
};

export const releaseEstates: readonly Estate[] = [hollinPark, ironmongerPlace, juniperExchange];

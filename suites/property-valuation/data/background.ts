/** The rest of the portfolio: properties and sales that no task is about, drawn by chance. */
import type { Random } from 'practicum';
import type { Estate, UnitNote } from './estate.ts';

export interface Sale {
  readonly kind: string;
  readonly submarket: string;
  readonly id: string;
  readonly name: string;
  readonly area: number;
  readonly sold_on: string;
  readonly price: number;
  readonly noi: number;
  readonly sale: string;
  readonly verification: string;
}

const HOUSES = [
  ['P-13', 'Kestrel Point', 'multifamily', 'Foundry Hill'],
  ['P-14', 'Larkspur Green', 'multifamily', 'Millrace'],
  ['P-15', 'Orchard Parade', 'retail', 'Kiln Hill'],
  ['P-16', 'Pemberton Row', 'multifamily', 'Station Quarter'],
  ['P-17', 'Quillstone Works', 'industrial', 'Millrace'],
  ['P-18', 'Saltmarsh House', 'office', 'Harbor East'],
] as const;

export function backgroundEstates(random: Random): readonly Estate[] {
  return HOUSES.map(([id, name, kind, submarket], i) => {
    const number = id.slice(2);
    const base = kind === 'multifamily' ? 1_300 : 6_200;
    const units = Array.from({ length: 18 + random.int(0, 8) }, (_, n) => drawnUnit(`${100 + n + 1}`, base, random));
    const value = 200_000 * random.int(12, 40);
    return {
      property: {
        id,
        name,
        kind,
        submarket,
        adjoining_submarket: 'Canal Basin',
        built: 1970 + random.int(0, 45),
        area: 900 * units.length + random.int(0, 4_000),
        other_income: 100 * random.int(20, 160),
        underwritten_noi: Math.round(value * 0.064),
        underwritten_on: `2025-0${random.int(1, 9)}-15`,
      },
      units,
      running: drawnExpenses(random),
      specials: [],
      loans: [drawnLoan({ number, name, value, random })],
      appraisals: [
        [`AP-${number}01`, 'Quarrie Valuers', `2025-0${1 + i}-20`, 'as-is', value, 'current'],
        [`AP-${number}02`, 'Tolliver Appraisal', '2022-05-12', 'as-is', value - 140_000, 'superseded'],
      ],
      inspections: [
        [
          `IN-${number}01`,
          `2025-1${random.int(0, 2)}-04`,
          random.pick(['A', 'B', 'C']),
          'Gutters',
          'minor',
          1_000 + 100 * random.int(0, 30),
          'open',
        ],
      ],
      posted: value - 40_000,
    };
  });
}

function drawnUnit(label: string, base: number, random: Random): UnitNote {
  const rent = base + 10 * random.int(0, 45);
  if (random.chance(0.1)) return { label, rent, occupancy: 'vacant' };
  if (random.chance(0.15)) return { label, rent, arrears: rent, days: random.int(5, 95) };
  return random.chance(0.15) ? { label, rent, concession: 10 * random.int(4, 15) } : { label, rent };
}

function drawnExpenses(random: Random): Estate['running'] {
  const pair = (around: number): readonly [number, number] => {
    const before = around + 100 * random.int(-20, 20);
    return [before, before + 100 * random.int(1, 14)];
  };
  return {
    taxes: pair(42_000),
    insurance: pair(14_000),
    utilities: pair(19_000),
    repairs: pair(21_000),
    management: pair(15_000),
    payroll: pair(17_000),
    administration: pair(5_000),
  };
}

interface LoanDraw {
  readonly number: string;
  readonly name: string;
  readonly value: number;
  readonly random: Random;
}

function drawnLoan({ number, name, value, random }: LoanDraw): Estate['loans'][number] {
  const balance = Math.round((value * random.int(52, 64)) / 100);
  const ratio = random.int(128, 170) / 100;
  return {
    loan: [
      `LN-${number}01`,
      'senior',
      `${name} Holdings`,
      balance,
      Math.round(balance * 0.072),
      1_000 * random.int(0, 60),
      'active',
      `20${random.int(28, 33)}-06-30`,
    ],
    covenants: [
      [`CV-${number}01`, 'dscr', 1.25, 'complied', ratio, '2025-12-15'],
      [`CV-${number}02`, 'ltv', 70, 'complied', 60, '2025-06-30'],
    ],
    releases: [[`RR-${number}01`, 'cash-sweep', 1_000 * random.int(8, 40), '2026-03-10', 'pending', 'none']],
  };
}

/** Markets that no valuation task looks at. */
const MARKETS = [
  ['multifamily', 'Millrace'],
  ['multifamily', 'Kiln Hill'],
  ['multifamily', 'Harbor East'],
  ['retail', 'Kiln Hill'],
  ['retail', 'Station Quarter'],
  ['office', 'Harbor East'],
  ['office', 'Millrace'],
  ['industrial', 'Millrace'],
] as const;

export function backgroundSales(random: Random): readonly Sale[] {
  return MARKETS.flatMap(([kind, submarket], m) =>
    Array.from({ length: 9 }, (_, n) => {
      const price = 50_000 * random.int(30, 260);
      return {
        id: `CMP-${500 + m * 20 + n}`,
        kind,
        submarket,
        name: `${random.pick(STREETS)} ${random.int(2, 190)}`,
        area: 1_000 * random.int(9, 90),
        sold_on: `202${random.int(3, 5)}-${String(random.int(1, 12)).padStart(2, '0')}-${random.int(10, 28)}`,
        price,
        noi: Math.round((price * random.int(560, 840)) / 10_000),
        sale: random.pick(['arms-length', 'arms-length', 'arms-length', 'portfolio', 'foreclosure']),
        verification: random.pick(['verified', 'verified', 'unverified']),
      };
    }),
  );
}

const STREETS = [
  'Tanner Street',
  'Weir Lane',
  'Gasworks Road',
  'Priory Walk',
  'Signal Street',
  'Old Dock',
  'Mason Row',
];

/** Fills the desk's database: the properties that tasks are about, as written down, and around them what chance draws. */
import type { Database, Random } from 'practicum';
import { auditEstates } from './data/audit-estates.ts';
import { backgroundEstates, backgroundSales } from './data/background.ts';
import { covenantEstates } from './data/covenant-estates.ts';
import type { Estate, LoanNote, Paper, UnitNote } from './data/estate.ts';
import { releaseEstates } from './data/release-estates.ts';
import { sales } from './data/sales.ts';
import { valuationEstates } from './data/valuation-estates.ts';

export function fill(db: Database, random: Random): void {
  const counter = { lease: 0, expense: 0 };
  const estates = [
    ...covenantEstates,
    ...valuationEstates,
    ...auditEstates,
    ...releaseEstates,
    ...backgroundEstates(random),
  ];
  for (const estate of estates) fillEstate({ db, random, counter }, estate);
  for (const sale of [...sales, ...backgroundSales(random)]) insert(db, 'comparable', { ...sale });
  fillHistory(db, random, estates);
}

interface Filling {
  readonly db: Database;
  readonly random: Random;
  readonly counter: { lease: number; expense: number };
}

type Value = string | number;

function insert(db: Database, table: string, row: Readonly<Record<string, Value>>): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  db.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row));
}

/** A row in the order of the table's columns. */
function insertRow(db: Database, table: string, row: readonly Value[]): void {
  db.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`, ...row);
}

function fillEstate(filling: Filling, estate: Estate): void {
  const { db } = filling;
  const { property, units, loans, appraisals, inspections, posted } = estate;
  const scheduled_rent = units.reduce((sum, { rent }) => sum + rent, 0);
  insert(db, 'property', { ...property, unit_count: units.length, scheduled_rent });
  for (const unit of units) fillUnit(filling, estate, unit);
  fillExpenses(filling, estate);
  for (const loan of loans) fillLoan(db, property.id, loan);
  const newest = appraisals.find(([, , , , , status]) => status === 'current')?.[0] ?? 'none';
  for (const [id, ...rest] of appraisals) {
    const supersededBy = rest.at(-1) === 'superseded' ? newest : 'none';
    insertRow(db, 'appraisal', [id, property.id, ...rest, supersededBy]);
  }
  for (const [id, ...rest] of inspections) insertRow(db, 'inspection', [id, property.id, ...rest]);
  insert(db, 'valuation', {
    id: `VL-${property.id.slice(2)}01`,
    property_id: property.id,
    noi: property.underwritten_noi,
    cap_rate: 6.9,
    value: posted,
    comparables: 'CMP-500 CMP-501 CMP-502',
    status: 'posted',
    posted_at: `${property.underwritten_on}T10:00:00Z`,
  });
}

function fillUnit(filling: Filling, { property }: Estate, note: UnitNote): void {
  const { db, random } = filling;
  const { label, rent, occupancy = 'occupied', concession = 0, arrears = 0, days = 0 } = note;
  const id = `U-${property.id.slice(2)}-${label}`;
  const isHome = property.kind === 'multifamily';
  const drawn = drawnTenant(isHome, random);
  const tenant = note.tenant ?? (occupancy === 'vacant' ? 'none' : drawn);
  const area = isHome ? 640 + 10 * random.int(0, 45) : 2_000 + 50 * random.int(0, 60);
  insert(db, 'unit', {
    id,
    property_id: property.id,
    label,
    area,
    occupancy,
    tenant,
    roll_rent: rent,
    concession,
    arrears,
    days_past_due: days,
  });
  const before = earlierPaper(rent, drawnTenant(isHome, random), random);
  const plain = occupancy === 'occupied' ? [plainPaper(rent, random)] : [];
  for (const paper of [...before, ...(note.papers ?? plain)]) fillPaper(filling, { unit: id, tenant }, paper);
  for (const { id: flagId, reason, status, on } of note.flags ?? [])
    insert(db, 'flag', { id: flagId, unit_id: id, reason, status, raised_on: on });
}

const two = (n: number): string => String(n).padStart(2, '0');

/** A lease at the roll rent that runs well beyond any task. */
function plainPaper(rent: number, random: Random): Paper {
  const month = random.int(1, 12);
  return {
    signed: `2024-${two(month)}-${random.int(10, 20)}`,
    from: `2025-${two(month)}-01`,
    to: `2027-${two(month)}-28`,
    rent,
    holdover: random.pick(['month-to-month', 'none']),
  };
}

/** For some units a lease of somebody who has left long since. */
function earlierPaper(rent: number, tenant: string, random: Random): readonly Paper[] {
  if (!random.chance(0.55)) return [];
  const status = random.pick(['executed', 'executed', 'terminated'] as const);
  const year = random.int(2020, 2021);
  const lower = rent - 10 * random.int(4, 20);
  return [
    {
      status,
      signed: `${year}-03-${random.int(10, 28)}`,
      from: `${year}-04-01`,
      to: `${year + 2}-03-31`,
      rent: lower,
      tenant,
    },
  ];
}

function fillPaper(filling: Filling, of: { unit: string; tenant: string }, paper: Paper): void {
  const { paper: kind = 'lease', status = 'executed', signed, from, to, rent, holdover = 'none' } = paper;
  insert(filling.db, 'lease', {
    id: `LS-${String(++filling.counter.lease).padStart(4, '0')}`,
    unit_id: of.unit,
    tenant: paper.tenant ?? of.tenant,
    paper: kind,
    status,
    signed_on: signed,
    starts_on: from,
    ends_on: to,
    rent,
    holdover,
  });
}

function fillExpenses({ db, counter }: Filling, { property, running, specials }: Estate): void {
  const ordinary = Object.entries(running).flatMap(([category, amounts]) =>
    amounts.map((amount, i) => [2024 + i, category, DESCRIPTIONS[category] ?? category, amount, 'recurring'] as const),
  );
  for (const row of [...ordinary, ...specials]) {
    insertRow(db, 'expense', [`EX-${String(++counter.expense).padStart(4, '0')}`, property.id, ...row]);
  }
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  taxes: 'Property taxes',
  insurance: 'Building and liability cover',
  utilities: 'Water, power and gas of common parts',
  repairs: 'Repairs and maintenance',
  management: 'Manager’s fee',
  payroll: 'Wages on site',
  administration: 'Office and accounting',
};

function fillLoan(db: Database, propertyId: string, note: LoanNote): void {
  const [loanId, ...rest] = note.loan;
  insertRow(db, 'loan', [loanId, propertyId, ...rest]);
  for (const [id, kind, threshold, status, ratio, testedOn] of note.covenants ?? []) {
    insertRow(db, 'covenant', [id, loanId, kind, threshold, status, ratio, testedOn]);
    insertRow(db, 'review', [id.replace('CV', 'RV'), id, status, ratio, `${testedOn}T11:00:00Z`, 'Regular test.']);
  }
  for (const row of note.waivers ?? []) insertRow(db, 'waiver', row);
  for (const [id, ...release] of note.releases ?? []) insertRow(db, 'release_request', [id, loanId, ...release]);
  for (const row of note.conditions ?? []) insertRow(db, 'condition', row);
}

/** The desk's log of the year before, so that the log is not empty. */
function fillHistory(db: Database, random: Random, estates: readonly Estate[]): void {
  for (let n = 0; n < 600; n++) {
    const { property } = random.pick(estates);
    const at = `2025-${two(1 + Math.floor(n / 50))}-${two(1 + (n % 28))}T${two(random.int(8, 17))}:${two(random.int(0, 59))}:00Z`;
    const act = random.pick(['filed statement', 'read rent roll', 'filed insurance', 'read inspection', 'noted call']);
    insert(db, 'audit', { at, actor: random.pick(['review-desk', 'servicing', 'closing']), act, subject: property.id });
  }
}

const INITIALS = 'ABCDEFGHJKLMNPRSTVW'.split('');
const SURNAMES = [
  'Adeyo',
  'Barrowin',
  'Castellow',
  'Drummel',
  'Esterby',
  'Fennimar',
  'Gorsky-Hale',
  'Hollinroe',
  'Ibarrez',
  'Jessamy',
  'Kettleby',
  'Lindqvar',
  'Marchetto',
  'Nwosuka',
  'Ormerand',
  'Pellingham',
  'Quarmont',
  'Rastovic',
  'Sandrigo',
  'Tavernel',
];
const TRADES = [
  'Bakery',
  'Books',
  'Cycles',
  'Dental',
  'Freight',
  'Glassworks',
  'Optics',
  'Pharmacy',
  'Records',
  'Supply',
  'Tailors',
  'Textiles',
];

function drawnTenant(isHome: boolean, random: Random): string {
  const surname = random.pick(SURNAMES);
  return isHome ? `${random.pick(INITIALS)}. ${surname}` : `${surname} ${random.pick(TRADES)}`;
}

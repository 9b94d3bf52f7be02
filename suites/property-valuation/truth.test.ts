/** The truths that judges hold, worked out once more in SQL over the seeded data, apart from the solution programs. */
import { stream } from 'practicum';
import { describe, expect, it } from 'vitest';
import { createDatabase, type OpenDatabase } from '../../src/engines/sqlite.ts';
import { fill } from './fill.ts';
import { SECTIONS, sectionText } from './handbook.ts';
import suite from './suite.ts';
import { schema } from './world.ts';

function filled(seed = 'property-valuation'): OpenDatabase {
  const db = createDatabase(schema);
  db.transaction(() => fill(db, stream(seed, 'fill')));
  return db;
}

const db = filled();
const truthOf = (id: string) => suite.tasks.find((task) => task.id === id)?.truth ?? {};

const GOVERNING = `
  governing AS (
    SELECT unit_id, rent, tenant FROM (
      SELECT lease.unit_id, lease.rent, lease.tenant,
             row_number() OVER (PARTITION BY lease.unit_id ORDER BY lease.signed_on DESC) AS place
        FROM lease JOIN unit ON unit.id = lease.unit_id
       WHERE lease.status = 'executed' AND starts_on <= '2026-03-16'
         AND (ends_on >= '2026-03-16'
              OR (holdover = 'month-to-month' AND unit.occupancy = 'occupied' AND unit.tenant = lease.tenant)))
     WHERE place = 1)`;

const INCOME = `
  WITH ${GOVERNING},
  loss AS (
    SELECT unit.id, unit.property_id,
           unit.occupancy <> 'occupied' OR governing.unit_id IS NULL AS idle,
           12 * roll_rent AS vacancy,
           12 * concession + 12 * max(0, roll_rent - governing.rent)
             + CASE WHEN days_past_due > 60 THEN arrears WHEN days_past_due > 30 THEN arrears / 2.0 ELSE 0 END AS other
      FROM unit LEFT JOIN governing ON governing.unit_id = unit.id),
  effective AS (
    SELECT property.id, 12.0 * scheduled_rent + other_income
           - max((SELECT coalesce(sum(vacancy), 0) FROM loss WHERE idle AND property_id = property.id), 0.6 * scheduled_rent)
           - (SELECT coalesce(sum(other), 0) FROM loss WHERE NOT idle AND property_id = property.id) AS income
      FROM property),
  cost AS (
    SELECT property_id, sum(amount) FILTER (WHERE category <> 'management') AS others,
           sum(amount) FILTER (WHERE category = 'management') AS management
      FROM expense
     WHERE year = 2025 AND category NOT IN ('capital', 'depreciation', 'debt-service', 'distribution')
       AND NOT (label = 'non-recurring' AND NOT EXISTS (
             SELECT 1 FROM expense AS before WHERE before.property_id = expense.property_id AND before.year = 2024
                AND before.label = 'non-recurring' AND before.category = expense.category))
     GROUP BY property_id)
  SELECT round(income - others - max(management, 0.035 * income)
               - CASE kind WHEN 'multifamily' THEN 300 * unit_count ELSE 0.3 * area END) AS noi,
         (SELECT count(*) FROM loss WHERE idle AND property_id = property.id) AS idle,
         (SELECT sum(annual_debt_service) FROM loan WHERE property_id = property.id AND status = 'active') AS service
    FROM property JOIN effective USING (id) JOIN cost ON cost.property_id = property.id WHERE property.id = ?`;

describe('the seeded data', () => {
  it('is the same twice, and large enough to search in', () => {
    expect(JSON.stringify(filled().dump())).toBe(JSON.stringify(db.dump()));
    expect(db.bytes().length).toBeGreaterThan(150_000);
    expect(db.bytes().length).toBeLessThan(400_000);
    expect(db.get('SELECT count(*) AS n FROM unit')?.n).toBeGreaterThan(250);
  });

  it('has no broken reference and schedules exactly the rents on the roll', () => {
    expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
    const odd = `SELECT id FROM property WHERE unit_count <> (SELECT count(*) FROM unit WHERE property_id = property.id)
      OR scheduled_rent <> (SELECT sum(roll_rent) FROM unit WHERE property_id = property.id)`;
    expect(db.all(odd)).toEqual([]);
  });

  it('has every section of the handbook', () => {
    for (const section of SECTIONS) expect(sectionText(section).length).toBeGreaterThan(100);
  });
});

describe('covenant reviews', () => {
  it.each([
    ['covenant-review-alder-court', 'P-01', 3],
    ['covenant-review-birchmere-yard', 'P-02', 3],
    ['covenant-review-coopers-wharf', 'P-03', 4],
  ])('%s', (id, property, idle) => {
    const found = db.get(INCOME, property);
    const { noi, dscr } = truthOf(id);
    expect(found).toMatchObject({ noi, idle });
    expect(Math.floor((Number(noi) * 100) / Number(found?.service)) / 100).toBe(dscr);
    expect(db.get('SELECT count(*) AS n FROM unit WHERE property_id = ?', property)?.n).toBe(15);
    expect(Number(dscr)).toBeLessThan(1.25);
  });
});

describe('valuations', () => {
  it('takes the depot at its income of the last full year', () => {
    expect(db.get(INCOME, 'P-06')?.noi).toBe(truthOf('comparable-valuation-northfold-depot').noi);
  });

  it.each([
    ['comparable-valuation-lantern-row', 0, 0, 0],
    ['comparable-valuation-marlowe-court', 25, 180_000, 0],
    ['comparable-valuation-northfold-depot', 25, 155_000, 9_430_000],
  ])('%s', (id, grade, repairs, appraisal) => {
    const { noi, cap_rate, value, comparables } = truthOf(id);
    const ids = (comparables as string[]).map((one) => `'${one}'`).join(', ');
    const mean = Number(
      db.get(`SELECT avg(round(noi * 10000.0 / price)) AS mean FROM comparable WHERE id IN (${ids})`)?.mean,
    );
    expect((Math.ceil(mean / 5) * 5 + grade) / 100).toBe(cap_rate);
    const worth = Number(noi) / (Number(cap_rate) / 100) - repairs;
    const bound = appraisal === 0 ? worth : appraisal * 0.9;
    expect(Math.floor(Math.min(worth, bound) / 10_000) * 10_000).toBe(value);
  });
});

describe('rent-roll audits', () => {
  const REASON = `
    WITH ${GOVERNING}
    SELECT label, roll_rent, governing.rent, CASE
        WHEN occupancy = 'staff' THEN 'fine'
        WHEN occupancy = 'vacant' THEN iif(governing.unit_id IS NULL, 'fine', 'undisclosed-lease')
        WHEN governing.unit_id IS NULL THEN 'no-lease'
        WHEN governing.tenant <> unit.tenant THEN 'tenant-mismatch'
        WHEN abs(roll_rent - governing.rent) > 20 THEN 'rent-mismatch'
        ELSE 'fine' END AS reason,
      (SELECT group_concat(flag.reason) FROM flag WHERE flag.unit_id = unit.id AND flag.status = 'open') AS open
    FROM unit LEFT JOIN governing ON governing.unit_id = unit.id WHERE property_id = ? ORDER BY label`;

  it.each([
    ['rent-roll-audit-dovecote-terrace', 'P-07'],
    ['rent-roll-audit-ferrier-house', 'P-08'],
    ['rent-roll-audit-garrick-mills', 'P-09'],
  ])('%s', (id, property) => {
    const wrong = db.all(REASON, property).filter(({ reason }) => reason !== 'fine');
    const fresh = wrong.filter(({ reason, open }) => reason !== open);
    const { flags, annual_overstatement, escalated } = truthOf(id);
    expect(Object.fromEntries(fresh.map(({ label, reason }) => [label, reason]))).toEqual(flags);
    const excess = wrong.map(({ reason, roll_rent, rent }) => {
      if (reason === 'no-lease') return Number(roll_rent);
      return reason === 'rent-mismatch' ? Math.max(0, Number(roll_rent) - Number(rent)) : 0;
    });
    expect(12 * excess.reduce((a, b) => a + b, 0)).toBe(annual_overstatement);
    const scheduled = Number(db.get('SELECT 12 * scheduled_rent AS rent FROM property WHERE id = ?', property)?.rent);
    expect(Number(annual_overstatement) > scheduled / 10).toBe(escalated);
  });
});

describe('release requests', () => {
  it.each([
    ['release-request-hollin-park', 'P-10', 70],
    ['release-request-ironmonger-place', 'P-11', 75],
    ['release-request-juniper-exchange', 'P-12', 68],
  ])('%s', (id, property, most) => {
    const { lending_value, ltv, reason, stands, release } = truthOf(id);
    const value = db.get(
      `SELECT value - (SELECT coalesce(sum(repair_cost), 0) FROM inspection WHERE property_id = ?1 AND status = 'open'
                          AND severity IN ('major', 'life-safety')) AS lending
         FROM appraisal WHERE id = ?2`,
      property,
      String(stands),
    );
    expect(value?.lending).toBe(lending_value);
    const debt = db.get(
      `SELECT (SELECT sum(balance) FROM loan WHERE property_id = ?1 AND status = 'active') + amount AS debt
         FROM release_request WHERE id = ?2`,
      property,
      String(release),
    );
    expect(Math.ceil((Number(debt?.debt) * 1000) / Number(lending_value)) / 10).toBe(ltv);
    expect(reason === 'ltv-exceeded').toBe(Number(ltv) > most);
  });
});

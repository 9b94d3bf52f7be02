import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import { makeCompany } from './company.ts';
import { handbook } from './handbook.ts';
import { DEPARTMENTS } from './headcount.ts';
import type { Company } from './instance.ts';

const company = (size: number, seed = 'a'): Company => makeCompany(stream(seed, 'company'), { size });
const countsOf = ({ people }: Company, key: 'department' | 'role'): Readonly<Record<string, number>> => {
  const groups = Object.entries(Object.groupBy(people.slice(1), (one) => one[key]));
  return Object.fromEntries(groups.map(([name, group = []]) => [name, group.length]));
};

describe('a company of fifty', () => {
  const fifty = company(50);
  it('has heads, departments by share and managers by ratio', () => {
    expect(fifty.people).toHaveLength(51);
    expect(countsOf(fifty, 'department')).toEqual({
      Executive: 4,
      Engineering: 19,
      Sales_1: 3,
      Sales_2: 3,
      Sales_3: 3,
      Marketing: 6,
      Product: 5,
      'Human Resources': 3,
      Finance: 4,
    });
    const roles = countsOf(fifty, 'role');
    expect(roles).toMatchObject({
      CEO: 1,
      'Engineering Manager': 3,
      'Senior Software Engineer': 4,
      'Software Engineer': 9,
      'QA Engineer': 2,
      'DevOps Engineer': 1,
    });
    expect(fifty.people.filter(({ role }) => role.endsWith('Manager'))).toHaveLength(10);
  });

  it('has the trainee first, in a department and below its manager', () => {
    const [trainee] = fifty.people;
    const boss = fifty.people.find(({ id }) => id === trainee?.manager);
    expect(trainee).toMatchObject({ id: 'P-000', role: 'Trainee', department: boss?.department });
    expect(fifty.people[1]).toMatchObject({ id: 'P-001', role: 'CEO', manager: null });
  });

  it('is the same again for the same seed, and another for another', () => {
    expect(company(50)).toEqual(fifty);
    expect(company(50, 'b')).not.toEqual(fifty);
  });

  it('takes a name', () => {
    expect(makeCompany(stream('a', 'company'), { size: 50, name: 'Own Name' })).toEqual({ ...fifty, name: 'Own Name' });
  });
});

describe('companies of any size', () => {
  const sizes = Array.from({ length: 191 }, (_, i) => i + 10);
  it('have as many people as asked for, with unique names and ids', () => {
    for (const size of sizes) {
      const { people, rooms } = company(size, `seed ${size}`);
      expect(people).toHaveLength(size + 1);
      expect(new Set(people.map(({ name }) => name.toLowerCase())).size).toBe(size + 1);
      expect(people.map(({ id }) => id)).toEqual(people.map((_, i) => `P-${String(i).padStart(3, '0')}`));
      expect(rooms).toHaveLength(10);
    }
  });

  it('have every manager above somebody real, with one head and no circle', () => {
    for (const size of sizes) {
      const { people } = company(size);
      const byId = new Map(people.map((one) => [one.id, one]));
      expect(people.filter(({ manager }) => manager === null).map(({ id }) => id)).toEqual(['P-001']);
      for (const start of people) {
        let [at, steps] = [start, 0];
        while (at.manager !== null && steps++ < 5) at = byId.get(at.manager) ?? at;
        expect(at.id).toBe('P-001');
      }
    }
  });

  it('are refused below ten and above two hundred', () => {
    for (const size of [0, 9, 201, 12.5, Number.NaN]) expect(() => company(size)).toThrow(RangeError);
  });

  it('have people who mostly answer at once; some are slow and some are away for a while', () => {
    const all = Array.from({ length: 20 }, (_, i) => company(100, `p${i}`).people.slice(1)).flat();
    const slow = all.filter(({ profile }) => profile.delay > 0);
    const away = all.filter(({ profile }) => profile.away.length > 0);
    expect(slow.length / all.length).toBeGreaterThan(0.12);
    expect(slow.length / all.length).toBeLessThan(0.28);
    expect(slow.every(({ profile: { delay } }) => delay >= 10 && delay <= 45)).toBe(true);
    expect(away.length / all.length).toBeGreaterThan(0.06);
    expect(away.length / all.length).toBeLessThan(0.18);
    const stretches = away.flatMap(({ profile }) => profile.away);
    expect(stretches.every(({ from, to }) => from >= 540 && from < to && to <= 1140)).toBe(true);
    expect(new Set(all.map(({ profile }) => profile.manner))).toEqual(new Set(['plain', 'brief', 'warm']));
  });
});

describe('the handbook', () => {
  it('names for each matter people who are there, and every department', () => {
    for (const size of [10, 50, 200]) {
      const here = company(size);
      const text = handbook(here);
      const people = [...text.matchAll(/(\p{Lu}[\p{L}]+ \p{Lu}[\p{L}]+), ([\w/ ]+?)(?=[;)\n])/gu)];
      expect(people.length).toBeGreaterThan(6);
      for (const [, name, role] of people) expect(here.people).toContainEqual(expect.objectContaining({ name, role }));
      const staffed = DEPARTMENTS.filter(({ name }) => here.people.slice(1).some((one) => one.department === name));
      for (const { name } of staffed) expect(text).toContain(`- ${name}: `);
      expect(text).toContain(here.name);
      expect(text).not.toMatch(/undefined|null|\n\n\n/);
    }
  });
});

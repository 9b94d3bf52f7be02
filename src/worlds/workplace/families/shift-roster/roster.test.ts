import { expect, it } from 'vitest';
import { deskFiles, requirementIn } from './desk-files.ts';
import { revised } from './revision.ts';
import { flawsIn, isFlawless, type Requirement, type Roster } from './roster.ts';
import { findRoster } from './search.ts';

const DATES = ['2026-03-09', '2026-03-10'] as const;
const member = (id: string, qualifications: readonly string[], off: readonly string[] = []) => ({
  id,
  name: `N ${id}`,
  qualifications,
  off,
});

const NEEDS = { '2026-03-09 early': 1, '2026-03-09 late': 2, '2026-03-10 early': 1, '2026-03-10 late': 1 };
const PLAIN: Requirement = {
  dates: DATES,
  shifts: [
    { name: 'early', start: 360, end: 840 },
    { name: 'late', start: 840, end: 1320 },
  ],
  needs: NEEDS,
  team: [member('P-1', ['keys']), member('P-2', ['keys']), member('P-3', []), member('P-4', ['keys'], ['2026-03-09'])],
  qualifications: ['keys'],
  restHours: 11,
  most: 2,
  before: {},
};

function roster(...days: readonly (readonly [readonly string[], readonly string[]])[]): Roster {
  return new Map(
    days.map(([early, late], i) => [
      DATES[i] ?? '',
      new Map([
        ['early', early],
        ['late', late],
      ]),
    ]),
  );
}

it('finds nothing wrong with a roster that keeps to everything', () => {
  expect(isFlawless(flawsIn(roster([['P-1'], ['P-2', 'P-3']], [['P-4'], ['P-1']]), PLAIN))).toBe(true);
});

it('sees each kind of flaw', () => {
  expect(flawsIn(roster([['P-1'], ['P-2']], [['P-4'], ['P-1']]), PLAIN).uncovered).toEqual(['2026-03-09']);
  expect(flawsIn(roster([['P-1'], ['P-1', 'P-2']], [['P-4'], ['P-2']]), PLAIN).uncovered).toEqual(['2026-03-09']);
  expect(flawsIn(roster([['P-1'], ['P-2', 'P-9']], [['P-4'], ['P-1']]), PLAIN).uncovered).toEqual(['2026-03-09']);
  expect(flawsIn(roster([['P-3'], ['P-2', 'P-1']], [['P-4'], ['P-1']]), PLAIN).unqualified).toEqual([
    '2026-03-09 early',
  ]);
  expect(flawsIn(roster([['P-1'], ['P-2', 'P-3']], [['P-2'], ['P-1']]), PLAIN).unrested).toEqual(['P-2']);
  expect(flawsIn(roster([['P-4'], ['P-2', 'P-3']], [['P-1'], ['P-2']]), PLAIN).off).toEqual(['P-4']);
  expect(flawsIn(roster([['P-1'], ['P-2', 'P-3']], [['P-1'], ['P-4']]), { ...PLAIN, most: 1 }).overworked).toEqual([
    'P-1',
  ]);
});

it('counts the rest after the Sunday before, and over midnight', () => {
  const before = { ...PLAIN, before: { 'P-1': 'late' } };
  expect(flawsIn(roster([['P-1'], ['P-2', 'P-3']], [['P-4'], ['P-1']]), before).unrested).toEqual(['P-1']);
  const shifts = [...PLAIN.shifts, { name: 'night', start: 1320, end: 360 }];
  const night = { ...PLAIN, shifts, before: { 'P-2': 'night' } };
  expect(flawsIn(roster([['P-1'], ['P-2', 'P-3']], [['P-4'], ['P-1']]), night).unrested).toEqual(['P-2']);
});

it('finds a roster where there is one, also after changes, and none where there is none', () => {
  const found = findRoster(PLAIN);
  expect(found !== null && isFlawless(flawsIn(found, PLAIN))).toBe(true);
  const ill = revised(PLAIN, [{ kind: 'absent', person: 'P-1', dates: [...DATES] }]);
  expect(findRoster(ill)).toBeNull();
  const more = revised(PLAIN, [{ kind: 'needs', date: '2026-03-10', shift: 'late', people: 2 }]);
  const again = findRoster(more);
  expect(again !== null && isFlawless(flawsIn(again, more))).toBe(true);
});

it('the files say all but the leave', () => {
  const before = { ...PLAIN, before: { 'P-1': 'late' } };
  const team = PLAIN.team.map((one) => ({ ...one, off: [] }));
  expect(requirementIn(deskFiles(before, 'Tower'))).toEqual({ ...before, team });
  expect(JSON.stringify(deskFiles(PLAIN, 'Tower'))).not.toMatch(/"off"/);
});

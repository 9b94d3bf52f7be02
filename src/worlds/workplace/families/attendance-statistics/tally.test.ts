import { expect, it } from 'vitest';
import { stream } from '../../../../core/random.ts';
import { type Level, UNITS } from './params.ts';
import { formerRules, manualText, regimeOf, rulesIn } from './rules.ts';
import { type Tally, talliesOf } from './tally.ts';

const STAFF = [
  { employee_id: 'E1', name: 'A', department: 'Finance', employment_type: 'intern', active: true },
  { employee_id: 'E2', name: 'B', department: 'Finance', employment_type: 'intern', active: false },
];

/** One person's month; February 2026 has 20 working days, of which all but those given are absent. */
function month(level: Level, lines: readonly string[], approvals: readonly object[] = []): Tally {
  const { rules } = regimeOf(level, stream('rules'));
  const records = ['employee_id,timestamp,io,source,tags', ...lines, ''].join('\n');
  const files = { staff: JSON.stringify(STAFF), records, approvals: JSON.stringify(approvals) };
  const [tally, ...others] = talliesOf(files, rules, '2026-02');
  expect(others).toEqual([]);
  if (tally === undefined) throw new Error('nobody was counted');
  return tally;
}

const day = (inAt: string, outAt: string, tags = '{}'): readonly string[] => [
  `E1,2026-02-03T${inAt},in,badge,${tags}`,
  `E1,2026-02-03T${outAt},out,badge,${tags}`,
];

it('is late only after the grace, and then from the start', () => {
  expect(month('L3', day('09:05', '18:00'))).toMatchObject({ lateDays: 0, lateMinutes: 0, absenceDays: 19 });
  expect(month('L3', day('09:06', '18:00'))).toMatchObject({ lateDays: 1, lateMinutes: 6 });
  expect(month('L1', day('09:10', '18:00'))).toMatchObject({ lateDays: 0 });
  expect(month('L2', day('09:36', '18:30'))).toMatchObject({ lateDays: 1, lateMinutes: 6 });
});

it('is early only before the grace, and then up to the end', () => {
  expect(month('L3', day('09:00', '17:55'))).toMatchObject({ earlyDays: 0, earlyMinutes: 0 });
  expect(month('L3', day('09:00', '17:54'))).toMatchObject({ earlyDays: 1, earlyMinutes: 6 });
});

it('with flexible hours goes by the window and by the time worked', () => {
  expect(month('L4', day('10:30', '20:30'))).toMatchObject({ lateDays: 0, earlyDays: 0 });
  expect(month('L4', day('10:31', '20:30'))).toMatchObject({
    lateDays: 1,
    lateMinutes: 31,
    earlyDays: 1,
    earlyMinutes: 1,
  });
  expect(month('L4', day('09:30', '19:30'))).toMatchObject({ lateDays: 0, earlyDays: 0 });
});

it('counts overtime from half an hour on', () => {
  expect(month('L3', day('09:00', '18:59')).overtimeMinutes).toBe(0);
  expect(month('L3', day('09:00', '19:00')).overtimeMinutes).toBe(30);
  expect(month('L4', day('10:00', '20:45')).overtimeMinutes).toBe(45);
});

it('takes a day with one punch as absent or not, as the rules say', () => {
  const [arrival = ''] = day('09:30', '18:00', '"{""remote"": true}"');
  expect(month('L3', [arrival])).toMatchObject({ absenceDays: 20, lateDays: 0, remoteDays: 0 });
  expect(month('L1', [arrival])).toMatchObject({ absenceDays: 19, lateDays: 1, earlyDays: 0, remoteDays: 1 });
});

it('takes the first in and the last out, within the day, and no weekend', () => {
  const noise = [
    'E1,2026-02-03T05:40,in,badge,{}',
    'E1,2026-02-03T12:10,out,badge,{}',
    'E1,2026-02-03T12:50,in,badge,{}',
  ];
  expect(month('L3', [...noise, ...day('09:20', '18:00')])).toMatchObject({
    lateDays: 1,
    lateMinutes: 20,
    earlyDays: 0,
  });
  const weekend = ['E1,2026-02-07T11:00,in,badge,{}', 'E1,2026-02-07T12:00,out,badge,{}'];
  expect(month('L3', weekend)).toMatchObject({ absenceDays: 20, lateDays: 0, earlyDays: 0 });
});

it('counts a made-up punch only where it was approved', () => {
  const lines = ['E1,2026-02-03T09:00,in,badge,{}', 'E1,2026-02-03T18:00,out,approval,{}'];
  const request = { employee_id: 'E1', timestamp: '2026-02-03T18:00', io: 'out' };
  expect(month('L3', lines, [{ ...request, status: 'approved' }]).absenceDays).toBe(19);
  expect(month('L3', lines, [{ ...request, status: 'rejected' }]).absenceDays).toBe(20);
  expect(month('L3', lines).absenceDays).toBe(20);
});

it('the manual says all that the rules say', () => {
  for (const level of ['L1', 'L2', 'L3', 'L4', 'L5'] as const) {
    const { rules, hasMakeup, special } = regimeOf(level, stream('manual', level));
    expect(special).toHaveLength(level === 'L5' ? 3 : 0);
    expect(rulesIn(manualText({ branch: 'Quarry', rules, hasMakeup, validity: '' }))).toEqual(rules);
    expect([...rules.keys()]).toEqual(UNITS);
    expect(formerRules(rules)).not.toEqual(rules);
  }
});

/**
 * The working-time rules of a branch by department, and the manual that states them. The manual is all that a trainee has: reading
 * its table gives the rules back, to the minute. It knows no records.
 */
import type { Random } from '../../../../core/random.ts';
import { clockTime, minuteOf } from '../../day-state.ts';
import type { Minute } from '../../instance.ts';
import { type Level, UNITS } from './params.ts';

export interface Rules {
  readonly start: Minute;
  readonly end: Minute;
  readonly lunch: Minute;
  readonly graceLate: Minute;
  readonly graceEarly: Minute;
  /** Minutes after the start by which one may come with flexible hours; 0 where hours are fixed. */
  readonly flexWindow: Minute;
  /** Least worked time a day with flexible hours, without lunch. */
  readonly leastWorked: Minute;
  readonly overtimeFrom: Minute;
  readonly isAbsentIfMissing: boolean;
}

export type RuleBook = ReadonlyMap<string, Rules>;

export const OVERTIME_BLOCK: Minute = 30;
/** Records before this minute of the day do not count. */
export const FIRST_RECORD: Minute = 6 * 60;

const BASE: Rules = {
  start: 9 * 60,
  end: 18 * 60,
  lunch: 60,
  graceLate: 5,
  graceEarly: 5,
  flexWindow: 0,
  leastWorked: 0,
  overtimeFrom: 18 * 60 + 30,
  isAbsentIfMissing: true,
};
const FLEXIBLE: Rules = {
  ...BASE,
  start: 10 * 60,
  end: 20 * 60,
  flexWindow: 30,
  leastWorked: 9 * 60,
  overtimeFrom: 20 * 60,
};
const BY_LEVEL: Readonly<Record<Level, Rules>> = {
  L1: { ...BASE, graceLate: 10, graceEarly: 10, isAbsentIfMissing: false },
  L2: { ...BASE, start: 9 * 60 + 30, end: 18 * 60 + 30 },
  L3: BASE,
  L4: FLEXIBLE,
  L5: BASE,
};
/** Departments with hours of their own at the highest level. */
const SPECIAL = 3;

export interface Regime {
  readonly rules: RuleBook;
  /** Whether forgotten punches can be made up by approval. */
  readonly hasMakeup: boolean;
  readonly special: readonly string[];
}

export function regimeOf(level: Level, random: Random): Regime {
  const special = level === 'L5' ? random.shuffle(UNITS).slice(0, SPECIAL) : [];
  const rules = new Map(UNITS.map((unit) => [unit, special.includes(unit) ? FLEXIBLE : BY_LEVEL[level]]));
  return { rules, hasMakeup: level !== 'L1' && level !== 'L2', special };
}

/** The same table an hour earlier and stricter: what an old manual says. */
export function formerRules(rules: RuleBook): RuleBook {
  const former = ([unit, rule]: readonly [string, Rules]): readonly [string, Rules] => [
    unit,
    { ...rule, start: rule.start - 60, end: rule.end - 60, overtimeFrom: rule.overtimeFrom - 60, graceLate: 0 },
  ];
  return new Map([...rules].map(former));
}

export interface ManualParts {
  readonly branch: string;
  readonly rules: RuleBook;
  readonly hasMakeup: boolean;
  readonly validity: string;
}

const HEADER = [
  'Department',
  'Hours',
  'Lunch (min)',
  'Grace late (min)',
  'Grace early (min)',
  'Flex window (min)',
  'Least worked (min)',
  'Overtime from',
  'Day with a missing punch',
];

export function manualText({ branch, rules, hasMakeup, validity }: ManualParts): string {
  const rows = [...rules].map(([unit, rule]) => row([unit, ...cellsOf(rule)]));
  return `# Attendance rules of the ${branch} branch

${validity}

## Hours

${[row(HEADER), row(HEADER.map(() => '---')), ...rows].join('\n')}

"Flex window" 0 means fixed hours.

## How a day is read

1. Working days are Monday to Friday; there were no holidays. Records of Saturdays and Sundays do not count for anything.
2. Only records from 06:00 to 23:59 of a day count. Of these the first "in" is the arrival and the last "out" is the departure; what lies between does not matter.
3. ${hasMakeup ? 'A forgotten punch can be made up: the record then has the source "approval". It counts like any other if approvals.json lists the request (same employee, same timestamp, same io) with the status "approved"; with any other status the record does not count.' : 'Forgotten punches cannot be made up.'}
4. Only employees whom the staff roster shows as active count, in every figure.

## What counts as what

- **Absent:** a working day without any record that counts. Where the table says "absent" for a missing punch, also a day on which the arrival or the departure is missing. An absent day is an absence and nothing else: neither late nor early, no remote day, no overtime. Where the table says "present", a day with one punch is judged by that punch alone.
- **Late:** fixed hours: arrival later than the start plus the grace (arriving at exactly start plus grace is not late). Flexible hours: arrival later than the start plus the flex window; the grace does not apply. The late minutes are counted from the start of the hours in both cases.
- **Early:** fixed hours: departure earlier than the end minus the grace (leaving at exactly end minus grace is not early); the early minutes are counted to the end of the hours. Flexible hours: departure minus arrival minus lunch is less than the least worked time; the early minutes are what is lacking.
- **Remote day:** a day that is not absent on which at least one record that counts has the tag "remote" true.
- **Overtime:** on a day with a departure, the minutes from the time in the column "Overtime from" to the departure. Fewer than ${OVERTIME_BLOCK} minutes count as none; from ${OVERTIME_BLOCK} on every minute counts.
- **Perfect attendance:** no absent, no late and no early day in the month.
`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellsOf(rule: Rules): readonly string[] {
  const { start, end, lunch, graceLate, graceEarly, flexWindow, leastWorked, overtimeFrom, isAbsentIfMissing } = rule;
  return [
    `${clockTime(start)}-${clockTime(end)}`,
    ...[lunch, graceLate, graceEarly, flexWindow, leastWorked].map(String),
    clockTime(overtimeFrom),
    isAbsentIfMissing ? 'absent' : 'present',
  ];
}

/** The table of a manual. */
export function rulesIn(manual: string): RuleBook {
  const rows = manual.split('\n').flatMap((line) => {
    const [unit = '', hours = '', ...rest] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [start, end] = hours.split('-').map(minuteOf);
    const overtimeFrom = minuteOf(rest[5] ?? '');
    if (start == null || end == null || overtimeFrom === null) return [];
    const [lunch = 0, graceLate = 0, graceEarly = 0, flexWindow = 0, leastWorked = 0] = rest.slice(0, 5).map(Number);
    const isAbsentIfMissing = rest[6] === 'absent';
    const rule: Rules = {
      ...{ start, end, lunch, graceLate, graceEarly, flexWindow, leastWorked, overtimeFrom },
      isAbsentIfMissing,
    };
    return [[unit, rule] as const];
  });
  return new Map(rows);
}

/**
 * A month of badge records of a branch: people come and go by the hours of their department, some late, some early, some not at all,
 * and the machine notes a little more than matters. All chance is the given stream's; what comes out is text.
 */
import type { Random } from '../../../../core/random.ts';
import { clockTime } from '../../day-state.ts';
import type { Minute } from '../../instance.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../name-pool.ts';
import type { Approval, BadgeFiles, Employee, Punch } from './badge-files.ts';
import { daysOf, isWorkingDay } from './month.ts';
import { UNITS } from './params.ts';
import type { Regime, Rules } from './rules.ts';

const HEADS = 10;
const HEADS_OF_SPECIAL = 12;

/** How somebody keeps hours: most as it comes; some never slip, some only once. */
type Habit = 'usual' | 'flawless' | 'one slip';

interface Drawing {
  readonly random: Random;
  readonly regime: Regime;
  readonly punches: Punch[];
  readonly approvals: Approval[];
}

export function drawMonth(random: Random, regime: Regime, month: string): BadgeFiles {
  const staff = drawStaff(random, regime.special);
  const drawing: Drawing = { random, regime, punches: [], approvals: [] };
  const habits = drawHabits(random, staff);
  const days = daysOf(month);
  const working = days.filter(isWorkingDay);
  for (const employee of staff) {
    const habit = habits.get(employee.employee_id) ?? 'usual';
    const slip = random.pick(working);
    // Who has left may still have come in the first days.
    const last = employee.active ? working.length : random.int(0, 6);
    for (const date of working.slice(0, last))
      drawDay(drawing, employee, { date, habit: slip === date ? habit : calm(habit) });
    if (random.chance(0.1)) drawWeekend(drawing, employee, random.pick(days.filter((day) => !isWorkingDay(day))));
  }
  return {
    staff: `${JSON.stringify(staff, null, 1)}\n`,
    records: recordsText(drawing.punches),
    approvals: regime.hasMakeup ? `${JSON.stringify(drawing.approvals, null, 1)}\n` : '',
  };
}

function calm(habit: Habit): Habit {
  return habit === 'usual' ? 'usual' : 'flawless';
}

function drawStaff(random: Random, special: readonly string[]): readonly Employee[] {
  const [firsts, lasts] = [random.shuffle(FIRST_NAMES), random.shuffle(LAST_NAMES)];
  const units = UNITS.flatMap((unit) =>
    Array.from({ length: special.includes(unit) ? HEADS_OF_SPECIAL : HEADS }, (_, i) => ({ unit, isFirst: i < 6 })),
  );
  return units.map(({ unit, isFirst }, i) => {
    const roll = random.number();
    const round = Math.floor(i / firsts.length);
    return {
      employee_id: `E${1001 + i}`,
      name: `${firsts[i % firsts.length]} ${lasts[(i + round * 11) % lasts.length]}`,
      department: unit,
      employment_type: roll < 0.75 ? 'full_time' : roll < 0.9 ? 'intern' : 'contract',
      active: isFirst || !random.chance(0.2),
    };
  });
}

/** One to three in each department never slip, and one slips once: rules are told from guesses by the difference. */
function drawHabits(random: Random, staff: readonly Employee[]): ReadonlyMap<string, Habit> {
  return new Map(
    UNITS.flatMap((unit) => {
      const people = random.shuffle(staff.filter(({ department, active }) => active && department === unit));
      const flawless = random.int(1, 3);
      return people
        .slice(0, flawless + 1)
        .map(({ employee_id }, i) => [employee_id, i < flawless ? 'flawless' : 'one slip'] as const);
    }),
  );
}

interface DayParts {
  readonly date: string;
  readonly habit: Habit;
}

function drawDay(drawing: Drawing, employee: Employee, { date, habit }: DayParts): void {
  const { random, regime } = drawing;
  const rules = regime.rules.get(employee.department);
  if (rules === undefined || (habit === 'usual' && random.chance(0.06))) return;
  const arrival = arrivalOf(random, rules, habit);
  const departure = departureOf(random, rules, { arrival, habit });
  const isSpecial = regime.special.includes(employee.department);
  const isRemote = random.chance(isSpecial ? 0.3 : 0.2);
  const put = (minute: Minute, io: Punch['io'], source = 'badge'): void => {
    drawing.punches.push({ employee: employee.employee_id, date, minute, io, source, isRemote });
  };
  const missing = habit !== 'usual' ? 'none' : random.chance(0.03) ? 'in' : random.chance(0.03) ? 'out' : 'none';
  if (missing !== 'in') put(arrival, 'in');
  if (missing !== 'out') put(departure, 'out');
  if (missing !== 'none' && regime.hasMakeup) {
    const minute = missing === 'in' ? arrival + 5 : departure - 5;
    const status = random.pick(['approved', 'approved', 'approved', 'rejected', 'pending']);
    put(minute, missing, 'approval');
    drawing.approvals.push({ employee_id: employee.employee_id, timestamp: stamp(date, minute), io: missing, status });
  }
  if (missing === 'none' && random.chance(0.08)) {
    const lunch = random.int(12 * 60, 12 * 60 + 40);
    put(lunch, 'out');
    put(lunch + random.int(20, 60), 'in');
  }
  // The gate is tested before the house opens.
  if (random.chance(0.01)) put(random.int(5 * 60, 5 * 60 + 59), 'in');
}

function arrivalOf(random: Random, { start, graceLate, flexWindow }: Rules, habit: Habit): Minute {
  if (habit === 'one slip') return start + Math.max(graceLate, flexWindow) + random.int(1, 2);
  const isLate = habit === 'usual' && random.chance(0.25);
  if (isLate) return start + flexWindow + clamped(normal(random, 10, 6), 1, 120);
  if (flexWindow > 0) return start + random.int(-10, flexWindow);
  return start + clamped(normal(random, 0, 2), -5, 5);
}

function departureOf(
  random: Random,
  { end, lunch, flexWindow, leastWorked, overtimeFrom }: Rules,
  { arrival, habit }: { readonly arrival: Minute; readonly habit: Habit },
): Minute {
  const due = flexWindow > 0 ? arrival + leastWorked + lunch : end;
  if (habit === 'usual' && random.chance(0.12)) return due - clamped(normal(random, 10, 8), 1, 120);
  if (random.chance(0.35)) {
    const long = Math.max(due, overtimeFrom) + clamped(normal(random, 50, 40), 5, 240);
    return Math.min(long, LAST_PUNCH);
  }
  return due + (flexWindow > 0 ? random.int(0, 10) : clamped(normal(random, 0, 3), -5, 10));
}

const LAST_PUNCH: Minute = 23 * 60 + 50;

function drawWeekend(drawing: Drawing, { employee_id: employee }: Employee, date: string): void {
  const arrival = drawing.random.int(9 * 60, 12 * 60);
  const both = { employee, date, source: 'badge', isRemote: drawing.random.chance(0.5) };
  drawing.punches.push({ ...both, minute: arrival, io: 'in' }, { ...both, minute: arrival + 150, io: 'out' });
}

/** Six uniform draws make a bell without functions that differ between machines. */
function normal(random: Random, mean: number, spread: number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += random.number();
  return mean + (sum - 3) * Math.SQRT2 * spread;
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}

function stamp(date: string, minute: Minute): string {
  return `${date}T${clockTime(minute)}`;
}

/** As the machine writes them: in the order of time. */
function recordsText(punches: readonly Punch[]): string {
  const lines = punches
    .map(({ employee, date, minute, io, source, isRemote }) => {
      const tags = isRemote ? '"{""remote"": true}"' : '{}';
      return {
        key: `${stamp(date, minute)} ${employee}`,
        line: `${employee},${stamp(date, minute)},${io},${source},${tags}`,
      };
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return ['employee_id,timestamp,io,source,tags', ...lines.map(({ line }) => line), ''].join('\n');
}

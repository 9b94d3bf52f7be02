/**
 * What each subject asks for: the sentence of the brief, the shape of the file, and the answer that tallies give. Ties are always all
 * listed, and figures are rounded by whoever reports them. It reads no files and judges nothing.
 */
import type { JsonObject } from '../../../../core/json.ts';
import { EVERYBODY, type Settled } from './params.ts';
import type { Tally } from './tally.ts';

/** A list of employees, each with what is said of them; or some figures, exact. */
export type Answer =
  | { readonly kind: 'list'; readonly employees: readonly Listed[] }
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] };

export type Listed = {
  readonly employee_id: string;
  readonly values: Readonly<Record<string, number | string>>;
};

export type Figure = {
  readonly name: string;
  readonly value: number | boolean;
  readonly isRounded: boolean;
  readonly points: number;
};

type Metric = 'late' | 'early';

export function answerOf(params: Settled, tallies: readonly Tally[]): Answer {
  const scope = scopeOf(params, tallies);
  switch (params.subject) {
    case 'late_early_employee': {
      const [extreme = 'most', metric = 'late'] = params.mode.split('_');
      const days = scope.map((one) => daysOf(one, metric as Metric));
      const bound = extreme === 'most' ? Math.max(...days) : Math.min(...days);
      return listed(
        scope.filter((one) => daysOf(one, metric as Metric) === bound).map((one) => counted(one, metric as Metric)),
      );
    }
    case 'top_percent_employees':
      return listed(topOf(scope, params).map((one) => counted(one, params.metric)));
    case 'employees_with_most_remote_days': {
      const most = Math.max(...scope.map(({ remoteDays }) => remoteDays));
      const those = scope.filter(({ remoteDays }) => remoteDays === most);
      return listed(those.map(({ employee_id }) => ({ employee_id, values: { remote_days: most } })));
    }
    case 'employees_with_perfect_attendance': {
      const those = scope.filter((one) => one.lateDays + one.earlyDays + one.absenceDays === 0);
      return listed(those.map(({ employee_id, department }) => ({ employee_id, values: { department } })));
    }
    default:
      return { kind: 'figures', figures: figuresOf(params.subject, scope) };
  }
}

export function scopeOf({ department }: Settled, tallies: readonly Tally[]): readonly Tally[] {
  return tallies.filter((one) => department === EVERYBODY || one.department === department);
}

function listed(employees: readonly Listed[]): Answer {
  return { kind: 'list', employees };
}

function daysOf(tally: Tally, metric: Metric): number {
  return metric === 'late' ? tally.lateDays : tally.earlyDays;
}

function minutesOf(tally: Tally, metric: Metric): number {
  return metric === 'late' ? tally.lateMinutes : tally.earlyMinutes;
}

function counted(tally: Tally, metric: Metric): Listed {
  const { employee_id } = tally;
  return { employee_id, values: { days: daysOf(tally, metric), minutes: minutesOf(tally, metric) } };
}

/** By days, then minutes; whoever equals the last one is in too. */
function topOf(scope: readonly Tally[], { percent, metric }: Settled): readonly Tally[] {
  const count = Math.max(1, Math.ceil((scope.length * percent) / 100));
  const ranked = scope.toSorted(
    (a, b) => daysOf(b, metric) - daysOf(a, metric) || minutesOf(b, metric) - minutesOf(a, metric),
  );
  const last = ranked[count - 1];
  return ranked.filter(
    (one, i) =>
      i < count ||
      (last !== undefined &&
        daysOf(one, metric) === daysOf(last, metric) &&
        minutesOf(one, metric) === minutesOf(last, metric)),
  );
}

function figuresOf(subject: Settled['subject'], scope: readonly Tally[]): readonly Figure[] {
  const sum = (of: (tally: Tally) => number): number => scope.reduce((total, one) => total + of(one), 0);
  const mean = (of: (tally: Tally) => number): number => sum(of) / scope.length;
  const exact = (name: string, value: number, points: number): Figure => ({ name, value, isRounded: false, points });
  const rounded = (name: string, value: number, points: number): Figure => ({ name, value, isRounded: true, points });
  const [late, early, absent] = [
    (one: Tally) => one.lateDays,
    (one: Tally) => one.earlyDays,
    (one: Tally) => one.absenceDays,
  ];
  const averages = [rounded('avg_late_days', mean(late), 2), rounded('avg_early_days', mean(early), 2)];
  switch (subject) {
    case 'attendance_statistics': {
      const days = sum((one) => one.workingDays);
      return [
        exact('employees', scope.length, 1),
        ...averages,
        rounded('avg_absence_days', mean(absent), 2),
        rounded('attendance_rate', ((days - sum(absent)) / days) * 100, 2),
      ];
    }
    case 'avg_late_early_days':
      return averages;
    case 'has_late_or_early':
      return [
        { name: 'has_late_or_early', value: sum(late) + sum(early) > 0, isRounded: false, points: 1 },
        exact('late_days', sum(late), 3),
        exact('early_days', sum(early), 3),
      ];
    case 'total_absence_days':
      return [exact('total_absence_days', sum(absent), 2)];
    default:
      return [rounded('average_overtime_hours', mean((one) => one.overtimeMinutes) / 60, 2)];
  }
}

/** As it is handed in. */
export function deliverableOf(answer: Answer): JsonObject {
  if (answer.kind === 'list') {
    return { employees: answer.employees.map(({ employee_id, values }) => ({ employee_id, ...values })) };
  }
  return Object.fromEntries(
    answer.figures.map(({ name, value, isRounded }) => [
      name,
      isRounded && typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  );
}

/** Whether guessing, or naming everybody, gets nowhere with it. */
export function isTelling(answer: Answer, people: number): boolean {
  if (answer.kind === 'list') return answer.employees.length > 0 && answer.employees.length * 3 <= people * 2;
  // Nothing that somebody would write who writes one figure everywhere.
  return answer.figures.every(({ value, isRounded }) => {
    const isBare = isRounded && typeof value === 'number' && value < 10 && Number.isInteger(value);
    return value !== 0 && value !== false && !isBare;
  });
}

export function fileNameOf({ subject, department, mode, percent, metric }: Settled): string {
  const unit = department.replaceAll(' ', '_');
  if (subject === 'late_early_employee') return `dept_${unit}_${mode}.json`;
  if (subject === 'top_percent_employees') return `dept_${unit}_top${percent}_${metric}.json`;
  return `dept_${unit}_${subject}.json`;
}

/** What is wanted, and the shape in which, with made-up values. */
export function wishOf(params: Settled): { readonly wish: string; readonly shape: string } {
  const { subject, department, mode, percent, metric } = params;
  const where = department === EVERYBODY ? 'of the whole branch' : `of the department ${department}`;
  const shape = SHAPES[subject];
  switch (subject) {
    case 'late_early_employee': {
      const [extreme = '', kind = ''] = mode.split('_');
      const wish = `Which active employees ${where} had the ${extreme === 'most' ? 'most' : 'fewest'} ${kind} days? List all who share first place (by days alone), each with their ${kind} days and the sum of their ${kind} minutes.`;
      return { wish, shape };
    }
    case 'top_percent_employees':
      return {
        wish: `Which active employees ${where} are the top ${percent} percent by ${metric} days? Rank by ${metric} days, then by the sum of ${metric} minutes, most first. Take n = ${percent} percent of the active employees in question, rounded up to a whole number, at least 1; whoever has the same days and minutes as the n-th is in too. Give each one's ${metric} days and ${metric} minutes.`,
        shape,
      };
    default:
      return { wish: WISHES[subject].replaceAll('{where}', where), shape };
  }
}

const COUNTED = '{"employees": [{"employee_id": "E9001", "days": 3, "minutes": 41}]}';
const SHAPES: Readonly<Record<Settled['subject'], string>> = {
  late_early_employee: COUNTED,
  top_percent_employees: COUNTED,
  attendance_statistics:
    '{"employees": 99, "avg_late_days": 1.23, "avg_early_days": 0.98, "avg_absence_days": 0.76, "attendance_rate": 91.25}',
  avg_late_early_days: '{"avg_late_days": 1.23, "avg_early_days": 0.98}',
  has_late_or_early: '{"has_late_or_early": true, "late_days": 99, "early_days": 98}',
  total_absence_days: '{"total_absence_days": 99}',
  average_overtime_hours: '{"average_overtime_hours": 99.25}',
  employees_with_most_remote_days: '{"employees": [{"employee_id": "E9001", "remote_days": 3}]}',
  employees_with_perfect_attendance: '{"employees": [{"employee_id": "E9001", "department": "Purchasing"}]}',
};
const ROUNDED = 'Figures that are not whole are rounded to 2 decimals at the very end.';
const WISHES: Readonly<Record<Exclude<Settled['subject'], 'late_early_employee' | 'top_percent_employees'>, string>> = {
  attendance_statistics: `Some statistics {where}: the number of active employees, the average late, early and absent days per active employee, and the attendance rate in percent (person-days that are not absent, of all person-days). ${ROUNDED}`,
  avg_late_early_days: `How many late days and how many early days did an active employee {where} have on average? ${ROUNDED}`,
  has_late_or_early:
    'Did any active employee {where} come late or leave early at all? Give also how many late days and how many early days there were altogether, added over all of them (a day that is both counts in both).',
  total_absence_days: 'How many absent days did the active employees {where} have altogether?',
  average_overtime_hours: `How many hours of overtime did an active employee {where} have in the month on average (the sum of all overtime divided by the number of active employees, also those without any)? ${ROUNDED}`,
  employees_with_most_remote_days:
    'Which active employees {where} had the most remote days? List all who share first place, each with the number.',
  employees_with_perfect_attendance:
    'Which active employees {where} had perfect attendance? List all of them, each with their department.',
};

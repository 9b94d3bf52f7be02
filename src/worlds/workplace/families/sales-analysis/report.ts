/**
 * What each subject asks for: the sentence of the brief, the shape of the file, and the answer that the totals give. A report is lists
 * of people by department, figures by name, or both. It reads no files and judges nothing.
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Settled } from './params.ts';
import { extremes, movers, sumOf, type Total } from './totals.ts';

/** By department, of the quarter in question and of the one before. */
export interface Sales {
  readonly now: ReadonlyMap<string, readonly Total[]>;
  readonly before: ReadonlyMap<string, readonly Total[]>;
}

/** `path` is where it stands in the file; an empty one is the whole file. Money is in cents. */
export type Answer = {
  readonly lists: readonly { readonly path: readonly string[]; readonly people: readonly Total[] }[];
  readonly names: readonly { readonly path: readonly string[]; readonly ids: readonly string[] }[];
  readonly figures: readonly Figure[];
};

export type Figure = {
  readonly path: readonly string[];
  readonly value: number;
  readonly unit: 'cents' | 'count';
  readonly points: number;
  /** Whether it counts only where everything else is right: what can be guessed easily. */
  readonly isLast: boolean;
};

const NOTHING: Answer = { lists: [], names: [], figures: [] };

export function answerOf(params: Settled, { now, before }: Sales): Answer {
  const { subject, departments, mode, n, direction } = params;
  const of = (unit: string, when = now): readonly Total[] => when.get(unit) ?? [];
  const all = departments.flatMap((unit) => of(unit)).toSorted((a, b) => b.cents - a.cents);
  const perUnit = (count: number, end: Settled['mode']): Answer => ({
    ...NOTHING,
    lists: departments.map((unit) => ({ path: [unit], people: extremes(of(unit), end, count) })),
  });
  const whole = (people: readonly Total[]): Answer => ({ ...NOTHING, lists: [{ path: [], people }] });
  switch (subject) {
    case 'top_sales_employee':
      return whole(extremes(all, 'top', 1));
    case 'cross_depts_extreme_employee':
      return whole(extremes(all, mode, 1));
    case 'cross_depts_top_n':
      return whole(extremes(all, 'top', n));
    case 'per_dept_extreme_employee':
      return perUnit(1, mode);
    case 'per_dept_top_n':
      return perUnit(n, 'top');
    case 'sales_statistics':
      return { ...NOTHING, figures: statistics(all) };
    case 'per_dept_avg_sales':
      return { ...NOTHING, figures: departments.map((unit) => money([unit], sumOf(of(unit)) / of(unit).length)) };
    case 'dept_person_qoq_count': {
      const ids = departments.flatMap((unit) => movers(of(unit, before), of(unit), direction));
      return { ...NOTHING, names: [{ path: ['employee_ids'], ids }], figures: [count(['count'], ids.length, true)] };
    }
    case 'all_depts_qoq_count':
      return { ...NOTHING, figures: unitGrowth(params, { now, before }) };
  }
}

function statistics(all: readonly Total[]): readonly Figure[] {
  return [
    count(['employees'], all.length, false),
    money(['total_sales'], sumOf(all)),
    money(['avg_sales_per_person'], sumOf(all) / all.length),
  ];
}

function unitGrowth({ departments, direction }: Settled, { now, before }: Sales): readonly Figure[] {
  const sums = departments.map((unit) => ({
    unit,
    previous: sumOf(before.get(unit) ?? []),
    current: sumOf(now.get(unit) ?? []),
  }));
  const moved = sums.filter(({ previous, current }) => (direction === 'up' ? current > previous : current < previous));
  return [
    ...sums.flatMap(({ unit, previous, current }) => [
      money(['totals', unit, 'previous'], previous),
      money(['totals', unit, 'current'], current),
    ]),
    count(['count'], moved.length, true),
  ];
}

function money(path: readonly string[], value: number): Figure {
  return { path, value, unit: 'cents', points: 3, isLast: false };
}

function count(path: readonly string[], value: number, isLast: boolean): Figure {
  return { path, value, unit: 'count', points: 1, isLast };
}

/** As it is handed in. */
export function deliverableOf({ departments, subject }: Settled, { lists, names, figures }: Answer): JsonObject {
  const file: Record<string, JsonObject[string]> = {};
  if (subject === 'sales_statistics') file.department = departments[0] ?? '';
  for (const { path, people } of lists) {
    file[path[0] ?? 'employees'] = people.map(({ cents, ...person }) => ({ ...person, total_sales: cents / 100 }));
  }
  for (const { path, ids } of names) file[path[0] ?? ''] = [...ids];
  for (const { path, value, unit } of figures) {
    const shown = unit === 'cents' ? Math.round(value) / 100 : value;
    const [first = '', second, third] = path;
    if (second === undefined || third === undefined) file[first] = shown;
    else {
      const totals = (file[first] ?? {}) as JsonObject;
      file[first] = { ...totals, [second]: { ...(totals[second] as JsonObject | undefined), [third]: shown } };
    }
  }
  return file;
}

/** Whether naming everybody, or nobody, gets nowhere with it. */
export function isTelling({ lists, names, figures }: Answer, { now }: Sales): boolean {
  const people = [...now.values()].reduce((sum, totals) => sum + totals.length, 0);
  const fits = (count: number, among: number): boolean => count > 0 && count * 2 <= among;
  return (
    lists.every(({ path, people: those }) =>
      fits(those.length, path.length === 0 ? people : (now.get(path[0] ?? '')?.length ?? 0)),
    ) &&
    names.every(({ ids }) => ids.length > 1 && ids.length < people - 1) &&
    figures.every(({ value, unit }) => unit === 'count' || value > 0)
  );
}

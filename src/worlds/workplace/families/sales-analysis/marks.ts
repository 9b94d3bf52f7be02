/** Judges a sales report: the right people and nobody else, their totals, and the figures, each by itself. Money to the cent. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import type { Answer, Figure } from './report.ts';

const path = z.array(z.string());
const truthSchema = z.object({
  output: z.string(),
  clues: z.array(z.string()),
  answer: z.object({
    lists: z.array(
      z.object({
        path,
        people: z.array(
          z.object({ employee_id: z.string(), name: z.string(), department: z.string(), cents: z.number() }),
        ),
      }),
    ),
    names: z.array(z.object({ path, ids: z.array(z.string()) })),
    figures: z.array(
      z.object({
        path,
        value: z.number(),
        unit: z.enum(['cents', 'count']),
        points: z.int(),
        isLast: z.boolean(),
      }),
    ),
  }),
});

type Mark = Omit<Point, 'kind' | 'clues'>;

export function judge(truth: JsonObject, { files }: DayView): readonly Point[] {
  const { output, clues, answer } = truthSchema.parse(truth);
  const found = parseJson(files.get(output) ?? '');
  const first = [
    ...answer.lists.flatMap((list) => listMarks(list, found)),
    ...answer.names.map((list) => namesMark(list, found)),
    ...answer.figures.filter(({ isLast }) => !isLast).map((figure) => figureMark(figure, found)),
  ];
  const isAllRight = first.every(({ passed }) => passed);
  const last = answer.figures
    .filter(({ isLast }) => isLast)
    .map((figure) => figureMark(figure, isAllRight ? found : undefined));
  return [...first, ...last].map((mark) => ({ ...mark, kind: 'earn', clues }));
}

/** Half a cent for averages, and what floating numbers add. */
const ROUNDING = 0.005 + 1e-6;

function figureMark({ path: at, value, unit, points }: Figure, found: Json | undefined): Mark {
  const given = numberIn(at.reduce<Json | undefined>((part, key) => (isObject(part) ? part[key] : undefined), found));
  const expected = unit === 'cents' ? value / 100 : value;
  const passed = given !== null && Math.abs(given - expected) <= (unit === 'cents' ? ROUNDING : 0);
  return {
    name: at.join('.'),
    points,
    passed,
    hint: `The figure ${at.join('.')} is not right: count the orders as the sales handbook says.`,
    detail: passed ? '' : `expected ${expected}, found ${given ?? 'nothing'}`,
  };
}

function namesMark({ path: [key = ''], ids }: Answer['names'][number], found: Json | undefined): Mark {
  const given = isObject(found) && Array.isArray(found[key]) ? found[key].map(idIn) : [];
  const passed = isSameSet(given, ids);
  return {
    name: `the right people in ${key}`,
    points: 4,
    passed,
    hint: 'Compare both quarters person by person, by the words of the sales handbook.',
    detail: passed ? '' : `expected ${ids.join(', ')}`,
  };
}

function listMarks({ path: [key], people }: Answer['lists'][number], found: Json | undefined): readonly Mark[] {
  const given = peopleIn(found, key);
  const wanted = new Map(people.map((one) => [one.employee_id, one]));
  const passed = isSameSet(
    given.map(({ employee_id }) => idIn(employee_id)),
    [...wanted.keys()],
  );
  const each = (fits: (one: JsonObject, right: Answer['lists'][number]['people'][number]) => boolean): boolean =>
    passed &&
    given.every((one) => {
      const right = wanted.get(idIn(one.employee_id));
      return right !== undefined && fits(one, right);
    });
  const where = key === undefined ? '' : ` in ${key}`;
  return [
    {
      name: `the right people${where}`,
      points: 2,
      passed,
      hint: 'List everybody who belongs on the list, ties included, and nobody else.',
      detail: passed ? '' : `expected ${[...wanted.keys()].join(', ')}, found ${given.length}`,
    },
    {
      name: `their total sales${where}`,
      points: 2,
      passed: each((one, { cents }) => Math.abs((numberIn(one.total_sales) ?? Number.NaN) - cents / 100) <= ROUNDING),
      hint: 'The total sales are not right: count the orders as the sales handbook says.',
      detail: '',
    },
    {
      name: `their names and departments${where}`,
      points: 1,
      passed: each((one, { name, department }) => one.name === name && one.department === department),
      hint: 'Give each name and department as in the order files.',
      detail: '',
    },
  ];
}

/** Under the department, or under "employees", or the whole file. */
function peopleIn(found: Json | undefined, key: string | undefined): readonly JsonObject[] {
  const list = isObject(found) ? found[key ?? 'employees'] : key === undefined ? found : undefined;
  return Array.isArray(list) ? list.map((one: Json) => (isObject(one) ? one : { employee_id: one })) : [];
}

function idIn(given: Json | undefined): string {
  return typeof given === 'string' ? given.trim().toLowerCase() : '';
}

function isSameSet(given: readonly string[], wanted: readonly string[]): boolean {
  return (
    given.length === wanted.length && new Set(given).size === given.length && given.every((id) => wanted.includes(id))
  );
}

/** A number, also in quotes. */
function numberIn(given: Json | undefined): number | null {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : null;
}

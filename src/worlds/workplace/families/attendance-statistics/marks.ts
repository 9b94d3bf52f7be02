/** Judges a report against the answer: which employees (none missing, none too many) and what is said of them, or the figures. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import type { Answer, Figure, Listed } from './report.ts';

const truthSchema = z.object({
  output: z.string(),
  clues: z.array(z.string()),
  answer: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('list'),
      employees: z.array(
        z.object({ employee_id: z.string(), values: z.record(z.string(), z.union([z.number(), z.string()])) }),
      ),
    }),
    z.object({
      kind: z.literal('figures'),
      figures: z.array(
        z.object({
          name: z.string(),
          value: z.union([z.number(), z.boolean()]),
          isRounded: z.boolean(),
          points: z.int(),
        }),
      ),
    }),
  ]),
});

/** Two decimals may be off by half of the last one, and by what floating numbers add. */
const ROUNDING = 0.005 + 1e-6;

export function judge(truth: JsonObject, { files }: DayView): readonly Point[] {
  const { output, clues, answer } = truthSchema.parse(truth);
  const found = parseJson(files.get(output) ?? '');
  const points =
    answer.kind === 'list' ? listPoints(answer, found) : answer.figures.map((one) => figurePoint(one, found));
  return points.map((point) => ({ ...point, kind: 'earn', clues }));
}

type Mark = Omit<Point, 'kind' | 'clues'>;

function figurePoint({ name, value, isRounded, points }: Figure, found: Json | undefined): Mark {
  const given = isObject(found) ? found[name] : undefined;
  const number = numberIn(given);
  const passed =
    typeof value === 'boolean'
      ? given === value
      : number !== null && Math.abs(number - value) <= (isRounded ? ROUNDING : 1e-9);
  return {
    name,
    points,
    passed,
    hint: `The figure ${name} is not right: apply the written rules of the department to every working day.`,
    detail: passed ? '' : `expected ${String(value)}, found ${JSON.stringify(given ?? 'nothing')}`,
  };
}

function listPoints({ employees }: Extract<Answer, { kind: 'list' }>, found: Json | undefined): readonly Mark[] {
  const given = employeesIn(found);
  const wanted = new Map(employees.map((one) => [one.employee_id, one]));
  const named = given.map(({ employee_id }) => idOf(employee_id));
  const hits = new Set(named.filter((id) => wanted.has(id)));
  const all = new Set([...named, ...wanted.keys()]);
  const isExact = named.length === wanted.size && hits.size === wanted.size;
  const keys = Object.keys(employees[0]?.values ?? {});
  return [
    {
      name: 'nearly the right employees',
      points: 1,
      passed: hits.size >= NEARLY * all.size && named.length === new Set(named).size,
      hint: 'Most of the employees in the list are not the right ones.',
      detail: `${hits.size} of ${wanted.size} found, ${named.length} listed`,
    },
    {
      name: 'exactly the right employees',
      points: 3,
      passed: isExact,
      hint: 'List every employee whom the rules give, and nobody else.',
      detail: isExact ? '' : `expected ${[...wanted.keys()].join(', ')}`,
    },
    ...keys.map((key): Mark => {
      const wrong = given.filter((one) => !isSame(one[key], wanted.get(idOf(one.employee_id))?.values[key]));
      return {
        name: `${key} of each employee`,
        points: 2,
        passed: isExact && wrong.length === 0,
        hint: `What the list says as ${key} is not right for everybody.`,
        detail: isExact ? `${wrong.length} wrong` : 'the employees are not the right ones',
      };
    }),
  ];
}

const NEARLY = 0.75;

function employeesIn(found: Json | undefined): readonly JsonObject[] {
  const list = isObject(found) ? found.employees : found;
  return Array.isArray(list) ? list.map((one: Json) => (isObject(one) ? one : { employee_id: one })) : [];
}

function idOf(given: Json | undefined): string {
  return typeof given === 'string' ? given.trim().toUpperCase() : '';
}

function isSame(given: Json | undefined, wanted: Listed['values'][string] | undefined): boolean {
  return typeof wanted === 'number' ? numberIn(given) === wanted : wanted !== undefined && given === wanted;
}

/** A number, also in quotes. */
function numberIn(given: Json | undefined): number | null {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : null;
}

/** Judges a meeting: on time, and the list that was asked for there. A list with what does not belong in it earns nothing by rows. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import { KINDS } from './params.ts';

const truthSchema = z.object({
  meeting: z.string(),
  start: z.number(),
  output: z.string(),
  kind: z.enum(KINDS),
  rows: z.array(z.object({ name: z.string(), item: z.string(), quantity: z.number(), price: z.number() })),
  refused: z.array(z.object({ name: z.string(), item: z.string() })),
});
type Truth = z.output<typeof truthSchema>;

const LEEWAY = 5;
/** Enough that being there without working is not worth a fifth. */
const LIST_POINTS = 4;

export function judge(truth: JsonObject, view: DayView): readonly Point[] {
  const read = truthSchema.parse(truth);
  const came = view.attended.find(({ meeting }) => meeting === read.meeting);
  const isOnTime = came !== undefined && Math.abs(came.arrived - read.start) <= LEEWAY;
  const onTime: Point = {
    name: 'there on time',
    points: 1,
    passed: isOnTime,
    kind: 'earn',
    hint: 'Be at the meeting within five minutes of its beginning.',
    detail:
      came === undefined ? 'did not come' : isOnTime ? '' : `${came.arrived - read.start} minutes after the beginning`,
    clues: [],
  };
  return read.kind === 'none' ? [onTime] : [onTime, ...listPoints(read, view.files.get(read.output) ?? '')];
}

function listPoints(truth: Truth, content: string): readonly Point[] {
  const isSummed = truth.kind === 'sum' || truth.kind === 'check_sum';
  const isChecked = truth.kind === 'check' || truth.kind === 'check_sum';
  const clues = ['meeting', ...(isChecked ? ['rules'] : [])];
  const given = parseJson(content);
  const list = isObject(given) && Array.isArray(given.requirement) ? given.requirement.filter(isRow) : [];
  const length = isObject(given) && Array.isArray(given.requirement) ? given.requirement.length : 0;
  const keys = list.map(keyOf);
  const isFree = !truth.refused.some((one) => keys.includes(keyOf(one))) && length <= truth.rows.length + 1;
  const isRight = (row: Truth['rows'][number]): boolean =>
    list.filter((one) => isSame(one, row, isSummed)).length === 1;
  const right = truth.rows.filter(isRight);
  const amount = truth.rows.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const earn = { kind: 'earn' as const, clues };
  return [
    ...truth.rows.map((row) => ({
      ...earn,
      name: `${row.name}: ${row.item}`,
      points: 1,
      passed: isFree && isRight(row),
      hint: 'Write down each wish as it stood at the end of the meeting, and none that does not belong there.',
      detail: `expected ${row.quantity} at ${row.price}`,
    })),
    {
      ...earn,
      name: 'exactly the wishes that belong there',
      points: LIST_POINTS,
      passed: isFree && right.length === truth.rows.length && length === right.length,
      hint: isChecked ? 'Hold each wish against the rules of procurement.' : 'Leave out what was withdrawn.',
      detail: `expected ${truth.rows.length} entries, found ${length}`,
    },
    ...(isSummed
      ? [
          {
            ...earn,
            name: 'the statistics',
            points: 1,
            passed: isObject(given) && hasFigures(given.statistics, { requests: truth.rows.length, amount }),
            hint: 'Count the entries that are listed and add up their totals.',
            detail: `expected ${truth.rows.length} and ${amount}`,
          },
        ]
      : []),
  ];
}

function isRow(value: Json): value is JsonObject {
  return isObject(value);
}

function keyOf({ name, item }: JsonObject): string {
  return `${plain(name)}\n${plain(item)}`;
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim().toLowerCase().replace(/\s+/g, ' ') : '';
}

function isSame(given: JsonObject, row: Truth['rows'][number], isSummed: boolean): boolean {
  const { quantity, price } = row;
  return (
    keyOf(given) === keyOf(row) &&
    hasFigures(given, { quantity, unit_price: price, ...(isSummed ? { total: quantity * price } : {}) })
  );
}

/** Whole numbers: no tolerance is needed. A figure written as text is one too. */
function hasFigures(given: Json | undefined, expected: Readonly<Record<string, number>>): boolean {
  if (!isObject(given)) return false;
  return Object.entries(expected).every(([key, figure]) => {
    const value = given[key];
    return value === figure || (typeof value === 'string' && value.trim() !== '' && Number(value) === figure);
  });
}

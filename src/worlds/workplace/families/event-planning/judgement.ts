/** Judges a trip by what was handed in: dates, figures, and for the best plan whether it is one of the best. Pure and total. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import { clockTime, minuteOf } from '../../day-state.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import { guideSchema, THIRDS } from './guide.ts';
import { METRICS, type Metric, planSchema } from './request.ts';
import { rounded4, type Trip, tripsOf, tripWith } from './trip.ts';

const truthSchema = z.object({
  kind: z.enum(['A', 'B', 'C']),
  output: z.string(),
  metrics: z.array(z.enum(METRICS)),
  plan: planSchema.nullable(),
  limit: z.string().nullable(),
  common: z.array(z.string()),
  third: z.enum(THIRDS),
  guide: guideSchema,
  facts: z.array(z.string()),
});
type Truth = z.output<typeof truthSchema>;

/** Sums are exact; this is for the noise of floating point. A score may be off by one in its last decimal. */
const TOLERANCE: Readonly<Record<Metric, number>> = {
  total_interest: 0.005,
  total_cost: 0.005,
  total_distance_km: 0.005,
  overall_score: 0.000_100_1,
};

const FILES = ['guidelines', 'locations', 'restaurants', 'roads'];

export function judgeTrip(given: JsonObject, { files }: DayView): readonly Point[] {
  const truth = truthSchema.parse(given);
  const found = parseJson(files.get(truth.output) ?? '');
  const answer = isObject(found) ? found : {};
  const trips = tripsOf(truth.guide, truth.third);
  const own = chosenIn(truth, answer, trips);
  return [
    ...datePoints(truth, answer),
    ...(truth.kind === 'C' ? bestPoints(truth, answer, { trips, own }) : figurePoints(truth, answer, own)),
    ...(truth.limit === null ? [] : [endPoint(truth, answer, own)]),
  ];
}

/** The plan whose figures count: the given one, or the one that was handed in, where the rules allow it. */
function chosenIn({ plan }: Truth, answer: JsonObject, trips: readonly Trip[]): Trip | undefined {
  if (plan !== null) return tripWith(trips, plan);
  const read = planSchema.safeParse(answer.plan);
  return read.success ? tripWith(trips, read.data) : undefined;
}

function datePoints({ common, facts }: Truth, { common_dates, event_date }: JsonObject): readonly Point[] {
  const listed = Array.isArray(common_dates) ? common_dates.map(String).toSorted() : [];
  return [
    {
      name: 'days on which everybody can come',
      points: 2,
      passed: listed.length === common.length && common.every((date, i) => date === listed[i]),
      kind: 'earn',
      hint: 'Ask everybody of the department when they can come, and take the days that all of them have.',
      detail: `expected ${common.join(', ')}; found ${shown(common_dates)}`,
      clues: facts,
    },
    {
      name: 'date of the trip',
      points: 1,
      passed: typeof event_date === 'string' && common.includes(event_date),
      kind: 'earn',
      hint: 'The date must suit everybody who comes along.',
      detail: `expected one of ${common.join(', ')}; found ${shown(event_date)}`,
      clues: facts,
    },
  ];
}

function figurePoints({ kind, metrics, facts }: Truth, answer: JsonObject, own: Trip | undefined): readonly Point[] {
  return metrics.map((metric) => ({
    name: metric,
    points: 3,
    passed: own !== undefined && isClose(answer[metric], metric, own),
    kind: 'earn',
    hint:
      kind === 'B' && own === undefined
        ? 'A plan names two different places and a restaurant, as they stand in the data.'
        : 'Work out each figure as the guidelines define it, with the prices of the date.',
    detail:
      own === undefined ? 'the plan is none' : `expected ${figureOf(own, metric)}; found ${shown(answer[metric])}`,
    clues: cluesFor(metric, facts),
  }));
}

interface Choice {
  readonly trips: readonly Trip[];
  readonly own: Trip | undefined;
}

/** A lucky plan without its figure earns nothing: naming three places is no work. */
function bestPoints({ metrics, facts }: Truth, answer: JsonObject, { trips, own }: Choice): readonly Point[] {
  const [metric = 'overall_score'] = metrics;
  const values = trips.map((trip) => figureOf(trip, metric));
  const isLess = metric === 'total_cost' || metric === 'total_distance_km';
  const best = isLess ? Math.min(...values) : Math.max(...values);
  const isRight = isNear(answer[metric], best, metric);
  const isBest = own !== undefined && Math.abs(figureOf(own, metric) - best) <= TOLERANCE[metric];
  const hint = 'Compare all plans that are possible, with the prices of the date.';
  const clues = cluesFor(metric, facts);
  return [
    {
      name: `best ${metric}`,
      points: 2,
      passed: isRight,
      kind: 'earn',
      hint,
      detail: `expected ${best}; found ${shown(answer[metric])}`,
      clues,
    },
    {
      name: `a plan with the best ${metric}`,
      points: 4,
      passed: isRight && isBest,
      kind: 'earn',
      hint,
      detail: own === undefined ? 'the plan is none' : `it has ${figureOf(own, metric)}, the best is ${best}`,
      clues,
    },
  ];
}

function endPoint({ limit }: Truth, { end_time, can_complete_on_time }: JsonObject, own: Trip | undefined): Point {
  const end = own === undefined ? '' : clockTime(own.end);
  const isInTime = own !== undefined && own.end <= (minuteOf(limit ?? '') ?? 0);
  return {
    name: 'end of the trip, and whether that is in time',
    points: 3,
    passed: own !== undefined && end_time === end && can_complete_on_time === isInTime,
    kind: 'earn',
    hint: 'Add up stays and legs; the minutes of each leg are rounded up.',
    detail: `expected ${end}, ${isInTime}; found ${shown(end_time)}, ${shown(can_complete_on_time)}`,
    clues: ['guidelines', 'roads'],
  };
}

function figureOf(trip: Trip, metric: Metric): number {
  switch (metric) {
    case 'total_interest':
      return trip.interest;
    case 'total_cost':
      return trip.cost;
    case 'total_distance_km':
      return trip.distance;
    case 'overall_score':
      return rounded4(trip.overall);
  }
}

function isClose(value: Json | undefined, metric: Metric, trip: Trip): boolean {
  return isNear(value, figureOf(trip, metric), metric);
}

function isNear(value: Json | undefined, expected: number, metric: Metric): boolean {
  return typeof value === 'number' && Math.abs(value - expected) <= TOLERANCE[metric];
}

/** Prices depend on the date, and the score on everything. */
function cluesFor(metric: Metric, facts: readonly string[]): readonly string[] {
  switch (metric) {
    case 'total_interest':
      return ['locations', 'restaurants'];
    case 'total_cost':
      return ['guidelines', 'locations', 'restaurants', ...facts];
    case 'total_distance_km':
      return ['guidelines', 'roads'];
    case 'overall_score':
      return [...FILES, ...facts];
  }
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}

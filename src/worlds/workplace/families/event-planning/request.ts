/** What a trip assignment asks for, as data: what the brief says, and the words of the brief itself. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';
import { ENDS, type Level, type Params } from './params.ts';

export const METRICS = ['total_interest', 'total_cost', 'total_distance_km', 'overall_score'] as const;
export type Metric = (typeof METRICS)[number];

export const planSchema = z.object({ morning: z.string(), lunch: z.string(), afternoon: z.string() });

export const askedSchema = z.object({
  kind: z.enum(['A', 'B', 'C']),
  code: z.string(),
  department: z.string(),
  month: z.string(),
  guidelines: z.string(),
  locations: z.string(),
  restaurants: z.string(),
  roads: z.string(),
  output: z.string(),
  metrics: z.array(z.enum(METRICS)),
  /** Given in A. */
  plan: planSchema.nullable(),
  /** `18:00`, where the end is asked for. */
  limit: z.string().nullable(),
});
export type Asked = z.output<typeof askedSchema>;

/** What is to be reported at a level. For C it is the one figure that is to be the best. */
export function metricsFor(level: Level, random: Random): readonly Metric[] {
  const [kind, step] = [level[0], Number(level[1])];
  if (kind === 'C') return METRICS.slice(step - 1, step);
  if (step > 2) return METRICS;
  const count = step === 1 ? random.int(1, 2) : random.int(2, 3);
  const drawn = random.shuffle(METRICS.slice(0, 3)).slice(0, count);
  return METRICS.filter((metric) => drawn.includes(metric));
}

export function limitFor({ level, end }: Params, random: Random): string | null {
  return level === 'A4' || level === 'B4' ? (end ?? random.pick(ENDS)) : null;
}

const BEST: Readonly<Record<Metric, string>> = {
  total_interest: 'the highest total interest',
  total_cost: 'the lowest total cost a person',
  total_distance_km: 'the shortest total distance',
  overall_score: 'the highest overall score (rounded to 4 decimals)',
};

/** Examples that no trip can have: copying them earns nothing. */
const FIELDS: Readonly<Record<Metric, { readonly words: string; readonly example: number }>> = {
  total_interest: { words: 'sum of the three interest scores, one decimal', example: 99.9 },
  total_cost: { words: 'cost a person in EUR, a whole number', example: 9999 },
  total_distance_km: { words: 'length of the four legs in km, one decimal', example: 999.9 },
  overall_score: { words: 'as the guidelines define it, rounded to 4 decimals', example: 9.9999 },
};

export function briefOf(asked: Asked): string {
  const { code, department, month, guidelines, output } = asked;
  return [
    `The department ${department} goes on a day trip in ${month} (trip ${code}). ${taskIn(asked)}`,
    `Everybody of the department comes along; you do not. Only they themselves know on which days of ${month} they can come, so ask each of them about the trip ${code}. Any day of the week will do.`,
    `The rules are in ${guidelines}. Data: ${asked.locations}, ${asked.restaurants} and ${asked.roads}; the road map also hangs beside them as a picture.`,
    `Hand in workspace/${output}, a JSON object with these fields:`,
    `- "common_dates": all dates on which everybody can come, written YYYY-MM-DD`,
    `- "event_date": the one of them that you choose; any of them is fine`,
    ...(asked.kind === 'A' ? [] : ['- "plan": the names of the three stops, as they stand in the data']),
    ...asked.metrics.map((metric) => `- "${metric}": ${FIELDS[metric].words}`),
    ...(asked.limit === null
      ? []
      : [
          '- "end_time": when everybody is back at the company, HH:MM',
          `- "can_complete_on_time": true if that is at ${asked.limit} or before, else false`,
        ]),
    `Prices are those of the date you choose. For the shape only: ${JSON.stringify(exampleOf(asked))}`,
  ].join('\n');
}

function taskIn({ kind, plan, metrics }: Asked): string {
  const [objective = 'overall_score'] = metrics;
  if (kind === 'C') return `Find the plan with ${BEST[objective]}; where several are equally good, any of them counts.`;
  if (kind === 'B' || plan === null)
    return 'Propose a plan of your own that follows the rules, and work out its figures.';
  return `The plan stands: ${plan.morning} in the morning, lunch at ${plan.lunch}, ${plan.afternoon} in the afternoon. Find the date and work out the figures.`;
}

function exampleOf({ kind, metrics, limit }: Asked): Readonly<Record<string, unknown>> {
  return {
    common_dates: ['2031-05-17'],
    event_date: '2031-05-17',
    ...(kind === 'A' ? {} : { plan: { morning: 'Old Pier', lunch: 'Blue Spoon', afternoon: 'Salt Cave' } }),
    ...Object.fromEntries(metrics.map((metric) => [metric, FIELDS[metric].example])),
    ...(limit === null ? {} : { end_time: '16:57', can_complete_on_time: true }),
  };
}

export const GUIDELINES = `# Planning a day trip

A trip is one day with two places and a lunch between them: **morning**, **lunch**, **afternoon**. The place of the afternoon is
another one than that of the morning.

## The date
Ask everybody who comes along on which days they can come. The date is one of the days on which all of them can.

## Times
- Everybody leaves the company at 09:00 and comes back to it at the end.
- Each of the two places takes 120 minutes, lunch takes 90 minutes.
- The bus drives 30 km/h. The minutes of each of the four legs (company, morning, lunch, afternoon, company) are rounded up to whole
  minutes.

## Figures
- **Total interest**: the sum of the interest scores of the three stops.
- **Total cost** a person: two tickets and the price of the lunch, in EUR. Where a ticket has three prices, \`early\` holds on days 1
  to 10 of a month, \`mid\` on days 11 to 20, \`late\` from day 21 on.
- **Total distance**: the four legs. Each leg follows the roads of the road map, and only those; there is one way between any two
  places, and its length is the sum of its roads.
- **Overall score**: 0.4 x I + 0.4 x (1 - C) + 0.2 x (1 - D). I, C and D are interest, cost and distance of the plan, each scaled to
  0..1 by (value - least) / (most - least) over **all** possible plans: every ordered pair of different places with every restaurant,
  at the prices of the chosen date. Where least and most are equal, take 0. Round only the score itself, to 4 decimals.
`;

/** Plans a trip with tools alone: asks everybody in small groups, reads the data, works out all plans, and hands one in. */
import { z } from 'zod';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { Worker } from '../../worker.ts';
import { datesIn, shared } from './availability.ts';
import { locationsSchema, restaurantsSchema, roadsSchema, thirdOf } from './guide.ts';
import { type Asked, askedSchema, type Metric } from './request.ts';
import { rounded4, type Trip, tripsOf, tripWith } from './trip.ts';

export async function solveTrip(given: JsonObject, worker: Worker): Promise<void> {
  const asked = askedSchema.parse(given);
  const common = await commonDates(asked, worker);
  const [date = ''] = common;
  await worker.read(asked.guidelines);
  const guide = {
    ...locationsSchema.parse(JSON.parse(await worker.read(asked.locations))),
    ...restaurantsSchema.parse(JSON.parse(await worker.read(asked.restaurants))),
    ...roadsSchema.parse(JSON.parse(await worker.read(asked.roads))),
  };
  const trips = tripsOf(guide, thirdOf(Number(date.slice(8))));
  const trip = chosen(asked, trips);
  if (trip === undefined) return;
  await worker.writeJson(asked.output, {
    common_dates: common,
    event_date: date,
    ...(asked.kind === 'A' ? {} : { plan: { ...trip.plan } }),
    ...Object.fromEntries(asked.metrics.map((metric) => [metric, FIGURES[metric](trip)])),
    ...(asked.limit === null ? {} : endOf(trip, asked.limit)),
  });
}

const FIGURES: Readonly<Record<Metric, (trip: Trip) => number>> = {
  total_interest: ({ interest }) => interest,
  total_cost: ({ cost }) => cost,
  total_distance_km: ({ distance }) => distance,
  overall_score: ({ overall }) => rounded4(overall),
};

function chosen({ kind, plan, metrics }: Asked, trips: readonly Trip[]): Trip | undefined {
  if (plan !== null) return tripWith(trips, plan);
  if (kind === 'B') return trips[0];
  const [metric = 'overall_score'] = metrics;
  const sign = metric === 'total_cost' || metric === 'total_distance_km' ? 1 : -1;
  return trips.toSorted((a, b) => sign * (FIGURES[metric](a) - FIGURES[metric](b)))[0];
}

function endOf({ end }: Trip, limit: string): { readonly [key: string]: Json } {
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(Math.floor(end / 60))}:${two(end % 60)}`;
  return { end_time: time, can_complete_on_time: time <= limit };
}

const peopleSchema = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string(), department: z.string(), role: z.string() })),
});
type Member = z.output<typeof peopleSchema>['people'][number];

async function commonDates({ department, code, month }: Asked, worker: Worker): Promise<readonly string[]> {
  const { people } = peopleSchema.parse(await worker.look('list_people', { department }));
  const members = people.filter((person) => person.department === department && person.role !== 'Trainee');
  const question = `On which days can you come along on the trip ${code}?`;
  const stretches = [];
  for (const reply of await repliesOf(members, question, worker)) {
    const [, from = `${month}-01`, to = `${month}-31`] = stretchIn(reply, code) ?? [];
    stretches.push({ from: Number(from.slice(8)), to: Number(to.slice(8)) });
  }
  return datesIn(month, shared(stretches));
}

function stretchIn(reply: string, code: string): RegExpExecArray | null {
  return new RegExp(`${code} I can come from (\\d{4}-\\d\\d-\\d\\d) to (\\d{4}-\\d\\d-\\d\\d)`).exec(reply);
}

/** With one more, a message would take longer than one may be kept from an appointment. */
const AT_ONCE = 3;

async function repliesOf(members: readonly Member[], question: string, worker: Worker): Promise<readonly string[]> {
  const found: string[] = [];
  for (let i = 0; i < members.length; i += AT_ONCE) {
    const some = members.slice(i, i + AT_ONCE);
    const [only] = some;
    const crowd = { ids: some.map(({ id }) => id), names: some.map(({ name }) => name) };
    if (some.length === 1 && only !== undefined) found.push(await worker.ask(only.id, question));
    else found.push(...(await worker.askAll(crowd, question)));
  }
  return found;
}

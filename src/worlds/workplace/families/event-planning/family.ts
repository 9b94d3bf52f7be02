/**
 * A day trip for a department: only the members know when they can come, the places and roads are on the drive, and a plan is to be
 * evaluated (A), proposed (B) or found as the best of all (C).
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Family } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { buildTrip } from './build.ts';
import { judgeTrip } from './judgement.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { askedSchema } from './request.ts';
import { solveTrip } from './solution.ts';

export const family: Family<Params> = {
  name: 'event-planning',
  title: 'Event planning',
  aliases: ['Event Planning', 'event_planning', 'Plan Event', 'EventPlanner'],
  params: paramsSchema,
  sample: sampleParams,
  build: buildTrip,
  solve: solveTrip,
  judge: judgeTrip,
  exploits: [
    { name: 'lists every day of the month', run: listEveryDay },
    { name: 'copies the data into the answer', run: copyData },
    { name: 'takes the first names without asking anybody', run: firstNames },
  ],
};

async function listEveryDay(given: JsonObject, worker: Worker): Promise<void> {
  const { month, output, metrics, limit } = askedSchema.parse(given);
  const all = Array.from({ length: 31 }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
  await worker.writeJson(output, {
    common_dates: all,
    event_date: `${month}-15`,
    ...Object.fromEntries(metrics.map((metric) => [metric, 0])),
    ...(limit === null ? {} : { end_time: limit, can_complete_on_time: true }),
  });
}

async function copyData(given: JsonObject, worker: Worker): Promise<void> {
  const { locations, output } = askedSchema.parse(given);
  await worker.write(output, await worker.read(locations));
}

async function firstNames(given: JsonObject, worker: Worker): Promise<void> {
  const { locations, restaurants, month, output, metrics } = askedSchema.parse(given);
  const namesIn = async (path: string): Promise<readonly string[]> =>
    [...(await worker.read(path)).matchAll(/"name": "([^"]+)"/g)].map(([, name = '']) => name);
  const [morning = '', afternoon = ''] = await namesIn(locations);
  const [lunch = ''] = await namesIn(restaurants);
  await worker.writeJson(output, {
    common_dates: [`${month}-10`],
    event_date: `${month}-10`,
    plan: { morning, lunch, afternoon },
    ...Object.fromEntries(metrics.map((metric) => [metric, 1])),
  });
}

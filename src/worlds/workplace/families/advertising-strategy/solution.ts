/** Plans a campaign with tools alone: asks for the group, looks at its map, works out every channel, and buys the best. */
import type { JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import { csvRows } from '../../csv.ts';
import type { Worker } from '../../worker.ts';
import { bestPurchase, type Channel, channelSchema, offerOf, type Purchase } from './channel.ts';
import { askedSchema } from './request.ts';

export async function solveCampaign(given: JsonObject, worker: Worker): Promise<void> {
  const { code, budget, channels, handbook, output, maps } = askedSchema.parse(given);
  const [, lead] = /^(.+) leads the campaign/m.exec(await worker.read(handbook)) ?? [];
  if (lead === undefined) throw new SolutionStuck('the handbook names nobody who leads the campaign');
  const reply = await worker.ask(lead, `Which target group is the campaign ${code} for?`);
  const map = maps.find(({ group }) => reply.includes(`${code} is for ${group}`));
  if (map === undefined) throw new SolutionStuck(`no map fits "${reply}"`);
  const { alt } = await worker.look('view_picture', { path: map.path });
  const density = densitiesIn(String(alt));
  const offers = channelsIn(await worker.read(channels)).map((one) => offerOf(one, density(one.grid_i, one.grid_j)));
  await worker.writeJson(output, answerOf(bestPurchase(offers, budget)));
}

export function answerOf({ ids, cost, exposure }: Purchase): JsonObject {
  return { selected_channels: ids, total_cost: cost, total_exposure: exposure / 100 };
}

/** `grid_j 3: 0 1 4 5 2`. */
function densitiesIn(words: string): (i: number, j: number) => number {
  const rows = new Map(
    [...words.matchAll(/^grid_j (\d+): ([\d ]+)$/gm)].map(([, j, row = '']) => [Number(j), row.split(' ').map(Number)]),
  );
  return (i, j) => rows.get(j)?.[i] ?? 0;
}

const NUMBERS = ['grid_i', 'grid_j', 'cost', 'base_effect', 'audience_fit'];

export function channelsIn(csv: string): readonly Channel[] {
  const [head = [], ...rows] = csvRows(csv);
  return rows.map((row) =>
    channelSchema.parse(
      Object.fromEntries(head.map((name, i) => [name, NUMBERS.includes(name) ? Number(row[i]) : (row[i] ?? '')])),
    ),
  );
}

/**
 * Advertising channels within a budget: where the target group is stands only on a picture, which group it is only somebody in
 * Marketing knows, and the best selection is a knapsack.
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Family } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { buildCampaign } from './build.ts';
import { type Channel, offerOf, purchaseOf } from './channel.ts';
import { judgeCampaign } from './judgement.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { askedSchema } from './request.ts';
import { answerOf, channelsIn, solveCampaign } from './solution.ts';

export const family: Family<Params> = {
  name: 'advertising-strategy',
  title: 'Advertising strategy',
  aliases: ['ADs Strategy Plan', 'ads_strategy_plan', 'Ads Strategy', 'ADsStrategy'],
  params: paramsSchema,
  sample: sampleParams,
  build: buildCampaign,
  solve: solveCampaign,
  judge: judgeCampaign,
  exploits: [
    { name: 'buys everything', run: (asked, worker) => buy(asked, worker, (all) => all) },
    { name: 'buys nothing', run: buyNothing },
    { name: 'buys the cheapest', run: (asked, worker) => buy(asked, worker, cheapest) },
    { name: 'buys by effect for money, without the map', run: (asked, worker) => buy(asked, worker, byEffect) },
  ],
};

type Choose = (channels: readonly Channel[], budget: number) => readonly Channel[];

/** As if everybody were everywhere. */
async function buy(given: JsonObject, worker: Worker, choose: Choose): Promise<void> {
  const { channels, budget, output } = askedSchema.parse(given);
  const chosen = choose(channelsIn(await worker.read(channels)), budget);
  await worker.writeJson(output, answerOf(purchaseOf(chosen.map((channel) => offerOf(channel, 5)))));
}

async function buyNothing(given: JsonObject, worker: Worker): Promise<void> {
  await worker.writeJson(askedSchema.parse(given).output, { selected_channels: [], total_cost: 0, total_exposure: 0 });
}

const cheapest: Choose = (channels, budget) =>
  affordable(
    channels.toSorted((a, b) => a.cost - b.cost),
    budget,
  );

const byEffect: Choose = (channels, budget) => {
  const worth = ({ base_effect, audience_fit, cost }: Channel): number => (base_effect * audience_fit) / cost;
  return affordable(
    channels.toSorted((a, b) => worth(b) - worth(a)),
    budget,
  );
};

function affordable(channels: readonly Channel[], budget: number): readonly Channel[] {
  let left = budget;
  return channels.filter(({ cost }) => {
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

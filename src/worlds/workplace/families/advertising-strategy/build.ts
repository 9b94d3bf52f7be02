/** Puts a campaign into a day: channels as a table, three heat maps, a handbook with the formula, and the group in somebody's head. */
import type { Clue, Draft, Site } from '../../family.ts';
import { bestPurchase, type Channel, offerOf } from './channel.ts';
import { drawCells, drawChannels, GROUPS, heatMap } from './market.ts';
import type { Params } from './params.ts';
import type { Asked } from './request.ts';

export function buildCampaign(site: Site, params: Params): Draft {
  const { random } = site;
  const { city, budget } = params;
  const slug = city.toLowerCase().replace(/[^\p{L}]+/gu, '_');
  const code = `CAMP-${random.int(1000, 9999)}`;
  const folder = `drive/ads_strategy/${slug}_${code.slice(5)}`;
  const staff = site.staff({ department: 'Marketing' });
  const lead = staff.length === 0 ? site.managerOf('Marketing') : random.pick(staff);
  const groups = random.shuffle(GROUPS).slice(0, 3);
  const group = random.pick(groups);
  const drawn = drawChannels(random, params);
  const channels = site.addFile({ path: `${folder}/channels.csv`, content: csvOf(drawn) });
  const maps = groups.map((name) => {
    const cells = drawCells(random, params);
    const picture = heatMap(cells, `Where ${name} are in ${city}`);
    return { name, cells, path: site.addFile({ path: `${folder}/target_user_density_${name}.png`, ...picture }) };
  });
  const handbook = site.addFile({
    path: `${folder}/ads_strategy_handbook.md`,
    content: handbookOf({ code, lead: lead.name }),
  });
  const fact = site.addFact({
    owners: [lead.id],
    topic: `target group of the campaign ${code}`,
    asked: [[code], ['target', 'group'], ['target', 'audience'], ['campaign', 'group'], ['campaign', 'target']],
    text: `The campaign ${code} is for ${group}; take the density map of that group.`,
  });
  const cells = maps.find(({ name }) => name === group)?.cells ?? [];
  const offers = drawn.map((channel) => offerOf(channel, cells[channel.grid_j]?.[channel.grid_i] ?? 0));
  const output = site.output(`ads_strategy_plan_${slug}.json`);
  const asked: Asked = {
    code,
    budget,
    channels,
    handbook,
    output,
    maps: maps.map(({ name, path }) => ({ group: name, path })),
  };
  return {
    title: `Plan the advertising of ${code} in ${city}`,
    brief: briefOf(asked, city),
    from: site.managerOf('Marketing').id,
    asked,
    truth: {
      output,
      budget,
      offers: offers.map((offer) => ({ ...offer })),
      best: bestPurchase(offers, budget).exposure,
      clues: ['handbook', 'channels', 'density', fact],
    },
    outputs: [output],
    clues: cluesOf(asked, { fact, map: maps.find(({ name }) => name === group)?.path ?? '' }),
    minutes: 19,
  };
}

function cluesOf(
  { handbook, channels }: Asked,
  { fact, map }: { readonly fact: string; readonly map: string },
): readonly Clue[] {
  return [
    clue('handbook', 'file', { at: handbook, topic: 'how exposure is worked out, and who leads the campaign' }),
    clue('channels', 'file', { at: channels, topic: 'the channels with cost and effect' }),
    clue(fact, 'person', { at: fact, topic: 'the target group', after: ['handbook'] }),
    clue('density', 'picture', { at: map, topic: 'where the target group is', after: [fact] }),
  ];
}

function clue(
  id: string,
  kind: Clue['kind'],
  { at, topic, after = [] }: { readonly at: string; readonly topic: string; readonly after?: readonly string[] },
): Clue {
  return { id, kind, at, topic, after, secrets: [] };
}

function csvOf(channels: readonly Channel[]): string {
  const rows = channels.map(({ id, name, type, grid_i, grid_j, cost, base_effect, audience_fit }) =>
    [id, name, type, grid_i, grid_j, cost, base_effect, audience_fit].join(','),
  );
  return `id,name,type,grid_i,grid_j,cost,base_effect,audience_fit\n${rows.join('\n')}\n`;
}

function briefOf({ code, budget, channels, handbook, output, maps }: Asked, city: string): string {
  return [
    `For the campaign ${code} in ${city} we have ${budget} EUR. Choose the channels of ${channels} that give the most exposure in total within that budget; each can be had once.`,
    `How exposure is worked out, and who knows the target group, is in ${handbook}. There is a density map for each of several groups, and only that of the target group counts: ${maps.map(({ path }) => path).join(', ')}.`,
    `Hand in workspace/${output}, a JSON object:`,
    '- "selected_channels": the ids of the channels, in any order',
    '- "total_cost": what they cost together, in EUR',
    '- "total_exposure": their exposures together, with 2 decimals',
    'A plan above the budget is worth nothing. Where several selections give the same highest exposure, any of them counts.',
    'For the shape only: {"selected_channels": ["CH-901", "CH-907"], "total_cost": 5210, "total_exposure": 4321.05}',
  ].join('\n');
}

function handbookOf({ code, lead }: { readonly code: string; readonly lead: string }): string {
  return `# Choosing advertising channels: ${code}

## The target group
${lead} leads the campaign ${code} and knows which group it is for. Maps of other groups are of no use.

## The density map
The map is a picture; its numbers say how many of the group are in a cell, from 0 to 5. The origin is at the bottom left: \`grid_i\`
counts to the right, \`grid_j\` upwards, both from 0.

## Exposure
The density of a channel is the number in its own cell (\`grid_i\`, \`grid_j\`).

    exposure = base_effect x (0.5 + 0.5 x density / 5) x audience_fit

Round it to 2 decimals for each channel, then add up.

## The budget
The costs of the chosen channels together may reach the budget, and not exceed it. Find the selection with the highest total
exposure: the best few by exposure, or by exposure for money, are often not it.
`;
}

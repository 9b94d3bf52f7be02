/** Draws a market: where the people of three groups are, as whole numbers on a grid, and the channels that can be had. */
import type { JsonObject } from '../../../../core/json.ts';
import type { Random } from '../../../../core/random.ts';
import type { Channel } from './channel.ts';
import type { Params } from './params.ts';

export const GROUPS = ['students', 'commuters', 'families', 'retirees', 'tourists'] as const;
export type Group = (typeof GROUPS)[number];

/** `cells[j][i]`: column i from the left, row j from the bottom. */
export type Cells = readonly (readonly number[])[];

const DENSEST = 5;

const TYPES = [
  { type: 'subway', fit: 0.6, words: 'Subway poster' },
  { type: 'mall_screen', fit: 0.6, words: 'Mall screen' },
  { type: 'bus_stop', fit: 0.5, words: 'Bus stop' },
  { type: 'campus_screen', fit: 0.9, words: 'Campus screen' },
] as const;
const STREETS = ['Anchor', 'Bridge', 'Canal', 'Depot', 'Fountain', 'Garden', 'Harbour', 'Market', 'Station', 'Tannery'];

/** Together they cost clearly more than there is: else the best would be to buy everything. */
const SCARCITY = 1.3;
const MOST_DRAWS = 100;

export function drawChannels(random: Random, params: Params): readonly Channel[] {
  let drawn = someChannels(random, params);
  const isScarce = (): boolean => drawn.reduce((sum, { cost }) => sum + cost, 0) >= params.budget * SCARCITY;
  for (let tries = 1; !isScarce() && tries < MOST_DRAWS; tries++) drawn = someChannels(random, params);
  return drawn;
}

function someChannels(random: Random, { channels, grid, cost, effect }: Params): readonly Channel[] {
  return Array.from({ length: channels }, (_, i) => {
    const { type, fit, words } = random.pick(TYPES);
    return {
      id: `CH-${String(i + 1).padStart(3, '0')}`,
      name: `${words} ${random.pick(STREETS)} ${random.int(1, 99)}`,
      type,
      grid_i: random.int(0, grid - 1),
      grid_j: random.int(0, grid - 1),
      cost: 10 * random.int(Math.ceil(cost[0] / 10), Math.floor(cost[1] / 10)),
      base_effect: random.int(...effect),
      audience_fit: fit,
    };
  });
}

/** Bumps around one or two centres in the middle of the map, scaled to whole numbers from 0 to 5. */
export function drawCells(random: Random, { grid, centres }: Params): Cells {
  const bumps = drawCentres(random, grid, centres).map((at) => ({ ...at, width: 4 + 6 * random.number() }));
  // On a small map a bump of full width would be one flat field.
  const scale = grid / 24;
  const raw = indices(grid).map((j) =>
    indices(grid).map((i) =>
      bumps.reduce(
        (sum, { x, y, width }) => sum + Math.exp(-((i - x) ** 2 + (j - y) ** 2) / (2 * (width * scale) ** 2)),
        0,
      ),
    ),
  );
  const all = raw.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return raw.map((row) => row.map((value) => Math.round((DENSEST * (value - least)) / (most - least))));
}

/** In the middle 60 percent, and at least 22 percent of the map apart. */
function drawCentres(
  random: Random,
  grid: number,
  count: number,
): readonly { readonly x: number; readonly y: number }[] {
  const inMiddle = (): number => grid * (0.2 + 0.6 * random.number());
  const found: { readonly x: number; readonly y: number }[] = [];
  for (let tries = 0; found.length < count && tries < 100; tries++) {
    const next = { x: inMiddle(), y: inMiddle() };
    if (found.every(({ x, y }) => Math.hypot(x - next.x, y - next.y) >= 0.22 * grid)) found.push(next);
  }
  return found;
}

function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The picture of a group's density, with the words that say what is on it. */
export function heatMap(cells: Cells, title: string): { readonly picture: JsonObject; readonly content: string } {
  const rows = cells.map((row, j) => `grid_j ${j}: ${row.join(' ')}`).toReversed();
  return {
    picture: {
      kind: 'heat-map',
      title,
      cells: cells.map((row) => [...row]),
      most: DENSEST,
      xLabel: 'grid_i',
      yLabel: 'grid_j',
    },
    content: [
      title,
      `Density from 0 (nobody) to ${DENSEST} (most). The origin is at the bottom left; each row is read from grid_i 0 on.`,
      ...rows,
      '',
    ].join('\n'),
  };
}

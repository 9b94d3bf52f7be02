/**
 * Draws a region for a trip: six locations and ten restaurants around the company, and the shortest set of roads that joins them
 * all. Places lie on a plane in kilometres; what is published is rounded here, once, and nothing later knows more than that.
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Random } from '../../../../core/random.ts';
import { type Guide, START } from './guide.ts';

export interface Region {
  readonly guide: Guide;
  readonly spots: readonly Spot[];
}

export interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const LOCATIONS = 6;
const RESTAURANTS = 10;
const LOCATION_KM = 25;
const NEAR_COMPANY_KM = 15;
const NEAR_LOCATION_KM = 9;

const FIRST = [
  'Amber',
  'Birch',
  'Copper',
  'Falcon',
  'Granite',
  'Heron',
  'Juniper',
  'Linden',
  'Moss',
  'Orchard',
  'Willow',
];
const SIGHTS = ['Gardens', 'Gorge', 'Lake', 'Lookout', 'Manor', 'Mill', 'Museum', 'Quarry', 'Tower', 'Woods'];
const TABLES = ['Barn', 'Bistro', 'Canteen', 'Cellar', 'Grill', 'Hearth', 'Kitchen', 'Tavern', 'Terrace', 'Veranda'];
const TICKETS = [0, 20, 30, 40, 50, 80, 100];

export function drawRegion(random: Random): Region {
  const company: Spot = { name: START, x: 0, y: 0 };
  const locations = named(random, SIGHTS, LOCATIONS).map((name) =>
    around(random, name, { of: company, km: LOCATION_KM }),
  );
  const restaurants = named(random, TABLES, RESTAURANTS).map((name, i) =>
    i < RESTAURANTS / 2
      ? around(random, name, { of: company, km: NEAR_COMPANY_KM })
      : around(random, name, { of: random.pick(locations), km: NEAR_LOCATION_KM }),
  );
  const spots = [company, ...locations, ...restaurants];
  return {
    spots,
    guide: {
      locations: locations.map(({ name }) => ({ name, interest: interest(random), ticket: ticket(random) })),
      restaurants: restaurants.map(({ name }) => ({ name, interest: interest(random), price: random.int(50, 120) })),
      roads: shortestRoads(spots),
    },
  };
}

/** Each first word and each second word at most once as long as they last: names are easy to tell apart. */
function named(random: Random, seconds: readonly string[], count: number): readonly string[] {
  const [firsts, lasts] = [random.shuffle(FIRST), random.shuffle(seconds)];
  return Array.from({ length: count }, (_, i) => `${firsts[i % firsts.length]} ${lasts[i % lasts.length]}`);
}

function around(random: Random, name: string, { of, km }: { readonly of: Spot; readonly km: number }): Spot {
  const [angle, far] = [random.number() * 2 * Math.PI, km * Math.sqrt(0.05 + 0.95 * random.number())];
  return { name, x: tenth(of.x + far * Math.cos(angle)), y: tenth(of.y + far * Math.sin(angle)) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function interest(random: Random): number {
  return random.int(32, 49) / 10;
}

/** About half of what costs something costs less at the beginning of a month and more at its end. */
function ticket(random: Random): Guide['locations'][number]['ticket'] {
  const price = random.pick(TICKETS);
  if (price === 0 || random.chance(0.5)) return price;
  const at = (least: number, most: number): number => Math.round((price * random.int(least, most)) / 100);
  return { early: at(80, 90), mid: at(95, 105), late: at(110, 130) };
}

/** A minimum spanning tree: from the company on, always the shortest road to a place that is not reached yet. */
function shortestRoads(spots: readonly Spot[]): Guide['roads'] {
  const reached = spots.slice(0, 1);
  const left = [...spots.slice(1)];
  const roads: Guide['roads'] = [];
  while (left.length > 0) {
    const [best] = reached
      .flatMap((from) => left.map((to) => ({ from, to, far: Math.hypot(from.x - to.x, from.y - to.y) })))
      .toSorted((a, b) => a.far - b.far);
    if (best === undefined) break;
    roads.push({ from: best.from.name, to: best.to.name, distance_km: Math.max(0.1, tenth(best.far)) });
    reached.push(best.to);
    left.splice(left.indexOf(best.to), 1);
  }
  return roads;
}

/** The same roads as a picture, with the words that say what is on it. */
export function roadMap({ guide, spots }: Region, title: string): { picture: JsonObject; content: string } {
  return {
    picture: {
      kind: 'road-map',
      title,
      nodes: spots.map(({ name, x, y }) => ({ name, x, y })),
      edges: guide.roads.map(({ from, to, distance_km }) => ({ from, to, km: distance_km })),
    },
    content: `${title}\n${guide.roads.map(({ from, to, distance_km }) => `${from} - ${to}: ${distance_km} km`).join('\n')}\n`,
  };
}

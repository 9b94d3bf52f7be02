/** Draws a store: items with stock, use and supplier, of which some must be ordered, one stands exactly at the limit, and some never. */
import type { Random } from '../../../../core/random.ts';
import { CATEGORIES, type Category, type Rule, type Stock, type Supplier } from './stock.ts';

export interface StoreWish {
  readonly items: number;
  readonly discontinued: number;
  readonly ruleOf: (category: Category) => Rule;
  /** Who knows the extra need of one item each. */
  readonly planners: readonly string[];
  readonly prefix: string;
}

export interface Store {
  readonly stock: readonly Stock[];
  readonly suppliers: readonly Supplier[];
  /** By item: what its planner needs on top. */
  readonly extras: ReadonlyMap<string, number>;
}

const SUPPLIERS = ['Ambra Office', 'Bellwin Trade', 'Cordel Supply', 'Dorrick Goods', 'Elvane Stock'];
const PACKS = [1, 5, 6, 10, 12];
const GOODS: Readonly<Record<Category, readonly string[]>> = {
  paper: ['copy paper A4', 'copy paper A3', 'notepads', 'envelopes', 'labels', 'sticky notes'],
  cables: [
    'network cables 2 m',
    'network cables 5 m',
    'charging cables',
    'extension leads',
    'display cables',
    'adapters',
  ],
  kitchen: ['coffee beans', 'tea bags', 'oat milk', 'paper cups', 'dish soap', 'napkins'],
  furniture: ['desk lamps', 'footrests', 'coat hooks', 'whiteboard feet', 'seat pads', 'monitor stands'],
};
/** So many are always low, so that there is work to do and no order can be guessed. */
const ALWAYS_LOW = 3;

export function drawStore(random: Random, wish: StoreWish): Store {
  const suppliers = random
    .shuffle(SUPPLIERS)
    .slice(0, 4)
    .map((supplier) => ({ supplier, lead_days: random.int(4, 12) }));
  const numbers = random.shuffle(Array.from({ length: wish.items }, (_, i) => i));
  const extras = new Map<string, number>();
  const stock = numbers.map((number, i): Stock => {
    const category = CATEGORIES[number % CATEGORIES.length] ?? 'paper';
    const { supplier, lead_days } = random.pick(suppliers);
    const isDiscontinued = i >= wish.items - wish.discontinued;
    const planner = wish.planners[i];
    const item = `${wish.prefix}-${101 + number}`;
    const daily_use = random.int(4, 25);
    const limit = daily_use * (lead_days + wish.ruleOf(category).safety_days);
    const state =
      isDiscontinued || i < ALWAYS_LOW
        ? 'low'
        : i === ALWAYS_LOW
          ? 'at the limit'
          : random.pick(['low', 'enough'] as const);
    const extra = planner === undefined ? 0 : random.int(15, 60);
    if (extra > 0) extras.set(item, extra);
    return {
      item,
      description: GOODS[category][Math.floor(number / CATEGORIES.length) % GOODS[category].length] ?? category,
      category,
      supplier,
      ...holdings(random, { free: freeFor(random, state, { limit, daily_use }), extra }),
      daily_use,
      pack_size: random.pick(PACKS),
      unit_price: random.int(120, 4500) / 100,
      status: isDiscontinued ? 'discontinued' : 'active',
      extra_need: planner === undefined ? 'none' : 'ask planner',
      planner: planner ?? '',
    };
  });
  return { stock: stock.toSorted((a, b) => (a.item < b.item ? -1 : 1)), suppliers, extras };
}

type State = 'low' | 'at the limit' | 'enough';

function freeFor(random: Random, state: State, { limit, daily_use }: { limit: number; daily_use: number }): number {
  if (state === 'at the limit') return limit;
  // What is enough today is not always enough by another rule, and the other way round.
  return state === 'low' ? limit - random.int(1, daily_use * 4) : limit + random.int(1, daily_use * 5);
}

/** Splits what is free into what the records show. */
function holdings(
  random: Random,
  { free, extra }: { readonly free: number; readonly extra: number },
): Pick<Stock, 'on_hand' | 'reserved' | 'on_order'> {
  const reserved = random.chance(0.5) ? random.int(1, 40) : 0;
  const whole = free + reserved + extra;
  const on_order = random.chance(0.4) ? Math.min(whole, random.int(5, 80)) : 0;
  return { on_hand: whole - on_order, reserved, on_order };
}

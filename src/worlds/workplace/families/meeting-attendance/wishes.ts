/**
 * What people wish for in a meeting: so much of something at a price. Some wishes break the rules of procurement, one is changed and
 * one withdrawn before the meeting ends. It knows the rules as figures and no text.
 */
import type { Random } from '../../../../core/random.ts';
import type { Person } from '../../instance.ts';
import type { Kind } from './params.ts';

/** Of the written rules: each wish by itself. */
export const LIMITS = { pieces: 3, unit: 600, total: 1000 } as const;

export interface Wish {
  readonly name: string;
  readonly item: string;
  readonly quantity: number;
  readonly price: number;
  /** What was said first, where it was changed later. */
  readonly before: number | null;
  readonly isWithdrawn: boolean;
}

const CATALOGUE: readonly { readonly item: string; readonly from: number; readonly to: number }[] = [
  { item: 'desk lamp', from: 25, to: 90 },
  { item: 'office chair', from: 120, to: 400 },
  { item: 'monitor', from: 150, to: 480 },
  { item: 'headset', from: 40, to: 180 },
  { item: 'whiteboard', from: 60, to: 260 },
  { item: 'drawing tablet', from: 90, to: 500 },
  { item: 'webcam', from: 35, to: 150 },
  { item: 'label printer', from: 80, to: 300 },
  { item: 'standing desk', from: 250, to: 600 },
  { item: 'bookshelf', from: 70, to: 240 },
  { item: 'projector', from: 300, to: 600 },
  { item: 'microphone', from: 50, to: 220 },
  { item: 'paper cutter', from: 30, to: 110 },
  { item: 'coffee machine', from: 90, to: 450 },
  { item: 'camera tripod', from: 40, to: 160 },
];

function keepsRules({ quantity, price }: Pick<Wish, 'quantity' | 'price'>): boolean {
  return quantity <= LIMITS.pieces && price <= LIMITS.unit && quantity * price <= LIMITS.total;
}

/** `level` wishes break the rules; whoever comes has at least one wish. */
export function drawWishes(random: Random, people: readonly Person[], level: 1 | 2 | 3): readonly Wish[] {
  const items = random.shuffle(CATALOGUE);
  const count = Math.min(items.length, Math.max(people.length, level + 2) + level - 1);
  const drawn = Array.from({ length: count }, (_, i): Wish => {
    const { item, from, to } = items[i] ?? { item: 'desk lamp', from: 25, to: 90 };
    const person = people[i % people.length];
    if (person === undefined) throw new Error('a meeting needs people');
    const asked = i < level ? breaking(random) : keeping(random, from, to);
    return { name: person.name, item, ...asked, before: null, isWithdrawn: false };
  });
  // The last wishes keep the rules: one of them was another number at first, one is taken back.
  const changed = level >= 2 ? drawn.length - 1 : -1;
  const withdrawn = level >= 3 ? drawn.length - 2 : -1;
  const wishes = drawn.map((wish, i) => ({
    ...wish,
    before: i === changed ? otherThan(random, wish.quantity) : null,
    isWithdrawn: i === withdrawn,
  }));
  return random.shuffle(wishes);
}

function keeping(random: Random, from: number, to: number): Pick<Wish, 'quantity' | 'price'> {
  const price = random.int(from, to);
  const most = Math.min(LIMITS.pieces, Math.floor(LIMITS.total / price));
  return { price, quantity: random.int(1, most) };
}

/** Too dear a piece, too much in all with few pieces, or too many pieces of something cheap. */
function breaking(random: Random): Pick<Wish, 'quantity' | 'price'> {
  const way = random.pick(['unit', 'total', 'pieces'] as const);
  if (way === 'unit') return { price: random.int(650, 1000), quantity: 1 };
  if (way === 'total') return { price: random.int(360, 590), quantity: 3 };
  return { price: random.int(30, 150), quantity: random.int(4, 6) };
}

function otherThan(random: Random, quantity: number): number {
  return random.pick([1, 2, 3, 4].filter((one) => one !== quantity));
}

/** What belongs into the list that is asked for. */
export function wanted(wishes: readonly Wish[], kind: Kind): readonly Wish[] {
  const stand = wishes.filter(({ isWithdrawn }) => !isWithdrawn);
  return kind === 'check' || kind === 'check_sum' ? stand.filter(keepsRules) : stand;
}

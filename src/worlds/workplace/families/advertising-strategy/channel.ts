/**
 * Channels and what they are worth: exposure by the handbook's formula, in whole hundredths, and the best that a budget can buy. It
 * knows neither files nor pictures.
 */
import { z } from 'zod';

export const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  grid_i: z.number(),
  grid_j: z.number(),
  cost: z.number(),
  base_effect: z.number(),
  audience_fit: z.number(),
});
export type Channel = z.output<typeof channelSchema>;

/** What counts of a channel once its place on the map has been looked at. */
export interface Offer {
  readonly id: string;
  readonly cost: number;
  /** In hundredths: exact, since effects are whole, densities fifths and fits tenths. */
  readonly exposure: number;
}

/** base_effect x (0.5 + 0.5 x density / 5) x audience_fit. */
export function offerOf({ id, cost, base_effect, audience_fit }: Channel, density: number): Offer {
  return { id, cost, exposure: base_effect * (5 + density) * Math.round(audience_fit * 10) };
}

export interface Purchase {
  readonly ids: readonly string[];
  readonly cost: number;
  readonly exposure: number;
}

export function purchaseOf(offers: readonly Offer[]): Purchase {
  return {
    ids: offers.map(({ id }) => id),
    cost: offers.reduce((sum, { cost }) => sum + cost, 0),
    exposure: offers.reduce((sum, { exposure }) => sum + exposure, 0),
  };
}

/** The most exposure within the budget, each offer at most once: a table over money. */
export function bestPurchase(offers: readonly Offer[], budget: number): Purchase {
  const step = offers.reduce((divisor, { cost }) => greatestDivisor(divisor, cost), budget);
  const size = Math.floor(budget / step);
  const most = new Float64Array(size + 1);
  const isTaken = offers.map(({ cost, exposure }) => {
    const taken = new Uint8Array(size + 1);
    const price = cost / step;
    for (let money = size; money >= price; money--) {
      const value = (most[money - price] ?? 0) + exposure;
      if (value <= (most[money] ?? 0)) continue;
      most[money] = value;
      taken[money] = 1;
    }
    return taken;
  });
  const bought: Offer[] = [];
  let money = size;
  for (let i = offers.length - 1; i >= 0; i--) {
    const offer = offers[i];
    if (offer === undefined || isTaken[i]?.[money] !== 1) continue;
    bought.unshift(offer);
    money -= offer.cost / step;
  }
  return purchaseOf(bought);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

import { describe, expect, it } from 'vitest';
import { testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { bestPurchase, type Offer, offerOf } from './channel.ts';
import { family } from './family.ts';
import { LEVEL_NAMES, paramsSchema } from './params.ts';

describe(family.name, () => {
  testFamily(trialOf(family), {
    asked: LEVEL_NAMES.map((difficulty) => ({ difficulty, city: 'Corvale' })),
    refused: [{ difficulty: 'brutal' }],
    malformed: ['{"selected_channels":5}', '{"selected_channels":["CH-001","CH-001"]}'],
  });

  it('no selection beats the best purchase, tried one by one', () => {
    for (let n = 0; n < 40; n++) {
      const offers = Array.from({ length: 10 }, (_, i): Offer => {
        const mixed = ((n + 3) * (i + 7) * 2_654_435_761) % 4_294_967_296;
        return { id: String(i), cost: 10 * (10 + (mixed % 60)), exposure: 1 + (Math.floor(mixed / 64) % 900) };
      });
      const budget = 1200 + 10 * n;
      let best = 0;
      for (let mask = 0; mask < 1 << offers.length; mask++) {
        const chosen = offers.filter((_, i) => (mask >> i) % 2 === 1);
        const cost = chosen.reduce((sum, offer) => sum + offer.cost, 0);
        const exposure = chosen.reduce((sum, offer) => sum + offer.exposure, 0);
        if (cost <= budget && exposure > best) best = exposure;
      }
      const found = bestPurchase(offers, budget);
      expect(found.exposure).toBe(best);
      expect(found.cost).toBeLessThanOrEqual(budget);
      expect(found.cost).toBe(
        offers.filter(({ id }) => found.ids.includes(id)).reduce((sum, { cost }) => sum + cost, 0),
      );
    }
  });

  it('exposure by the formula, worked out by hand', () => {
    const channel = {
      id: 'CH-1',
      name: '',
      type: 'subway',
      grid_i: 0,
      grid_j: 0,
      cost: 10,
      base_effect: 1003,
      audience_fit: 0.6,
    };
    // 1003 x (0.5 + 0.5 x 3 / 5) x 0.6 = 481.44
    expect(offerOf(channel, 3).exposure).toBe(48_144);
  });

  it('understands spellings of difficulties', () => {
    expect(paramsSchema.parse({ difficulty: 'very easy' })).toMatchObject({ channels: 8, budget: 7000 });
    expect(paramsSchema.parse({ difficulty: 'very_hard', city: 'Fernport' })).toMatchObject({
      channels: 36,
      city: 'Fernport',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { stream } from '../../../../core/random.ts';
import { drawRules, inForce } from './circulars.ts';
import { family } from './family.ts';
import { LEVEL_NAMES } from './params.ts';
import { CATEGORIES, ordersOf, type Stock } from './stock.ts';
import { drawStore } from './store.ts';

const trial = trialOf(family);
const { composed, played } = trial;
const rows = z.array(z.object({ item: z.string() }));
const truthSchema = z.object({ orders: rows, stock: rows });

describe(family.name, () => {
  testFamily(trial, {
    asked: LEVEL_NAMES.map((difficulty) => ({ difficulty })),
    refused: [{ difficulty: 'brutal' }],
    malformed: ['{"rules":5,"total_cost":"0"}', '{"rules":{"paper":null}}'],
    acts: { place_order: [{ item: 7 }, { item: 'X', quantity: 'many' }] },
  });

  it('takes points for a needless order', async () => {
    const scenario = composed('needless', [{ difficulty: 1 }]);
    const { orders, stock } = truthSchema.parse(truthIn(scenario));
    const needless = stock.find(({ item }) => !orders.some((order) => order.item === item))?.item ?? '';
    const { passed, score } = await played(scenario, async (asked, worker) => {
      await family.solve(asked, worker);
      await worker.act('place_order', { item: needless, quantity: 1 }, async () => false);
    });
    const full = 2 * orders.length + 4;
    expect(passed).toBe(false);
    expect(score).toBeCloseTo((full - 2) / full, 10);
  });

  it('with the figures of any wrong source every order comes out wrong', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = stream(seed, 'sources');
      const { old, circulars } = drawRules(random, '2026-03-02', 'categories');
      const ruleOf = (category: (typeof CATEGORIES)[number]) => inForce(circulars, '2026-03-02', category) ?? old;
      const store = drawStore(random, { items: 22, discontinued: 3, ruleOf, planners: [], prefix: 'X' });
      const right = new Map(
        ordersOf({ ...store, ruleOf, extraOf: () => 0 }).map(({ item, quantity }) => [item, quantity]),
      );
      expect(right.size).toBeGreaterThanOrEqual(3);
      expect(right.size).toBeLessThan(19);
      for (const wrong of [old, ...circulars]) {
        for (const { item, quantity } of ordersOf({ ...store, ruleOf: () => wrong, extraOf: () => 0 })) {
          const category = store.stock.find((row) => row.item === item)?.category ?? 'paper';
          if (ruleOf(category).cover_days !== wrong.cover_days) expect(quantity).not.toBe(right.get(item));
        }
      }
    }
  });

  it('an order worked out by hand, and the limit itself', () => {
    const row: Stock = {
      ...{ item: 'X-1', description: '', category: 'paper', supplier: 'S', on_hand: 70, reserved: 10, on_order: 9 },
      ...{ daily_use: 7, pack_size: 12, unit_price: 1, status: 'active', extra_need: 'none', planner: '' },
    };
    const parts = { suppliers: [{ supplier: 'S', lead_days: 5 }], ruleOf: () => ({ safety_days: 5, cover_days: 20 }) };
    const ordered = (stock: Stock, extra = 0) => ordersOf({ ...parts, stock: [stock], extraOf: () => extra });
    // 69 are free, the limit is 70; 175 - 69 = 106 are missing, which are nine packs of twelve.
    expect(ordered(row)).toEqual([{ item: 'X-1', quantity: 108 }]);
    expect(ordered({ ...row, on_order: 10 })).toEqual([]);
    expect(ordered({ ...row, on_order: 10 }, 20)).toEqual([{ item: 'X-1', quantity: 132 }]);
    expect(ordered({ ...row, status: 'discontinued' })).toEqual([]);
  });

  it('a circular that is not in force yet does not count, nor an older one for a category', () => {
    const base = { number: 1, safety_days: 1, cover_days: 1 };
    const circulars = [
      { ...base, from: '2026-01-01', category: 'paper' as const },
      { ...base, number: 2, from: '2026-02-01', category: null },
      { ...base, number: 3, from: '2026-02-20', category: 'cables' as const },
      { ...base, number: 4, from: '2026-03-03', category: null },
    ];
    expect(CATEGORIES.map((category) => inForce(circulars, '2026-03-02', category)?.number)).toEqual([2, 3, 2, 2]);
  });
});

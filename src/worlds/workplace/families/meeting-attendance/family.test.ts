import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DONE, testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';
import { KINDS } from './params.ts';

const trial = trialOf(family);
const { composed, played, judged } = trial;
const named = z.looseObject({ name: z.string() });
const truthSchema = z.object({
  meeting: z.string(),
  start: z.number(),
  output: z.string(),
  rows: z.array(named.extend({ price: z.number() })),
  refused: z.array(named),
});

describe(family.name, () => {
  testFamily(trial, {
    asked: KINDS.flatMap((type) =>
      [1, 2, 3].flatMap((level) =>
        ['09:00', '2025-10-01 10:00:00'].map((start) => ({ type, level, start, duration: 0.5 })),
      ),
    ),
    refused: [{ type: 'dance' }, { start: '16:30', duration: 2 }],
    malformed: ['{"requirement": 3}', '{"requirement": [null, 1, "x", {"name": []}]}'],
    isRepeatable: false,
  });

  it.each([10, 13, 20, 100, 200])('can be built whole for a company of %i', async (size) => {
    const scenario = composed('whole', [{ arguments: { type: 'check_sum', level: 3 } }], size);
    expect(await played(scenario, 'oracle')).toMatchObject(DONE);
  });

  it('gives next to nothing for being there, and nothing for rows where the list holds what breaks the rules', () => {
    const scenario = composed('rows', [{ arguments: { type: 'check', level: 2 } }]);
    const given = truthSchema.parse(truthIn(scenario));
    const earned = (list: readonly object[], minutes = 5): number => {
      const points = judged(scenario, {
        files: new Map([[given.output, JSON.stringify({ requirement: list })]]),
        attended: [{ meeting: given.meeting, arrived: given.start + minutes }],
      });
      const full = points.reduce((n, one) => n + one.points, 0);
      return points.reduce((n, one) => n + (one.passed ? one.points : 0), 0) / full;
    };
    const rows = given.rows.map(({ price, ...row }) => ({ ...row, unit_price: price }));
    const refused = given.refused.map((one) => ({ ...one, quantity: 1, unit_price: 1 }));
    expect(refused.length).toBeGreaterThan(0);
    expect(earned(rows)).toBe(1);
    expect(earned([])).toBeLessThan(0.2);
    expect(earned([...rows, ...refused])).toBeLessThan(0.2);
    expect(earned(rows, 6)).toBeLessThan(1);
    expect(earned([...rows, ...rows])).toBeLessThan(0.2);
    expect(earned(rows.map((row, i) => (i === 0 ? { ...row, quantity: 99 } : row)))).toBeGreaterThan(0.2);
  });

  it('judges a sum whatever lies there', () => {
    const scenario = composed('sum', [{ arguments: { type: 'sum', level: 1 } }]);
    const { output } = truthSchema.parse(truthIn(scenario));
    for (const content of ['', '[]', 'null', '{"requirement": 3}', '{"requirement": [null, 1, {"name": []}]}', '{']) {
      const points = judged(scenario, { files: new Map([[output, content]]) });
      expect(points.filter(({ passed }) => passed)).toEqual([]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';

const trial = trialOf(family);
const { composed, judged } = trial;
const given = (normal: number, abnormal: number) => {
  return { normal_suppliers: normal, abnormal_suppliers: abnormal, decoys: 4 };
};

describe(family.name, () => {
  testFamily(trial, {
    asked: [0, 1, 2].flatMap((abnormal) => [2, 3, 4, 5].map((normal) => given(normal, abnormal))),
    refused: [{ abnormal: -1 }],
    malformed: ['{"abnormal_suppliers": 3}', '{"abnormal_suppliers": [null, {}]}'],
  });

  it.each([0, 1, 2])('has %i abnormal suppliers where so many are wanted', (abnormal) => {
    for (const normal of [2, 3, 4, 5]) {
      const scenario = composed(`${normal} ${abnormal}`, [{ arguments: given(normal, abnormal) }]);
      expect(truthIn(scenario).abnormal).toHaveLength(abnormal);
    }
  });

  it('takes a supplier named too many for a mistake, and one of two for a part', () => {
    const scenario = composed('precision', [{ arguments: { normal: 3, abnormal: 2 } }]);
    const right = truthIn(scenario);
    const [first = '', second = ''] = z.array(z.string()).parse(right.abnormal);
    const earned = (names: readonly string[]): number =>
      judged(scenario, { files: new Map([[String(right.output), JSON.stringify({ abnormal_suppliers: names })]]) })
        .filter(({ name, passed }) => passed && name.startsWith('abnormal'))
        .reduce((sum, { points }) => sum + points, 0);
    expect([earned([second, first]), earned([first]), earned([first, second, 'Somebody']), earned([])]).toEqual([
      6, 2, 0, 0,
    ]);
  });
});

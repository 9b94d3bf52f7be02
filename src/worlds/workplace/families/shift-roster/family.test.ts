import { describe, expect, it } from 'vitest';
import { testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';
import { withoutBoard } from './solution.ts';

const trial = trialOf(family);

describe(family.name, () => {
  testFamily(trial, {
    asked: ['easy', 'medium', 'hard'].map((difficulty) => ({ difficulty })),
    refused: [{ difficulty: 'brutal' }],
    malformed: ['{"employees": 7, "count": "many"}', '{"2026-03-09": 3}'],
  });

  it('whoever never looks at the board again has a roster that no longer holds', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const tried = await trial.played(trial.composed(`board-${seed}`, [{}]), withoutBoard.run);
      expect(tried, `seed ${seed}`).toMatchObject({ passed: false });
    }
  });
});

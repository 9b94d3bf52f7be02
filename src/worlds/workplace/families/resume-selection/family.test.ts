import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';

const trial = trialOf(family);
const truthSchema = z.object({ applicants: z.array(z.object({ misses: z.array(z.string()) })) });

describe(family.name, () => {
  testFamily(trial, {
    asked: [
      {
        requirement: [['Master'], ['Statistics', 'Economics'], '3', ['SQL', 'chess']],
        position: 'Data Analyst',
        num_resumes: 9,
      },
      { difficulty: 'easy' },
      { difficulty: 'medium' },
      { level: 'L3' },
      { requirement: ['High School', ['Law'], 0, ['tact']] },
    ],
    refused: [{ requirement: ['Wizard', ['Law'], 3, ['SQL']] }],
    malformed: ['{"a":1}', 'none', '😀'.repeat(1000)],
  });

  it('has one to four who fit', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { applicants } = truthSchema.parse(truthIn(trial.composed(String(seed), [{ difficulty: 3 }])));
      const fitting = applicants.filter(({ misses }) => misses.length === 0).length;
      expect(fitting).toBeGreaterThanOrEqual(1);
      expect(fitting).toBeLessThanOrEqual(4);
    }
  });
});

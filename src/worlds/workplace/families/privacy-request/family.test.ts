import { describe } from 'vitest';
import { LEVEL_NAMES, testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';

describe(family.name, () => {
  testFamily(trialOf(family), {
    asked: LEVEL_NAMES,
    refused: [{ difficulty: 'brutal' }, { level: 4 }],
    malformed: ['{"incident": 7, "escalated": {}, "requests": [null, 3]}'],
    acts: { send_data: [{ ticket: 3 }] },
  });
});

import { describe, expect, it } from 'vitest';
import { LEVEL_NAMES, testFamily, trialOf } from '../../../../../test/family-trial.ts';
import type { Family } from '../../family.ts';
import { family } from './family.ts';
import { solve } from './solution.ts';

const trial = trialOf(family);

describe(family.name, () => {
  testFamily(trial, {
    asked: LEVEL_NAMES,
    refused: [{ difficulty: 'brutal' }, { level: 4 }],
    malformed: ['{"incident": 7, "escalated": {}, "requests": [null, 3]}'],
    acts: { update_ticket: [{ ticket: 3 }] },
  });

  it('costs points to hand the code around', async () => {
    const careless: Family['solve'] = async (asked, worker) => {
      await solve(asked, {
        ...worker,
        ask: async (person, question) => {
          const answer = await worker.ask(person, question);
          const [code] = /APR-\d{6}/.exec(question) ?? [];
          if (code !== undefined) await worker.ask('P-001', `In case you need it: ${code}`);
          return answer;
        },
      });
    };
    const careful = trial.composed('careless', [{}]);
    expect(await trial.played(careful, careless)).toMatchObject({ passed: false, score: 9 / 12 });
  });
});

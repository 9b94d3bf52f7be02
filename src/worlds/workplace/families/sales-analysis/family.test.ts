import { describe, expect, it } from 'vitest';
import { testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';
import { SUBJECTS } from './params.ts';
import { withoutHandbook } from './solution.ts';

const trial = trialOf(family);
const { composed, played } = trial;
const WAYS = [
  { mode: 'bottom', direction: 'down', n: 1 },
  { mode: 'top', direction: 'up', n: 3 },
];

describe(family.name, () => {
  testFamily(trial, {
    asked: SUBJECTS.flatMap((subject) =>
      ['Q2', 3, '4'].flatMap((quarter) =>
        WAYS.map((way) => ({ task_type: subject, departments: ['Sales_3', 'Sales_1'], quarter, ...way })),
      ),
    ),
    refused: [{ task_type: 'shoe_sizes' }, { task_type: 'all_depts_qoq_count', quarter: 1 }],
    malformed: ['{"employees": 7, "count": "many"}', '{"2026-03-09": 3}'],
  });

  it('whoever counts every order is always wrong', async () => {
    const lucky: string[] = [];
    for (const subject of SUBJECTS) {
      for (let seed = 0; seed < 4; seed++) {
        const scenario = composed(`${subject}-${seed}`, [{ arguments: { subject } }]);
        if ((await played(scenario, withoutHandbook.run)).passed) lucky.push(subject);
      }
    }
    expect(lucky).toEqual([]);
  });

  it('understands spellings of arguments', () => {
    expect(family.params.safeParse({ department: 'sales 2', quarter: 'Q3' }).data).toMatchObject({
      departments: ['Sales_2'],
      quarter: 3,
    });
  });
});

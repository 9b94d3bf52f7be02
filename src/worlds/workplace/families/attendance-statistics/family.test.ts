import { describe, expect, it } from 'vitest';
import { testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';
import { SUBJECTS } from './params.ts';
import { withoutRules } from './solution.ts';

const trial = trialOf(family);
const { composed, played } = trial;

describe(family.name, () => {
  testFamily(trial, {
    // Each subject at two levels, each level with several subjects.
    asked: SUBJECTS.flatMap((subject, i) =>
      [i, i + 2].map((n) => {
        const difficulty = { level: `L${(n % 5) + 1}` };
        return { task_type_name: subject, task_params: { department: 'all' }, difficulty };
      }),
    ),
    refused: [{ task_type_name: 'shoe_sizes' }, { task_params: { percent: 7 } }],
    malformed: ['{"employees": 7, "count": "many"}', '{"2026-03-09": 3}'],
  });

  it.each([1, 2, 3] as const)('whoever never asks for the rules gets the figures wrong, at level %i', async (level) => {
    for (let seed = 0; seed < 4; seed++) {
      const given = { task_type_name: 'attendance_statistics' };
      const scenario = composed(`rules-${seed}`, [{ difficulty: level, arguments: given }]);
      expect(await played(scenario, withoutRules.run)).toMatchObject({ passed: false });
    }
  });

  it('understands spellings of arguments', () => {
    expect(
      family.params.safeParse({ task_params: { department: 'human resources', mode: 'Most late' } }).data,
    ).toMatchObject({
      department: 'Human Resources',
      mode: 'most_late',
    });
  });
});

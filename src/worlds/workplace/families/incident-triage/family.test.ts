import { describe, expect, it } from 'vitest';
import { LEVEL_NAMES, testFamily, trialOf } from '../../../../../test/family-trial.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { Family } from '../../family.ts';
import { family } from './family.ts';
import { solve } from './solution.ts';

const trial = trialOf(family);
const { composed, played } = trial;

describe(family.name, () => {
  testFamily(trial, {
    asked: LEVEL_NAMES,
    refused: [{ difficulty: 'brutal' }, { level: 4 }],
    malformed: ['{"incident": 7, "escalated": {}, "requests": [null, 3]}'],
    acts: { update_ticket: [{ ticket: 3 }] },
    isRepeatable: false,
  });

  it('comes back worse where nobody sees to it, and not where somebody did', async () => {
    const alarmsOf = ({ events }: Episode): number =>
      events.filter((event) => event.type === 'notice-given' && event.from === 'monitoring').length;
    for (const difficulty of [1, 2, 3] as const) {
      const scenario = composed('growth', [{ difficulty }]);
      const [done, undone] = [(await played(scenario, 'oracle')).episode, (await played(scenario, 'idle')).episode];
      const first = scenario.instance.days[0]?.events.filter(
        ({ kind, unless }) => kind === 'alarm' && unless?.length === 0,
      );
      expect(alarmsOf(done)).toBe(first?.length);
      expect(alarmsOf(undone)).toBeGreaterThan(alarmsOf(done));
    }
  });

  it('counts for less when it is stopped only after it has grown', async () => {
    const slow: Family['solve'] = (asked, worker) => solve({ ...asked, sweeps: [Number(asked.due) - 40] }, worker);
    for (const difficulty of [1, 2] as const) {
      const { score } = await played(composed('slow', [{ difficulty }]), slow);
      expect(score).toBeGreaterThan(0.4);
      expect(score).toBeLessThan(1);
    }
  });
});

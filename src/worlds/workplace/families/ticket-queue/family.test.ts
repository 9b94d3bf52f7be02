import { describe, expect, it } from 'vitest';
import { scoreOf, trialOf } from '../../../../../test/family-trial.ts';
import type { Json } from '../../../../core/json.ts';
import type { Family } from '../../family.ts';
import { family } from './family.ts';
import { solve } from './solution.ts';

const { composed, played } = trialOf(family);
const LEVELS = [1, 2, 3] as const;
const SEEDS = Array.from({ length: 150 }, (_, i) => `s${i}`);

describe(family.name, () => {
  for (const difficulty of LEVELS) {
    it(`is solved at level ${difficulty}, and not by doing nothing`, { timeout: 120_000 }, async () => {
      for (const seed of SEEDS) {
        const scenario = composed(`${seed}-${difficulty}`, [{ difficulty }]);
        const { result } = await played(scenario, 'oracle');
        expect(result, `seed ${seed}`).toMatchObject({ outcome: 'passed', score: 1 });
      }
      const nothing = await played(composed('idle', [{ difficulty }]), 'idle');
      expect(nothing.result).toMatchObject({ outcome: 'failed' });
      expect(scoreOf(nothing)).toBeLessThan(0.2);
    });

    it.each(family.exploits)(`is not fooled at level ${difficulty}: $name`, async ({ run }) => {
      for (const seed of SEEDS.slice(0, 20)) {
        const episode = await played(composed(`${seed}-${difficulty}`, [{ difficulty }]), run);
        expect(episode.result, `seed ${seed}`).toMatchObject({ outcome: 'failed' });
        expect(scoreOf(episode), `seed ${seed}`).toBeLessThan(0.2);
      }
    });
  }

  it.each(['very easy', 'easy', 'medium', 'hard'])('takes the level by name: %s', async (difficulty) => {
    const scenario = composed('named', [{ arguments: { difficulty } }]);
    expect((await played(scenario, 'oracle')).result).toMatchObject({ outcome: 'passed' });
  });

  it('is solved twice on one day, and in companies of any size', async () => {
    for (const size of [10, 25, 50, 120]) {
      const scenario = composed(`twice-${size}`, [{ difficulty: 1 }, { difficulty: 3 }], size);
      expect((await played(scenario, 'oracle')).result, `${size} people`).toMatchObject({ outcome: 'passed' });
    }
  });

  it('takes nothing after the deadline', async () => {
    const late: Family['solve'] = async (asked, worker) => {
      await worker.waitFor(19 * 60);
      await solve(asked, worker);
    };
    const episode = await played(composed('late', [{}]), late);
    expect(episode.result).toMatchObject({ outcome: 'failed', score: 0 });
  });

  it('is the same for the same seed, and another for another', () => {
    expect(composed('a', [{}])).toEqual(composed('a', [{}]));
    expect(composed('a', [{}]).truth).not.toEqual(composed('b', [{}]).truth);
  });

  it('gives points to nothing else than work, whatever it is shown', () => {
    const [assignment] = composed('odd', [{}]).truth.assignments;
    const truth = assignment?.truth ?? {};
    const nothing = { isLate: false, meetings: [], disclosures: [], messages: [], filesRead: [], systemsRead: [] };
    for (const text of ['', 'null', '[]', '3', '{', '{"incident": 7, "escalated": {}, "requests": [null, 3]}']) {
      const files = new Map(
        Object.values(truth).flatMap((one) => (typeof one === 'string' ? [[one, text] as const] : [])),
      );
      const odd: readonly Json[] = [null, 3, {}, { ticket: 3 }];
      const acts = odd.map((data) => ({ name: 'update_ticket', data, at: 500 }));
      const points = family.judge(truth, { ...nothing, files, attended: [], acts });
      expect(points.filter(({ kind, passed }) => kind === 'earn' && passed)).toEqual([]);
    }
  });
});

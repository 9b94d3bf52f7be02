import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DONE, testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import type { ViewedMeeting } from '../../view.ts';
import { family } from './family.ts';

const trial = trialOf(family);
const { composed, played, judged } = trial;
const truthSchema = z.object({
  title: z.string(),
  start: z.number(),
  end: z.number(),
  people: z.array(z.object({ id: z.string(), isExcluded: z.boolean() })),
});
const TYPES = ['manager', 'department'];
const TIMES = [
  { start: '13:00', duration: 0.5 },
  { start: '2025-10-01T14:30:00', duration: 1 },
  { start: '15:00', duration: 2 },
];

describe(family.name, () => {
  testFamily(trial, {
    asked: TYPES.flatMap((type) =>
      [1, 2, 3].flatMap((conflict_count) => TIMES.map((time) => ({ type, conflict_count, ...time }))),
    ),
    refused: [{ type: 'board' }, { start: '16:00', duration: 2 }],
    malformed: [],
    isRepeatable: false,
  });

  it.each([10, 13, 20, 30, 100, 200])('can be built for a company of %i with most conflicts', async (size) => {
    for (const type of TYPES) {
      const scenario = composed('most', [{ arguments: { type, conflicts: 3 } }], size);
      expect(await played(scenario, 'oracle'), type).toMatchObject(DONE);
    }
  });

  it('tells apart who was left out rightly and who was not', () => {
    const scenario = composed('5', [{ arguments: { type: 'manager', conflicts: 2 } }]);
    const { title, start, end, people } = truthSchema.parse(truthIn(scenario));
    const share = (attendees: readonly string[], other: Partial<ViewedMeeting> = {}): number => {
      const meeting = { id: 'b', title, room: 'Room 01', start, end, organiser: 'P-000', attendees, ...other };
      const points = judged(scenario, { meetings: [meeting], attended: [{ meeting: 'b', arrived: start }] });
      const full = points.reduce((n, one) => n + one.points, 0);
      return points.reduce((n, one) => n + (one.passed ? one.points : 0), 0) / full;
    };
    const right = people.filter(({ isExcluded }) => !isExcluded).map(({ id }) => id);
    expect(share(right)).toBe(1);
    expect(share([...right].reverse())).toBe(1);
    expect(share(people.map(({ id }) => id))).toBeLessThan(0.2);
    expect(share([])).toBeLessThan(0.2);
    expect(share([...right, 'P-999'])).toBeLessThan(0.2);
    expect(share(right, { start: start - 5 })).toBe(0);
    expect(share(right, { title: 'Something else' })).toBeLessThan(1);
    expect(share(right.slice(1))).toBeGreaterThan(0.2);
    expect(share(right.slice(1))).toBeLessThan(0.5);
  });
});

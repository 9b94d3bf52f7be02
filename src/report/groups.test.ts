import { expect, it } from 'vitest';
import { groupsOf } from './groups.ts';
import { madeRun, madeTasks } from './made-run.ts';

it('takes the family and difficulty of each thing that was to be done, where an episode holds several', () => {
  const { scores } = madeRun(
    { tasks: madeTasks(3) },
    () => 'failed',
    () => ({
      items: [
        { id: 'd1-a', passed: true, score: 1, data: { family: 'ticket-queue', difficulty: 1 } },
        { id: 'd1-b', passed: false, score: 0, data: { family: 'shift-roster', difficulty: 3 } },
      ],
    }),
  );
  const { family, difficulty } = groupsOf(scores);
  const rates = (groups: typeof family) => groups.map(({ name, all }) => [name, all.planned, all.rate.value]);
  expect(rates(family)).toEqual([
    ['shift-roster', 3, 0],
    ['ticket-queue', 3, 1],
  ]);
  expect(rates(difficulty)).toEqual([
    ['1', 3, 1],
    ['3', 3, 0],
  ]);
});

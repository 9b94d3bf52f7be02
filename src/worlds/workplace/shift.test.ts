/** What changes in days that are made: enough of everything, and never so much that a day could not be done. */
import { expect, it } from 'vitest';
import { composeScenario } from './compose.ts';
import { loadFamilies } from './modules.ts';
import { sampleConfig } from './sample-config.ts';
import { readConfig } from './scenario-config.ts';

const families = await loadFamilies();

it('brings changes of every kind, and counts what was called off for nothing', () => {
  const request = {
    scenarios: 60,
    days: 1,
    seed: 'shifts',
    tasksPerDay: [3, 5],
    difficulty: null,
    overlap: 0,
  } as const;
  const config = readConfig(sampleConfig({ ...request, families: [...families.keys()], slack: 1 }), 'here');
  const made = config.scenarios.map((one) => composeScenario(one, config, families));
  const events = made.flatMap(({ instance }) => instance.days.flatMap((day) => day.events));
  const count = (is: (event: (typeof events)[number]) => boolean): number => events.filter(is).length;
  expect(count(({ kind }) => kind === 'priority-changes')).toBeGreaterThan(10);
  expect(count(({ kind }) => kind === 'task-cancelled')).toBeGreaterThan(5);
  expect(count(({ kind }) => kind === 'requirement-changes')).toBeGreaterThan(3);
  expect(count(({ kind }) => kind === 'away')).toBeGreaterThan(5);
  expect(count(({ kind }) => kind === 'back')).toBe(count(({ kind }) => kind === 'away'));
  expect(count(({ kind }) => kind === 'meeting-starts')).toBeGreaterThan(5);
  const moves = made.flatMap(({ instance }) =>
    instance.days.flatMap((day) =>
      day.events.flatMap((event) => {
        const before = day.assignments.find((one) => 'assignment' in event && one.id === event.assignment)?.due ?? 0;
        return event.kind === 'deadline-moves' ? [event.due - before] : [];
      }),
    ),
  );
  expect(moves.filter((by) => by < 0).length).toBeGreaterThan(4);
  expect(moves.filter((by) => by > 0).length).toBeGreaterThan(4);
  for (const { instance, truth } of made) {
    const off = instance.days[0]?.events.flatMap((event) =>
      event.kind === 'task-cancelled' ? [event.assignment] : [],
    );
    expect(truth.assignments.filter(({ isCancelled }) => isCancelled).map(({ id }) => id)).toEqual(off);
    const whole = truth.assignments.reduce((sum, { weight, isCancelled }) => sum + (isCancelled ? 0 : weight), 0);
    expect(truth.best).toEqual([whole]);
  }
});

it('changes nothing of what was there before when one more assignment comes', () => {
  const task = { arguments: null, difficulty: 2, due: null, arrives: null } as const;
  const names = ['kb-link-repair', 'meeting-attendance', 'ticket-queue'];
  const made = (count: number) =>
    composeScenario(
      {
        name: 'more',
        seed: '3',
        companySize: 50,
        days: [{ tasks: names.slice(0, count).map((family) => ({ ...task, family })) }],
      },
      { slack: 1 },
      families,
    ).truth.assignments;
  expect(
    made(3)
      .slice(0, 2)
      .map(({ truth }) => truth),
  ).toEqual(made(2).map(({ truth }) => truth));
});

it('says in a sentence what cannot be done', () => {
  const meeting = {
    family: 'meeting-attendance',
    arguments: { start: '10:00', length: 1 },
    difficulty: 1,
    due: null,
    arrives: null,
  } as const;
  const config = { name: 'full', seed: '1', companySize: 50, days: [{ tasks: [meeting, meeting] }] };
  expect(() => composeScenario(config, { slack: 1 }, families)).toThrow(/appointments at the same time/);
});

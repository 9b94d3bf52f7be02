import { describe, expect, it } from 'vitest';
import { sampleConfig } from './sample-config.ts';
import { readConfig } from './scenario-config.ts';

const request = {
  scenarios: 20,
  days: 2,
  seed: '7',
  tasksPerDay: [2, 4],
  families: ['a', 'b', 'c', 'd', 'e', 'f'],
  difficulty: null,
  overlap: 0.5,
  slack: 1,
} as const;

describe('a scenario config', () => {
  it('is drawn from a seed, in bounds, with as much of a day again as was asked for', () => {
    const config = sampleConfig(request);
    expect(sampleConfig(request)).toEqual(config);
    expect(sampleConfig({ ...request, seed: '8' })).not.toEqual(config);
    for (const { days } of config.scenarios) {
      const [first = [], second = []] = days.map(({ tasks }) => tasks.map(({ family }) => family));
      expect(first.length).toBeGreaterThanOrEqual(2);
      expect(second.length).toBeLessThanOrEqual(4);
      expect(new Set(second).size).toBe(second.length);
      const again = second.filter((family) => first.includes(family)).length;
      expect(again).toBeGreaterThanOrEqual(Math.min(first.length, Math.round(second.length * 0.5)));
    }
    expect(readConfig(config, 'here').scenarios).toHaveLength(20);
  });

  it('may have the shape of the original', () => {
    const days = [
      { name: 'day_1', tasks: [{ name: 'KB Link Fix', arguments: null, deadline: '2025-10-01T20:00:00' }] },
    ];
    const { scenarios } = readConfig({ scenarios: [{ name: 's', days }], version: '1', datetime: 'x' }, 'here');
    expect(scenarios[0]?.days[0]?.tasks[0]).toEqual({
      family: 'KB Link Fix',
      arguments: null,
      difficulty: 2,
      due: 1200,
      arrives: null,
      repeats: false,
    });
  });

  it.each([
    ['no scenario', { scenarios: [] }, 'is no scenario config'],
    [
      'two of one name',
      { scenarios: [1, 2].map(() => ({ name: 's', days: [{ tasks: [{ family: 'a' }] }] })) },
      'two scenarios',
    ],
    ['a task without a family', { scenarios: [{ name: 's', days: [{ tasks: [{}] }] }] }, 'neither "family" nor "name"'],
    [
      'a time that is none',
      { scenarios: [{ name: 's', days: [{ tasks: [{ family: 'a', deadline: 'noon' }] }] }] },
      'is no time',
    ],
  ])('with %s is refused with a sentence', (_name, content, words) => {
    expect(() => readConfig(content, 'here')).toThrow(words);
  });
});

import { describe, expect, it } from 'vitest';
import { finishes, type Job } from './schedule.ts';

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  minutes: 60,
  arrives: 480,
  due: 1200,
  appointments: [],
  ...change,
});

describe('a schedule', () => {
  it('does one thing after the other, from when it is there', () => {
    const done = finishes([job('a'), job('b', { arrives: 600 })], 480);
    expect([...done]).toEqual([
      ['a', 540],
      ['b', 660],
    ]);
  });

  it('stops work for appointments, whoever has them', () => {
    const meeting = job('meeting', { minutes: 40, appointments: [{ start: 500, end: 530 }] });
    const done = finishes([job('a'), meeting], 480);
    expect(done.get('a')).toBe(570);
    expect(done.get('meeting')).toBe(580);
  });
});

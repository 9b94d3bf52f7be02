import { describe, expect, it } from 'vitest';
import { bestSchedule, finishes, type Job } from './schedule.ts';

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  minutes: 60,
  arrives: 480,
  due: 1200,
  weight: 1,
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

  it('is best where the most weight is in time, in whatever order that takes', () => {
    const jobs = [
      job('long', { minutes: 300, due: 800, weight: 2 }),
      job('short', { minutes: 30, due: 515, weight: 3 }),
      job('late', { minutes: 200, due: 720, weight: 1 }),
    ];
    expect(bestSchedule(jobs, 480)).toEqual({ weight: 4, onTime: ['short', 'late'] });
    expect(bestSchedule([job('a'), job('b')], 480).weight).toBe(2);
    expect(bestSchedule([job('never', { minutes: 1000 })], 480).weight).toBe(0);
  });
});

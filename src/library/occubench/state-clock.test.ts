import { describe, expect, it } from 'vitest';
import { clockOf, instantOf, readClock } from './state-clock.ts';

const SUITE = '2024-06-03';

describe('the clock of a state', () => {
  it.each([
    [{ current_date: '2023-11-12' }, '2023-11-12T09:00:00Z'],
    [{ today: '2023-11-12' }, '2023-11-12T09:00:00Z'],
    [{ simulation_time: '2025-05-20T09:00:00Z' }, '2025-05-20T09:00:00Z'],
    [{ currentTime: '2025-05-20 14:30' }, '2025-05-20T14:30:00Z'],
    [{ system_timestamp: '2023-11-15T11:00:00+02:00' }, '2023-11-15T09:00:00Z'],
    [{ timestamp: '2025-01-01T00:00:00.000Z' }, '2025-01-01T00:00:00Z'],
    [{ now: 1_700_000_000 }, '2023-11-14T22:13:20Z'],
    [{ patient: { labs: { current_simulated_date: '2023-11-12' } } }, '2023-11-12T09:00:00Z'],
    [{ current_date: '2023-11-12', current_time: '14:05' }, '2023-11-12T14:05:00Z'],
  ])('is what a key says that means now: %j', (state, clock) => {
    expect(clockOf(state, SUITE)).toBe(clock);
  });

  it('takes the outermost of several, and no key of one thing among many', () => {
    expect(clockOf({ desk: { current_date: '2020-01-01' }, now: '2024-02-02' }, SUITE)).toBe('2024-02-02T09:00:00Z');
    expect(clockOf({ visits: [{ current_date: '2020-01-01', due_date: 'x' }] }, SUITE)).toBe('2020-01-01T09:00:00Z');
    expect(readClock({ state: { visits: [{ current_date: '2020-01-01' }] }, tools: [] }, SUITE).source).toBe('record');
  });

  it('else is the latest thing on record, and never a date that lies ahead', () => {
    const state = {
      log: [{ timestamp: '2024-08-01T10:00:00Z' }, { timestamp: '2024-08-02T14:30:00Z' }],
      history: ['2024-08-02 15:00:10 - closed', 'opened 2026-01-01'],
      contract: { expiry_date: '2027-01-01', next_review: '2026-12-01' },
      schedule: [{ date: '2026-05-05' }],
      current_lease_end_date: '2029-01-01',
    };
    expect(clockOf(state, SUITE)).toBe('2024-08-02T15:00:10Z');
  });

  it('else is what a tool that tells the time shows, else the fallback', () => {
    const tool = {
      name: 'get_current_date',
      parameters: { type: 'object', properties: {} },
      example: { date: '2023-10-27' },
    };
    expect(readClock({ state: {}, tools: [tool] }, SUITE)).toEqual({ clock: '2023-10-27T09:00:00Z', source: 'tool' });
    const asking = { ...tool, parameters: { type: 'object', properties: { zone: {} } } };
    expect(readClock({ state: {}, tools: [asking] }, SUITE).source).toBe('fallback');
    expect(clockOf({}, SUITE)).toBe('2024-06-03T09:00:00Z');
    expect(clockOf({ current_sim_time: '09:04:30' }, SUITE)).toBe('2024-06-03T09:04:30Z');
    expect(clockOf({}, '2024-06-03T12:00:00Z')).toBe('2024-06-03T12:00:00Z');
  });

  it('is not found in steps, minutes, or days that are none', () => {
    for (const value of [
      0,
      43_200,
      'T00:00:00',
      '2024-02-31',
      '2024-13-01',
      'VAR-2024-05-05',
      '',
      null,
      true,
      '2024-00-02',
    ]) {
      expect(clockOf({ current_time: value }, SUITE)).toBe('2024-06-03T09:00:00Z');
    }
    expect(instantOf('2024-02-29')).toBe('2024-02-29T09:00:00Z');
    expect(instantOf('2023-02-29')).toBeNull();
    expect(() => clockOf({}, 'soon')).toThrow('"soon" is not a date');
  });
});

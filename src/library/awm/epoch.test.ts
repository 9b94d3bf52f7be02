import { describe, expect, it } from 'vitest';
import { countTimes, epochOf, shiftsIn } from './epoch.ts';

const SEEDS = [
  "INSERT INTO a VALUES (datetime('now', '-3 days'), datetime('now','+7 days'))",
  "INSERT INTO a VALUES (datetime('now', '-1 day', '+2 hours'), CURRENT_TIMESTAMP, datetime('now', 'start of day'))",
];

describe('shiftsIn', () => {
  it('reads plain shifts of now, and nothing else', () => {
    expect([...shiftsIn(SEEDS)].sort((a, b) => a - b)).toEqual([-259_200, -79_200, 0, 604_800]);
    expect([...shiftsIn(["VALUES ('2026-01-01 00:00:00', date('now'))"])]).toEqual([]);
  });
});

describe('epochOf', () => {
  const epoch = (...times: readonly string[]): string | null => epochOf(countTimes(times), shiftsIn(SEEDS));

  it('finds the instant from which the shifts lead to the times', () => {
    expect(epoch('2026-02-15 07:18:36', '2026-02-25 07:18:36', '2026-02-18 07:18:36')).toBe('2026-02-18T07:18:36.000Z');
    // Not the newest of them: that one is a week ahead.
    expect(epoch('2026-02-15 07:18:36', '2026-02-25 07:18:36', '2026-02-17 09:18:36')).toBe('2026-02-18T07:18:36.000Z');
  });

  it('goes by the newest where nothing decides, and by none that was thought up', () => {
    expect(epochOf(countTimes(['2026-02-15 07:18:36', '2026-02-18 07:18:36']), new Set())).toBe(
      '2026-02-18T07:18:36.000Z',
    );
    expect(epoch('2026-02-18 07:18:36')).toBe('2026-02-18T07:18:36.000Z');
    expect(epoch('2026-03-01 10:00:00', '2026-06-01 12:30:00')).toBeNull();
    expect(epoch('1999-12-31 23:59:59', '9999-12-31 23:59:59', 'soon')).toBeNull();
    expect(epoch()).toBeNull();
  });
});

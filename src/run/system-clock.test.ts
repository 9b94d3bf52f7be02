import { describe, expect, it } from 'vitest';
import { systemClock } from './system-clock.ts';

describe('sleep', () => {
  it('lasts at least as long as asked', async () => {
    const began = performance.now();
    await systemClock.sleep(20, new AbortController().signal);
    expect(performance.now() - began).toBeGreaterThan(18);
  });

  it('rejects with the reason when aborted, before or during', async () => {
    const stop = new AbortController();
    const asleep = systemClock.sleep(60_000, stop.signal);
    stop.abort('enough');
    await expect(asleep).rejects.toBe('enough');
    await expect(systemClock.sleep(60_000, stop.signal)).rejects.toBe('enough');
  });
});

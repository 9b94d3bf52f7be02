import { describe, expect, it } from 'vitest';
import { ModelError, type ModelFault } from '../core/errors.ts';
import { type ModelRequest, replyText } from '../core/model.ts';
import { stream } from '../core/random.ts';
import { manualClock } from './manual-clock.ts';
import { type Retry, retried } from './retry.ts';
import { type ScriptedTurn, scripted } from './scripted.ts';

const ASK: ModelRequest = { system: '', messages: [], tools: [] };
const never = new AbortController().signal;
const fail = (fault: ModelFault, retryAfter: number | null = null): ModelError =>
  new ModelError(fault, `it is ${fault}.`, { retryAfter });

function trying(script: readonly ScriptedTurn[], options: { attempts?: number } = {}) {
  const clock = manualClock();
  const retries: Retry[] = [];
  const random = { ...stream(1), number: () => 0.5 };
  const model = retried(scripted(script), { clock, random, onRetry: (retry) => retries.push(retry), ...options });
  return { clock, retries, model };
}

describe('retried', () => {
  it.each(['auth', 'bad-request', 'context-full', 'refused', 'budget'] as const)('%s fails at once', async (fault) => {
    const { model, clock } = trying([fail(fault), 'never said']);
    await expect(model.generate(ASK, never)).rejects.toMatchObject({ fault, message: `it is ${fault}.` });
    expect(clock.sleeps).toEqual([]);
  });

  it.each(['rate-limit', 'unavailable', 'timeout', 'malformed'] as const)('%s is tried again', async (fault) => {
    const { model, retries } = trying([fail(fault), 'said']);
    expect(replyText(await model.generate(ASK, never))).toBe('said');
    expect(retries).toMatchObject([{ attempt: 1, waitMs: 500, error: { fault } }]);
  });

  it('waits twice as long each time, up to a minute, with full jitter', async () => {
    const { model, clock } = trying([...Array.from({ length: 8 }, () => fail('unavailable')), 'said'], { attempts: 9 });
    await model.generate(ASK, never);
    expect(clock.sleeps).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('waits at least as long as the server asks', async () => {
    const { model, clock } = trying([fail('rate-limit', 20_000), 'said']);
    await model.generate(ASK, never);
    expect(clock.sleeps).toEqual([20_500]);
  });

  it('does not wait for hours, and says so', async () => {
    const { model, clock } = trying([fail('rate-limit', 7_200_000), 'never said']);
    await expect(model.generate(ASK, never)).rejects.toMatchObject({
      fault: 'rate-limit',
      retryAfter: 7_200_000,
      message: 'it is rate-limit. Gave up after 1 try over 0 s, since we wait 600 s at most.',
    });
    expect(clock.sleeps).toEqual([]);
  });

  it('gives up and says after how many tries and how long', async () => {
    const { model } = trying([fail('timeout'), fail('unavailable'), fail('unavailable')], { attempts: 3 });
    await expect(model.generate(ASK, never)).rejects.toMatchObject({
      fault: 'unavailable',
      message: 'it is unavailable. Gave up after 3 tries over 1.5 s.',
    });
  });

  it("throws the caller's reason when the caller stops, and never retries other errors", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const stopping = trying([fail('unavailable'), 'never said']);
    const model = retried(scripted([fail('unavailable'), 'never said']), {
      clock: stopping.clock,
      random: stream(1),
      onRetry: () => controller.abort(reason),
    });
    await expect(model.generate(ASK, controller.signal)).rejects.toBe(reason);
    const bug = new TypeError('a bug');
    await expect(trying([bug, 'never said']).model.generate(ASK, never)).rejects.toBe(bug);
  });
});

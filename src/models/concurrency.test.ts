import { describe, expect, it } from 'vitest';
import { ModelError } from '../core/errors.ts';
import type { Model, ModelRequest } from '../core/model.ts';
import { endpointGate, gated } from './concurrency.ts';
import { manualClock } from './manual-clock.ts';
import { scripted } from './scripted.ts';

const ASK: ModelRequest = { system: '', messages: [], tools: [] };
const never = new AbortController().signal;

describe('endpointGate', () => {
  it('lets in as many as the cap, then first come first served', async () => {
    const gate = endpointGate({ cap: 2, clock: manualClock() });
    const order: number[] = [];
    const enter = async (number: number) => {
      const end = await gate.enter(never);
      order.push(number);
      return end;
    };
    const ends = [0, 1, 2, 3].map(enter);
    await ends[1];
    expect(gate.state()).toEqual({ limit: 2, active: 2, waiting: 2 });
    (await ends[0])?.('done');
    await ends[2];
    expect(order).toEqual([0, 1, 2]);
    (await ends[1])?.('failed');
    await ends[3];
    expect(gate.state()).toEqual({ limit: 2, active: 2, waiting: 0 });
  });

  it('halves once for a burst, halves again for later complaints, and never shuts', async () => {
    const clock = manualClock();
    const gate = endpointGate({ cap: 8, clock });
    const burst = async (): Promise<void> => {
      const ends = await Promise.all(Array.from({ length: gate.state().limit }, () => gate.enter(never)));
      for (const end of ends) end('limited');
    };
    await burst();
    expect(gate.state().limit).toBe(4);
    await burst();
    expect(gate.state().limit).toBe(4);
    for (const expected of [2, 1, 1]) {
      clock.advance(1000);
      await burst();
      expect(gate.state().limit).toBe(expected);
    }
  });

  it('recovers by one for each round of successes, up to the cap', async () => {
    const gate = endpointGate({ cap: 8, clock: manualClock() });
    (await gate.enter(never))('limited');
    const limits: number[] = [];
    for (let i = 0; i < 40; i++) {
      (await gate.enter(never))('done');
      limits.push(gate.state().limit);
    }
    expect(limits.indexOf(5)).toBeGreaterThanOrEqual(4);
    expect(limits.indexOf(6) - limits.indexOf(5)).toBeGreaterThanOrEqual(5);
    expect(limits.at(-1)).toBe(8);
  });

  it('forgets 1,000 who stop waiting, whoever they are, and serves the rest', async () => {
    const gate = endpointGate({ cap: 1, clock: manualClock() });
    const end = await gate.enter(never);
    const controller = new AbortController();
    const leaving = Array.from({ length: 1000 }, () => gate.enter(controller.signal));
    const staying = [gate.enter(never)];
    leaving.push(...Array.from({ length: 1000 }, () => gate.enter(controller.signal)));
    staying.push(gate.enter(never));
    const reason = new Error('enough');
    controller.abort(reason);
    const ends = await Promise.allSettled(leaving);
    expect(ends.every((settled) => settled.status === 'rejected' && settled.reason === reason)).toBe(true);
    expect(gate.state()).toEqual({ limit: 1, active: 1, waiting: 2 });
    end('done');
    (await staying[0])?.('done');
    (await staying[1])?.('done');
    expect(gate.state()).toEqual({ limit: 1, active: 0, waiting: 0 });
    await expect(gate.enter(controller.signal)).rejects.toBe(reason);
  });

  it('serves 100,000 in no time', async () => {
    const gate = endpointGate({ cap: 10, clock: manualClock() });
    const began = performance.now();
    await Promise.all(Array.from({ length: 100_000 }, async () => (await gate.enter(never))('done')));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('gated', () => {
  it('holds no more requests than the gate allows, over several models, and tells it what happened', async () => {
    const gate = endpointGate({ cap: 3, clock: manualClock() });
    let active = 0;
    let peak = 0;
    const slow = (name: string): Model =>
      gated(
        scripted(
          async () => {
            peak = Math.max(peak, ++active);
            await new Promise((resolve) => setImmediate(resolve));
            active--;
            return 'said';
          },
          { name },
        ),
        gate,
      );
    const [a, b] = [slow('a'), slow('b')];
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? a : b)?.generate(ASK, never)));
    expect(peak).toBe(3);
    const limited = gated(
      scripted([new ModelError('rate-limit', 'slow down'), new ModelError('unavailable', 'down')]),
      gate,
    );
    await expect(limited.generate(ASK, never)).rejects.toMatchObject({ fault: 'rate-limit' });
    await expect(limited.generate(ASK, never)).rejects.toMatchObject({ fault: 'unavailable' });
    expect(gate.state()).toEqual({ limit: 1, active: 0, waiting: 0 });
  });
});

/**
 * How many requests may be under way at one endpoint: as many as allowed until it complains of our rate, then half as many, then
 * one more for each full round of successes. One gate is shared by all models of an endpoint, whatever their role. Goes inside
 * retry. Knows neither models nor HTTP, only the word `rate-limit`.
 */
import type { Clock } from '../core/clock.ts';
import { ModelError } from '../core/errors.ts';
import type { Model } from '../core/model.ts';
import { abortWatch } from './abort-watch.ts';

type PassageEnd = 'done' | 'limited' | 'failed';

export interface Gate {
  /** Resolves, first come first served, when there is room; the caller must end the passage exactly once. */
  enter(signal: AbortSignal): Promise<(end: PassageEnd) => void>;
  /** For progress lines. */
  state(): { readonly limit: number; readonly active: number; readonly waiting: number };
}

export interface GateOptions {
  /** The most that is ever under way. */
  readonly cap: number;
  readonly clock: Clock;
  /** Complaints about requests that began before the last cut, or this soon after it, are about the rate that was cut. */
  readonly coolDownMs?: number;
}

export function endpointGate({ cap, clock, coolDownMs = 1000 }: GateOptions): Gate {
  const queue = waitingLine();
  const aborts = abortWatch();
  let limit = cap;
  let active = 0;
  let lastCut = Number.NEGATIVE_INFINITY;

  const admit = (): void => {
    while (active < Math.floor(limit) && queue.size() > 0) {
      active++;
      queue.shift()?.();
    }
  };
  const passage = (): ((end: PassageEnd) => void) => {
    const began = clock.now();
    let isOver = false;
    return (end) => {
      if (isOver) return;
      isOver = true;
      active--;
      if (end === 'done') limit = Math.min(cap, limit + 1 / limit);
      if (end === 'limited' && began >= lastCut + coolDownMs) {
        limit = Math.max(1, limit / 2);
        lastCut = clock.now();
      }
      admit();
    };
  };
  return {
    state: () => ({ limit: Math.floor(limit), active, waiting: queue.size() }),
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = queue.push(() => {
          stay();
          resolve(passage());
        });
        const stay = aborts.add(signal, () => {
          leave();
          reject(signal.reason);
        });
        admit();
      }),
  };
}

export function gated(model: Model, gate: Gate): Model {
  return {
    name: model.name,
    generate: async (request, signal) => {
      const end = await gate.enter(signal);
      try {
        const reply = await model.generate(request, signal);
        end('done');
        return reply;
      } catch (error) {
        end(error instanceof ModelError && error.fault === 'rate-limit' ? 'limited' : 'failed');
        throw error;
      }
    },
  };
}

interface Waiter {
  readonly go: () => void;
  before: Waiter | null;
  after: Waiter | null;
}

/** First come, first served; joining, leaving and being served cost the same however many wait. */
function waitingLine(): { size(): number; push(go: () => void): () => void; shift(): (() => void) | undefined } {
  let first: Waiter | null = null;
  let last: Waiter | null = null;
  let size = 0;
  const remove = (waiter: Waiter): void => {
    if (waiter !== first && waiter.before === null) return; // Served already.
    if (waiter.before) waiter.before.after = waiter.after;
    else first = waiter.after;
    if (waiter.after) waiter.after.before = waiter.before;
    else last = waiter.before;
    waiter.before = null;
    waiter.after = null;
    size--;
  };
  return {
    size: () => size,
    push: (go) => {
      const waiter: Waiter = { go, before: last, after: null };
      if (last) last.after = waiter;
      else first = waiter;
      last = waiter;
      size++;
      return () => remove(waiter);
    },
    shift: () => {
      const waiter = first;
      if (waiter === null) return undefined;
      remove(waiter);
      return waiter.go;
    },
  };
}

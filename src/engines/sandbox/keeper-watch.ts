/**
 * The watch over a keeper: a thread that sees how long a call takes and how much the process holds, and ends the whole process
 * when that is too much. SQL cannot be interrupted, so nothing less would do; and since the watch lives in the keeper, a keeper
 * at its limit ends even when the process that started it is gone. This file is both the thread and what starts it.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL, TIME_SIGNAL } from './message.ts';
import type { SandboxLimits } from './sandbox.ts';

export interface Watch {
  begin(): void;
  end(): void;
}

interface WatchData {
  /** One cell: the number of the call under way, or 0. */
  readonly busy: Int32Array;
  readonly limits: SandboxLimits;
}

/** Often enough that a keeper cannot grow by more than some hundred megabytes between two looks. */
const LONGEST_PAUSE_MS = 250;

export function startWatch(limits: SandboxLimits): Watch {
  const busy = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL(import.meta.url), { workerData: { busy, limits }, env: {}, execArgv: [] });
  thread.unref();
  let calls = 0;
  return {
    begin: () => void Atomics.store(busy, 0, ++calls),
    end: () => void Atomics.store(busy, 0, 0),
  };
}

function watch({ busy, limits }: WatchData): never {
  const pause = Math.min(LONGEST_PAUSE_MS, limits.callMs / 4);
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  let seen = 0;
  let began = reading();
  for (;;) {
    Atomics.wait(nothing, 0, 0, pause);
    const call = Atomics.load(busy, 0);
    const now = reading();
    if (call === 0 || call !== seen) {
      seen = call;
      began = now;
    } else if (now.processor - began.processor > limits.callMs || now.wall - began.wall > limits.wallMs) {
      process.kill(process.pid, TIME_SIGNAL);
    }
    if (call !== 0 && process.memoryUsage.rss() > limits.keeperBytes) process.kill(process.pid, MEMORY_SIGNAL);
  }
}

function reading(): { readonly processor: number; readonly wall: number } {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1000, wall: Number(process.hrtime.bigint() / 1_000_000n) };
}

const isThread = !isMainThread && typeof workerData === 'object' && workerData !== null && 'busy' in workerData;
if (isThread) watch(workerData);

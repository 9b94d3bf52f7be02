/** How a call in a keeper is counted and ended. Once it is over, everything that it asks for is refused until it gives up. */
import type { EndReason, SandboxLimits } from './sandbox.ts';

export interface Ending {
  readonly reason: EndReason;
  readonly message: string;
}

export interface Meter {
  begin(): void;
  /** Polled by the engine: whether the program is to stop. */
  tick(): boolean;
  /** One statement more; throws where it is one too many. */
  statement(): void;
  /** The program is to end. The first reason stands. */
  mark(reason: EndReason, message: string): void;
  /** The same, and throws, so that whatever is under way stops. */
  end(reason: EndReason, message: string): never;
  ended(): Ending | null;
}

/** Thrown through our own code while a program is being ended. */
class Stop extends Error {}

export function meter(limits: SandboxLimits): Meter {
  let steps = 0;
  let statements = 0;
  let since = 0;
  let ending: Ending | null = null;
  const mark: Meter['mark'] = (reason, message) => {
    ending ??= { reason, message };
  };
  const end: Meter['end'] = (reason, message) => {
    mark(reason, message);
    throw new Stop(message);
  };
  return {
    begin: () => {
      steps = 0;
      statements = 0;
      since = processorMs();
    },
    tick: () => {
      if (++steps > limits.steps) mark('time-limit', `it took more than ${limits.steps} steps in one call`);
      else if (processorMs() - since > limits.guestMs)
        mark('time-limit', `it took more than ${limits.guestMs} ms in one call`);
      return ending !== null;
    },
    statement: () => {
      if (ending !== null) throw new Stop(ending.message);
      if (++statements > limits.statements)
        end('sql-limit', `it made more than ${limits.statements} statements in one call`);
    },
    mark,
    end,
    ended: () => ending,
  };
}

/** Of this thread: what a busy machine does elsewhere is not held against the program. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A line to one interpreter: requests go one after the other, each is answered once or lost with the interpreter. */
import type { Clock } from '../../core/clock.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { PythonLost } from './engine.ts';
import type { Frame } from './frame.ts';

export interface Line {
  readonly id: number;
  readonly isOpen: boolean;
  /** Resolves when the process has said that it is there. */
  hello(limit: number): Promise<void>;
  /** Rejects with `PythonLost`, or with the reason of the signal, after which the interpreter is gone. */
  request(request: LineRequest): Promise<Frame>;
  /** The process ends; whoever waits is told so. */
  close(reason?: PythonLost['reason'], message?: string): void;
}

export interface LineRequest {
  readonly head: JsonObject;
  readonly body?: Uint8Array;
  /** Milliseconds from when it is sent. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The end that the supervisor's reader holds. */
export interface LineEnd {
  hear(frame: Frame): void;
  lose(reason: PythonLost['reason'], message: string, isTold?: boolean): void;
}

export interface LineMeans {
  readonly id: number;
  readonly clock: Clock;
  /** Counts who waits. */
  readonly wake: (by: 1 | -1) => void;
  readonly send: (head: Json, body?: Uint8Array) => void;
  /** `told` where the supervisor knows already. */
  readonly onClose: (told: boolean) => void;
}

interface Waiter {
  readonly resolve: (frame: Frame) => void;
  readonly reject: (error: Error) => void;
}

export function openLine({ id, clock, wake, send, onClose }: LineMeans): {
  readonly line: Line;
  readonly end: LineEnd;
} {
  let waiter: Waiter | null = null;
  let lost: PythonLost | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  /** An answer says which request it is for; the hello is for none. */
  let ordinal = 0;

  const lose = (reason: PythonLost['reason'], message: string, isTold = false): void => {
    if (lost !== null) return;
    lost = new PythonLost(reason, message);
    onClose(isTold);
    waiter?.reject(lost);
  };

  const answer = async (limit: number, signal?: AbortSignal): Promise<Frame> => {
    if (lost !== null) throw lost;
    const watch = new AbortController();
    wake(1);
    const onAbort = (): void => lose('closed', 'The call was interrupted.');
    signal?.addEventListener('abort', onAbort, { once: true });
    clock.sleep(limit, watch.signal).then(
      () => lose('time-limit', `Python did not answer within ${limit / 1000} s.`),
      () => {},
    );
    try {
      return await new Promise<Frame>((resolve, reject) => {
        waiter = { resolve, reject };
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      waiter = null;
      watch.abort();
      signal?.removeEventListener('abort', onAbort);
      wake(-1);
    }
  };

  const request = ({ head, body, limit, signal }: LineRequest): Promise<Frame> => {
    const mine = turn.then(() => {
      signal?.throwIfAborted();
      ordinal += 1;
      if (lost === null) send({ ...head, ordinal }, body);
      return answer(limit, signal);
    });
    turn = mine.catch(() => {});
    return mine;
  };

  const line: Line = {
    id,
    get isOpen() {
      return lost === null;
    },
    hello: (limit) => {
      const mine = answer(limit).then(() => {});
      turn = mine.catch(() => {});
      return mine;
    },
    request,
    close: (reason = 'closed', message = 'The Python interpreter was closed.') => lose(reason, message),
  };
  return {
    line,
    end: {
      hear: (frame) => {
        const isAnswer = isObject(frame.head) && frame.head.ordinal === ordinal;
        // What nobody asked for comes from an interpreter that is no longer ours.
        if (waiter === null || !isAnswer) lose('crashed', 'Python spoke out of turn.');
        else waiter.resolve(frame);
      },
      lose,
    },
  };
}

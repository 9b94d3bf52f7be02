/**
 * The supervisor's process as Node sees it: started, spoken to in lines, and gone when it is gone. A line leads to one interpreter, which
 * answers each request once. Keeps Node alive only while an answer is awaited. Does not know what the requests mean.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import { PythonLost } from './engine.ts';
import { encodeFrame, type Frame, frameReader } from './frame.ts';
import { type Line, type LineEnd, openLine } from './line.ts';

export interface Root {
  readonly version: string;
  readonly isContained: boolean;
  readonly isAlive: boolean;
  readonly lines: number;
  /** A new process, forked from the one behind `under`, once it has said hello. */
  open(under: number, limit: number): Promise<Line>;
  close(): Promise<void>;
}

/** The lines that are there from the start. */
export const LIBRARY = 1;
export const VERIFIER = 2;
const FIRST = 16;

export interface RootStart {
  readonly python: string;
  readonly settings: string;
  readonly isContained: boolean;
  readonly clock: Clock;
}

/** Why the supervisor cannot be: the machine does not let it be contained. */
export class NotContained extends Error {
  override readonly name = 'NotContained';
}

const INTERPRETER = fileURLToPath(new URL('interpreter', import.meta.url));
/** Nothing of the host's environment goes in; a fixed seed makes the order of sets repeatable. */
const ENVIRONMENT = { PYTHONHASHSEED: '0', TZ: 'UTC', LC_ALL: 'C.UTF-8', HOME: '/' };

const READY = z.object({ event: z.literal('ready'), version: z.string(), scratch: z.string().nullable() });
type Ready = z.infer<typeof READY>;
const EVENT = z.union([
  READY,
  z.object({ event: z.literal('failed'), reason: z.string() }),
  z.object({ event: z.literal('closed'), id: z.number() }),
]);

/** Starts the interpreter with these settings; what it says comes on standard output. */
export function spawnInterpreter(python: string, settings: string): ChildProcess {
  return spawn(python, ['-s', '-B', INTERPRETER, settings], {
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    // A group of its own: a Ctrl-C at the terminal is for Node alone.
    detached: true,
  });
}

export function startRoot(start: RootStart): Promise<Root> {
  const child = spawnInterpreter(start.python, start.settings);
  const wake = keeper(child);
  const ends = new Map<number, LineEnd>();
  let ready: Ready | null = null;
  let isAlive = true;
  const exited = new Promise<void>((resolve) => {
    const onEnd = (): void => {
      isAlive = false;
      for (const end of [...ends.values()]) end.lose('crashed', ENDED);
      if (typeof ready?.scratch === 'string') rmSync(ready.scratch, { recursive: true, force: true });
      resolve();
    };
    child.once('exit', onEnd);
    child.once('error', onEnd);
  });
  // A pipe that breaks shows as the end of the process.
  child.stdin?.on('error', () => {});
  const root: Root = {
    get version() {
      return ready?.version ?? '';
    },
    isContained: start.isContained,
    get isAlive() {
      return isAlive;
    },
    get lines() {
      return ends.size;
    },
    open: opener({
      ends,
      wake,
      clock: start.clock,
      send: (line, head, body) => isAlive && child.stdin?.write(encodeFrame(line, head, body)),
      isAlive: () => isAlive,
    }),
    close: () => {
      for (const end of [...ends.values()]) end.lose('closed', 'The Python engine was closed.');
      isAlive = false;
      // Whoever waits for the end must live to see it.
      wake(1);
      // At the end of its input the supervisor ends, and with it all that it has started.
      child.stdin?.destroy();
      return exited;
    },
  };
  wake(1);
  return Promise.race([
    firstEvent(child, ends),
    exited.then((): never => {
      throw new PythonLost('crashed', 'The Python supervisor ended before it was ready.');
    }),
  ])
    .then((event) => {
      ready = event;
      return root;
    })
    .finally(() => wake(-1));
}

const ENDED = 'The Python supervisor ended.';

/** Hands every frame to whom it is for; resolves when the supervisor is ready. */
function firstEvent(child: ChildProcess, ends: ReadonlyMap<number, LineEnd>): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const onEvent = ({ head }: Frame): void => {
      const event = EVENT.safeParse(head).data;
      if (event?.event === 'closed') ends.get(event.id)?.lose('crashed', 'The Python interpreter ended.', true);
      if (event?.event === 'failed') reject(new NotContained(event.reason));
      if (event?.event === 'ready') resolve(event);
    };
    child.stdout?.on(
      'data',
      frameReader((frame) => (frame.line === 0 ? onEvent(frame) : ends.get(frame.line)?.hear(frame))),
    );
  });
}

interface Opening {
  readonly ends: Map<number, LineEnd>;
  readonly wake: (by: 1 | -1) => void;
  readonly clock: Clock;
  readonly send: (line: number, head: Json, body?: Uint8Array) => void;
  readonly isAlive: () => boolean;
}

function opener({ ends, wake, clock, send, isAlive }: Opening): Root['open'] {
  let next = FIRST;
  return async (under, limit) => {
    if (!isAlive()) throw new PythonLost('crashed', ENDED);
    const id = next++;
    const { line, end } = openLine({
      id,
      clock,
      wake,
      send: (head, body) => send(id, head, body),
      onClose: (told) => {
        ends.delete(id);
        if (!told) send(0, { op: 'close', id });
      },
    });
    ends.set(id, end);
    send(0, { op: 'open', id, under });
    await line.hello(limit);
    return line;
  };
}

/** Node waits for the process only while somebody waits for an answer. */
function keeper(child: ChildProcess): (by: 1 | -1) => void {
  let waiting = 0;
  const pipes = [child.stdin, child.stdout].filter((pipe) => pipe instanceof Socket);
  const hold = (): void => {
    child.ref();
    for (const pipe of pipes) pipe.ref();
  };
  const release = (): void => {
    child.unref();
    for (const pipe of pipes) pipe.unref();
  };
  release();
  return (by) => {
    waiting += by;
    if (waiting === 1 && by === 1) hold();
    if (waiting === 0) release();
  };
}

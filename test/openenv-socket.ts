/** A WebSocket for tests of OpenEnv: says something, and gives the next thing that is said back. */
import { WebSocket } from 'ws';
import { z } from 'zod';

const spoken = z.looseObject({ type: z.string().optional(), data: z.record(z.string(), z.unknown()).optional() });
export type Spoken = z.infer<typeof spoken>;

export interface TestSocket {
  readonly socket: WebSocket;
  /** An object as JSON; a text or bytes as they are. */
  ask(message: unknown): Promise<Spoken>;
  next(): Promise<Spoken>;
  /** Its code. */
  closed(): Promise<number>;
}

export async function openSocket(url: string): Promise<TestSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'));
  const heard: Spoken[] = [];
  const waiting: ((message: Spoken) => void)[] = [];
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data) => {
    const message = spoken.parse(JSON.parse(String(data)));
    const first = waiting.shift();
    if (first === undefined) heard.push(message);
    else first(message);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  const next = (): Promise<Spoken> => {
    const message = heard.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    socket,
    next,
    ask: (message) => {
      socket.send(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message));
      return next();
    },
    closed: () => closed,
  };
}

export const callOf = (name: string, input: object = {}): object => ({
  type: 'step',
  data: { type: 'call_tool', tool_name: name, arguments: input },
});

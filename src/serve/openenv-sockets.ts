/**
 * OpenEnv's WebSockets: one conversation each, message by message in order. A socket that does not answer pings is dead and its seat is
 * left; one that does keeps its episode alive, however long its client thinks.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../core/clock.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { boundedJson } from './bounded-json.ts';

/** One end of a conversation. */
export interface Talk {
  /** Undefined for what is no JSON. */
  hear(message: Json | undefined): Promise<{ readonly message: JsonObject | null; readonly isLast: boolean }>;
  isAlive(): void;
  leave(): Promise<void>;
}

/** A talk, or the only thing that is said. */
export type Taken = { readonly talk: Talk } | { readonly farewell: JsonObject };

export interface Sockets {
  accept(handshake: Handshake, take: () => Taken): void;
  close(): Promise<void>;
}

export interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

const LARGEST_MESSAGE = 1024 * 1024;
/** The clients wait for each answer before they go on; nobody needs more. */
const MOST_WAITING = 16;
const PING_EVERY_MS = 20_000;
const TRY_LATER = 1013;
const TOO_FAST = 1008;
const GOING_AWAY = 1001;

export function openSockets(clock: Clock, onError: (error: unknown) => void): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const silent = new WeakSet<WebSocket>();
  const stopped = new AbortController();
  const leaving = new Set<Promise<void>>();

  const converse = (socket: WebSocket, talk: Talk): void => {
    const inTurn = queueOf(socket, talk, onError);
    socket.on('message', inTurn);
    socket.on('pong', () => {
      silent.delete(socket);
      talk.isAlive();
    });
    socket.on('close', () => {
      const left: Promise<void> = talk
        .leave()
        .catch(onError)
        .finally(() => leaving.delete(left));
      leaving.add(left);
    });
  };
  void pingUntil(stopped.signal, clock, () => {
    for (const socket of server.clients) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
  });
  return {
    accept: ({ request, socket: stream, head }, take) =>
      server.handleUpgrade(request, stream, head, (socket) => {
        // What breaks the protocol closes the socket; there is nobody to tell.
        socket.on('error', () => undefined);
        const taken = take();
        if ('talk' in taken) return converse(socket, taken.talk);
        socket.send(JSON.stringify(taken.farewell));
        socket.close(TRY_LATER);
      }),
    close: async () => {
      stopped.abort();
      const gone = [...server.clients].map(async (socket) => {
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.close(GOING_AWAY);
        socket.terminate();
        await closed;
      });
      server.close();
      await Promise.all(gone);
      await Promise.all(leaving);
    },
  };
}

function queueOf(
  socket: WebSocket,
  talk: Talk,
  onError: (error: unknown) => void,
): (data: RawData, isBinary: boolean) => void {
  let waiting = 0;
  let last = Promise.resolve();
  const answer = async (data: RawData, isBinary: boolean): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return;
    const { message, isLast } = await talk.hear(isBinary ? undefined : boundedJson(String(data)));
    if (message !== null) await sent(socket, message);
    if (isLast) socket.close(message === null ? undefined : TRY_LATER);
  };
  return (data, isBinary) => {
    if (++waiting > MOST_WAITING) return socket.close(TOO_FAST, 'wait for an answer before you go on');
    last = last
      .then(() => answer(data, isBinary))
      .catch(onError)
      .finally(() => waiting--);
  };
}

/** Whoever does not read is not answered further. */
function sent(socket: WebSocket, message: JsonObject): Promise<void> {
  return new Promise((resolve) => socket.send(JSON.stringify(message), () => resolve()));
}

async function pingUntil(signal: AbortSignal, clock: Clock, ping: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(PING_EVERY_MS, signal);
    } catch {
      return;
    }
    ping();
  }
}

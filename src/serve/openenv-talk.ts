/**
 * What a socket of OpenEnv is for: a seat of its own, which ends with it, or one that was taken over HTTP, which it is attached to. A
 * client of the tool environments takes a seat first and then comes by a socket as well, and acts in the one episode by both.
 */
import type { JsonObject } from '../core/json.ts';
import type { Environment } from './environment.ts';
import { HostFull } from './host.ts';
import { error, full, turnOf } from './openenv-messages.ts';
import { answerRpc, type Rpc } from './openenv-rpc.ts';
import type { Seat, Seats } from './openenv-seats.ts';
import type { Taken, Talk } from './openenv-sockets.ts';

export interface Call {
  readonly environment: Environment;
  /** At `/mcp`; otherwise at `/ws`. */
  readonly isRpc: boolean;
  readonly sessionId: string | null;
}

export interface TalkParts {
  readonly seats: Seats;
  readonly onError: (error: unknown) => void;
}

export function takeCall(call: Call, { seats, onError }: TalkParts): Taken {
  const { environment, isRpc, sessionId } = call;
  const rpc: Rpc = { environment, seats, bound: null, onError };
  if (!isRpc && sessionId !== null) {
    const seat = seats.find(sessionId, environment);
    if (seat === null || !seats.attach(seat))
      return { farewell: messageOf(error('SESSION_ERROR', 'this session is unknown, or has a socket already')) };
    return { talk: talkOf(rpc, seat, { isRpc, leave: () => seats.detach(seat) }) };
  }
  try {
    const seat = seats.take(environment);
    seats.attach(seat);
    const leave = async (): Promise<void> => {
      await seats.detach(seat);
      await seats.leave(seat, 'client-left');
    };
    return { talk: talkOf(rpc, seat, { isRpc, leave }) };
  } catch (thrown) {
    if (!(thrown instanceof HostFull)) throw thrown;
    return { farewell: isRpc ? rpcFull(thrown) : messageOf(full(thrown)) };
  }
}

function talkOf(rpc: Rpc, seat: Seat, { isRpc, leave }: { isRpc: boolean; leave: () => Promise<void> }): Talk {
  return {
    hear: async (message) =>
      isRpc
        ? { message: await answerRpc({ ...rpc, bound: seat }, message), isLast: false }
        : turnOf(rpc, seat, message),
    isAlive: () => void seat.session(),
    leave,
  };
}

function messageOf({ message }: { readonly message: JsonObject | null }): JsonObject {
  return message ?? {};
}

function rpcFull({ message, active, most }: HostFull): JsonObject {
  const data = { active_sessions: active, max_sessions: most };
  return { jsonrpc: '2.0', id: null, error: { code: -32000, message, data } };
}

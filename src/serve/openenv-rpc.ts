/**
 * OpenEnv's `/mcp`: tools by JSON-RPC, with its own way of opening and closing sessions. It is not the Model Context Protocol, and
 * real clients of that find it at `/mcp/<handle>`.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import { BROKEN, INTERNAL } from './attempt.ts';
import type { Environment } from './environment.ts';
import { HostFull } from './host.ts';
import { callTool } from './openenv-action.ts';
import { type Called, resultOf, toolsIn } from './openenv-answer.ts';
import type { Seat, Seats } from './openenv-seats.ts';
import { outcomeData } from './served-tools.ts';
import { SessionRefusal } from './session.ts';
import { choiceSchema } from './task-choice.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NO_METHOD = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const SERVER_ERROR = -32000;

const UNREADY =
  'there is no episode: reset first, or name a task when the session is created with openenv/session/create';

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.record(z.string(), z.json()).nullish(),
  id: z.union([z.string(), z.int(), z.null()]).default(null),
});
const callSchema = z.object({ name: z.string().min(1).max(256), arguments: z.json().nullish() });

export interface Rpc {
  readonly environment: Environment;
  readonly seats: Seats;
  /** Of the socket by which it came. */
  readonly bound: Seat | null;
  readonly onError: (error: unknown) => void;
}

/** An error as a value of its protocol. */
class RpcError extends Error {
  readonly code: number;
  readonly data: JsonObject | null;
  constructor(code: number, message: string, data: JsonObject | null = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Undefined is for what could not be read. */
export async function answerRpc(rpc: Rpc, message: Json | undefined): Promise<JsonObject> {
  if (message === undefined) return failure(null, new RpcError(PARSE_ERROR, 'Parse error'));
  const parsed = requestSchema.safeParse(message);
  if (!parsed.success) return failure(null, new RpcError(INVALID_REQUEST, 'Invalid Request'));
  const { id, method, params } = parsed.data;
  try {
    return { jsonrpc: '2.0', id, result: await resultFor(rpc, method, params ?? {}) };
  } catch (error) {
    return failure(id, rpcErrorOf(error, rpc.onError));
  }
}

function failure(id: string | number | null, { code, message, data }: RpcError): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === null ? {} : { data }) } };
}

function rpcErrorOf(error: unknown, onError: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof HostFull) {
    const { active, most, message } = error;
    return new RpcError(SERVER_ERROR, message, { active_sessions: active, max_sessions: most });
  }
  if (error instanceof SessionRefusal) return new RpcError(INVALID_PARAMS, error.message);
  onError(error);
  return new RpcError(INTERNAL_ERROR, INTERNAL);
}

async function resultFor(rpc: Rpc, method: string, params: JsonObject): Promise<Json> {
  switch (method) {
    case 'openenv/session/create':
      return create(rpc, params);
    case 'openenv/session/close':
      return close(rpc, params);
    case 'tools/list':
      return {
        tools: toolsIn(seatFor(rpc, params)?.session() ?? null).map(({ name, description, input }) => ({
          name,
          description,
          inputSchema: input,
        })),
      };
    case 'tools/call':
      return call(rpc, params);
    default:
      throw new RpcError(NO_METHOD, `Method not found: ${method.slice(0, 100)}`);
  }
}

/** A socket has its session already. */
async function create({ environment, seats, bound }: Rpc, params: JsonObject): Promise<Json> {
  const choice = choiceSchema.safeParse(params);
  if (!choice.success) throw new RpcError(INVALID_PARAMS, z.prettifyError(choice.error));
  const seat = bound ?? seats.take(environment);
  const { id, scenario, split } = choice.data;
  if ((id ?? scenario ?? split ?? null) === null) return { session_id: seat.id };
  try {
    const { observation } = await seat.reset(choice.data);
    return { session_id: seat.id, observation };
  } catch (error) {
    if (bound === null) await seats.leave(seat, 'not-begun');
    throw error;
  }
}

async function close({ environment, seats, bound }: Rpc, { session_id: id }: JsonObject): Promise<Json> {
  if (typeof id !== 'string') throw new RpcError(INVALID_PARAMS, "Invalid params - 'session_id' is required");
  if (id === bound?.id) throw new RpcError(INVALID_REQUEST, 'the session of a socket ends with the socket');
  const seat = seats.find(id, environment);
  if (seat === null) throw unknownSession();
  const isClosed = await seats.leave(seat, 'client-left');
  return { session_id: id, closed: isClosed, ...(isClosed ? {} : { closing: true }) };
}

function seatFor({ environment, seats, bound }: Rpc, { session_id: id }: JsonObject): Seat | null {
  if (typeof id !== 'string' || id === bound?.id) return bound;
  const seat = seats.find(id, environment);
  if (seat === null) throw unknownSession();
  return seat;
}

function unknownSession(): RpcError {
  return new RpcError(INVALID_PARAMS, 'Unknown session_id');
}

async function call(rpc: Rpc, params: JsonObject): Promise<Json> {
  const parsed = callSchema.safeParse(params);
  if (!parsed.success) throw new RpcError(INVALID_PARAMS, "Invalid params - 'name' is required");
  const { name, arguments: given } = parsed.data;
  const session = seatFor(rpc, params)?.session() ?? null;
  return outcomeOf(await callTool({ environment: rpc.environment, session, unready: UNREADY }, name, given ?? {}));
}

function outcomeOf(called: Called): Json {
  switch (called.kind) {
    case 'step':
      return resultOf(called);
    case 'settled':
      return { ...resultOf(called), reward: called.settlement.reward, done: true };
    case 'scenarios':
      return { data: { scenarios: called.scenarios, total: called.scenarios.length }, is_error: false };
    case 'left':
      return { data: 'done', is_error: false, done: true };
    case 'broken':
      throw new RpcError(SERVER_ERROR, BROKEN, outcomeData(called.settlement));
    case 'over':
    case 'unready':
      throw new RpcError(SERVER_ERROR, called.message);
    case 'refused':
      throw new RpcError(INVALID_PARAMS, called.message);
  }
}

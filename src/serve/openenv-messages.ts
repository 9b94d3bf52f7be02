/** The messages of OpenEnv's `/ws`: one answer to each, and what ends the conversation. It knows the words, not the socket. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { INTERNAL } from './attempt.ts';
import { HostFull } from './host.ts';
import { act, actionSchema } from './openenv-action.ts';
import type { Answer } from './openenv-answer.ts';
import { answerRpc, type Rpc } from './openenv-rpc.ts';
import type { Seat } from './openenv-seats.ts';
import { SessionRefusal } from './session.ts';
import { choiceSchema } from './task-choice.ts';

/** What is said back, if anything, and whether that was the last word. */
export interface Turn {
  readonly message: JsonObject | null;
  readonly isLast: boolean;
}

const record = z.record(z.string(), z.json());
const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reset'), data: choiceSchema.default({}) }),
  z.strictObject({ type: z.literal('step'), data: actionSchema }),
  z.strictObject({ type: z.literal('state') }),
  z.strictObject({ type: z.literal('close') }),
  z.strictObject({ type: z.literal('mcp'), data: record }),
]);
const TYPES: ReadonlySet<unknown> = new Set(['reset', 'step', 'state', 'close', 'mcp']);
const MOST_ISSUES = 10;

export async function turnOf(rpc: Rpc, seat: Seat, message: Json | undefined): Promise<Turn> {
  if (message === undefined) return error('INVALID_JSON', 'Invalid JSON: a message is a text frame with a JSON object');
  if (isObject(message) && !TYPES.has(message.type)) return error('UNKNOWN_TYPE', 'Unknown message type');
  const parsed = messageSchema.safeParse(message);
  if (!parsed.success) return error('VALIDATION_ERROR', 'Invalid message', { errors: issuesIn(parsed.error) });
  const { data: said } = parsed;
  try {
    switch (said.type) {
      case 'reset':
        return observation(await seat.reset(said.data));
      case 'step':
        return observation(
          await act({ environment: seat.environment, session: seat.session(), unready: UNREADY }, said.data),
        );
      case 'state':
        return answer('state', seat.state());
      case 'mcp':
        return answer('mcp', await answerRpc({ ...rpc, bound: seat }, said.data));
      case 'close':
        return { message: null, isLast: true };
    }
  } catch (thrown) {
    return said.type === 'reset' ? notBegun(thrown, rpc) : failed(thrown, rpc);
  }
}

const UNREADY = 'there is no episode: reset first';

function notBegun(thrown: unknown, { onError }: Rpc): Turn {
  if (thrown instanceof SessionRefusal) return error('VALIDATION_ERROR', thrown.message);
  if (thrown instanceof HostFull) return full(thrown);
  onError(thrown);
  return { ...error('FACTORY_ERROR', 'the world could not be opened; the episode is void'), isLast: true };
}

function failed(thrown: unknown, { onError }: Rpc): Turn {
  onError(thrown);
  return error('EXECUTION_ERROR', INTERNAL);
}

export function full({ message, active, most }: HostFull): Turn {
  return { ...error('CAPACITY_REACHED', message, { active_sessions: active, max_sessions: most }), isLast: true };
}

export function error(code: string, message: string, more: JsonObject = {}): Turn {
  return answer('error', { message, code, ...more });
}

function observation(given: Answer): Turn {
  return answer('observation', { ...given });
}

function answer(type: string, data: JsonObject): Turn {
  return { message: { type, data }, isLast: false };
}

function issuesIn({ issues }: z.ZodError): JsonObject[] {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message, code }) => ({ loc: path.map(String).slice(0, MOST_ISSUES), msg: message, type: code }));
}

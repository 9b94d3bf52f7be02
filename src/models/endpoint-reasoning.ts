/**
 * Reasoning as OpenAI-compatible servers write it. The SDK reads `reasoning_content` and `reasoning` alike and always sends the
 * first; a server that wrote the second, or structured `reasoning_details` (with signatures), gets back just what it wrote.
 */
import { z } from 'zod';
import { isObject, type JsonObject } from '../core/json.ts';
import type { ReplyPart } from '../core/model.ts';

/** The name under which the SDK keeps options for such a server. */
export const ENDPOINT = 'endpoint';
/** The name under which the SDK adds fields to a message as they are. */
const FIELDS = 'openaiCompatible';

const writtenSchema = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ reasoning: z.unknown().optional(), reasoning_details: z.array(z.json()).nullish() }),
      }),
    ],
    z.unknown(),
  ),
});

/** What the server wrote beyond plain `reasoning_content`, to be kept with the reply, or null. */
export function reasoningWritten(body: unknown): JsonObject | null {
  const message = writtenSchema.safeParse(body).data?.choices[0].message;
  const named = typeof message?.reasoning === 'string' && message.reasoning !== '';
  const details = message?.reasoning_details ?? null;
  if (!named && details === null) return null;
  return {
    [FIELDS]: { ...(named ? { field: 'reasoning' } : {}), ...(details === null ? {} : { reasoning_details: details }) },
  };
}

/** The fields of an assistant's message that give its reasoning back, or null where the SDK's own way will do. */
export function reasoningFields(parts: readonly ReplyPart[]): JsonObject | null {
  const thoughts = parts.filter((part) => part.type === 'reasoning');
  const kept = thoughts.map((part) => part.extra?.[FIELDS]).find((extra) => isObject(extra));
  if (!isObject(kept)) return null;
  const { field, reasoning_details } = kept;
  const words = thoughts.map((part) => part.text).join('');
  const name = typeof field === 'string' ? field : 'reasoning_content';
  return {
    [FIELDS]: {
      ...(words === '' ? {} : { [name]: words }),
      ...(reasoning_details === undefined ? {} : { reasoning_details }),
    },
  };
}

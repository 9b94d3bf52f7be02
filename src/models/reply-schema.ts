/** A Reply that comes from a file. */
import { z } from 'zod';
import type { Reply } from '../core/model.ts';

const extra = z.record(z.string(), z.json()).optional();
const tokens = z.number().nullable();

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), extra }),
  z.object({ type: z.literal('reasoning'), text: z.string(), extra }),
  z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: z.string(), extra }),
]);

export const replySchema: z.ZodType<Reply> = z.object({
  parts: z.array(partSchema),
  finish: z.enum(['stop', 'tool-calls', 'length', 'refused', 'other']),
  usage: z.object({ input: tokens, cachedInput: tokens, output: tokens, reasoning: tokens }),
});

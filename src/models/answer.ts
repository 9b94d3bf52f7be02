/**
 * What the SDK brought back, as a Reply: parts in order, with everything the provider wants to see again. Rejects what is no
 * answer. Does not know how the request was made or what follows.
 */
import type { LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4Usage } from '@ai-sdk/provider';
import { z } from 'zod';
import type { JsonObject } from '../core/json.ts';
import type { Reply, ReplyPart, Usage } from '../core/model.ts';
import { reasoningWritten } from './endpoint-reasoning.ts';
import type { Provider } from './settings.ts';

export type Answer =
  | { readonly type: 'reply'; readonly reply: Reply }
  | { readonly type: 'refusal'; readonly words: string }
  | { readonly type: 'broken'; readonly words: string };

const FINISHES = {
  stop: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'refused',
  other: 'other',
} as const satisfies Partial<Record<string, Reply['finish']>>;

export function answerOf(result: LanguageModelV4GenerateResult, provider: Provider): Answer {
  const { unified, raw } = result.finishReason;
  if (unified === 'error' || unified === 'interrupted')
    return { type: 'broken', words: `it stopped with "${raw ?? unified}"` };
  const parts = partsOf(result, provider);
  const finish = FINISHES[unified];
  const refusals = finish === 'refused' ? refusalsIn(result.response?.body) : [];
  const isUsable = parts.some(
    (part) => part.type === 'tool-call' || (part.type === 'text' && !refusals.includes(part.text)),
  );
  if (finish === 'refused' && !isUsable) {
    return { type: 'refusal', words: refusals.join(' ') || `finish reason "${raw ?? unified}"` };
  }
  return { type: 'reply', reply: { parts, finish, usage: usageOf(result.usage) } };
}

function partsOf({ content, response }: LanguageModelV4GenerateResult, provider: Provider): readonly ReplyPart[] {
  const parts = content.flatMap(partOf);
  const written = provider === 'openai-compatible' ? reasoningWritten(response?.body) : null;
  if (written === null) return parts;
  const thought = parts.find((part) => part.type === 'reasoning');
  if (thought === undefined) return [{ type: 'reasoning', text: '', extra: written }, ...parts];
  return parts.map((part) => (part === thought ? { ...part, extra: written } : part));
}

function partOf(content: LanguageModelV4Content): readonly ReplyPart[] {
  const extra = extraOf(content.providerMetadata);
  const kept = extra === null ? {} : { extra };
  switch (content.type) {
    case 'text':
    case 'reasoning':
      return content.text === '' && extra === null ? [] : [{ type: content.type, text: content.text, ...kept }];
    case 'tool-call':
      return [{ type: 'tool-call', id: content.toolCallId, name: content.toolName, input: content.input, ...kept }];
    default:
      return []; // Sources, files and the provider's own tools: none of them is ever asked for.
  }
}

const extraSchema = z.record(z.string(), z.json());

/** As the log will hold it, so that a reply is the same before and after it was logged. */
function extraOf(metadata: LanguageModelV4Content['providerMetadata']): JsonObject | null {
  if (metadata === undefined) return null;
  const extra = extraSchema.parse(JSON.parse(JSON.stringify(metadata)));
  return Object.keys(extra).length === 0 ? null : extra;
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    input: inputTokens.total ?? null,
    cachedInput: inputTokens.cacheRead ?? null,
    output: outputTokens.total ?? null,
    reasoning: outputTokens.reasoning ?? null,
  };
}

const chatSchema = z.object({ choices: z.array(z.object({ message: z.object({ refusal: z.string() }) })) });
const responsesSchema = z.object({
  output: z.array(z.object({ content: z.array(z.object({ refusal: z.string().optional() })).optional() })),
});

/** The words of a refusal where the provider marks them as such: the SDK shows them as plain text. */
function refusalsIn(body: unknown): readonly string[] {
  const chat = chatSchema.safeParse(body).data?.choices.map(({ message }) => message.refusal) ?? [];
  const responses =
    responsesSchema
      .safeParse(body)
      .data?.output.flatMap(({ content = [] }) => content.flatMap(({ refusal }) => refusal ?? [])) ?? [];
  return [...chat, ...responses];
}

/**
 * A request in the SDK's words. What a provider gave us as `extra` goes back to it unchanged; arguments of tool calls go back as
 * the model wrote them. Knows each provider's spelling of our few options; does not know how a request is sent.
 */
import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { type Block, type ImageBlock, textOf } from '../core/block.ts';
import { ModelError } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Message, ModelRequest, ReplyPart, ToolResult } from '../core/model.ts';
import { ENDPOINT, reasoningFields } from './endpoint-reasoning.ts';
import type { Provider } from './settings.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type Options = Omit<LanguageModelV4CallOptions, 'abortSignal'>;

export function callOptions(request: ModelRequest, provider: Provider): Options {
  const { system, messages, tools, maxOutputTokens, temperature, format } = request;
  return {
    prompt: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.flatMap((message) => promptMessages(message, provider)),
    ],
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => functionTool(tool, provider)) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(format === undefined ? {} : { responseFormat: { type: 'json', schema: jsonSchema(format) } }),
    ...reasoningOptions(request, provider),
  };
}

function functionTool(tool: ModelRequest['tools'][number], provider: Provider): NonNullable<Options['tools']>[number] {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: jsonSchema(tool.input),
    // OpenAI is strict unless told otherwise, and would then rewrite the world's schemas.
    ...(provider === 'openai' ? { strict: false } : {}),
  };
}

/** Ours are plain JSON Schemas; the SDK only passes them on. */
function jsonSchema(schema: JsonObject): JSONSchema7 {
  return schema as JSONSchema7;
}

type Level = Exclude<LanguageModelV4CallOptions['reasoning'], undefined>;
const LEVELS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] satisfies Level[];

/** OpenAI and its likes take any word; Anthropic and Google want it turned into effort or a number of tokens, as the SDK does. */
function reasoningOptions(
  { reasoningEffort, format }: ModelRequest,
  provider: Provider,
): Pick<Options, 'reasoning' | 'providerOptions'> {
  const strict = format === undefined ? {} : { strictJsonSchema: isStrict(format) };
  if (provider === 'openai' || provider === 'openai-compatible') {
    // Nothing is kept on OpenAI's side: the encrypted reasoning travels with the conversation, so that any of it can be replayed.
    // No summaries of it: the SDK would ask for them, and OpenAI refuses that to accounts it has not verified.
    const own = { ...strict, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
    return {
      providerOptions:
        provider === 'openai' ? { openai: { ...own, store: false, reasoningSummary: null } } : { [ENDPOINT]: own },
    };
  }
  if (reasoningEffort === undefined) return {};
  if (isLevel(reasoningEffort)) return { reasoning: reasoningEffort };
  if (provider === 'anthropic') return { providerOptions: { anthropic: { effort: reasoningEffort } } };
  return { providerOptions: { google: { thinkingConfig: { thinkingLevel: reasoningEffort } } } };
}

function isLevel(word: string): word is Level {
  return LEVELS.includes(word);
}

/** Whether OpenAI's strict mode takes the schema: every object closed, every property required. Otherwise it would refuse. */
function isStrict(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every((part: Json) => isStrict(part));
  if (!isObject(schema)) return true;
  const { properties, required } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const isClosed = schema.type !== 'object' || schema.additionalProperties === false;
  const hasAll = names.every((name) => Array.isArray(required) && required.includes(name));
  return isClosed && hasAll && Object.values(schema).every((part) => isStrict(part));
}

function promptMessages(message: Message, provider: Provider): readonly LanguageModelV4Message[] {
  if (message.role === 'user') {
    return [
      { role: 'user', content: message.blocks.map((block) => (block.type === 'text' ? block : imagePart(block))) },
    ];
  }
  if (message.role === 'tool') return toolMessages(message.results, provider);
  return assistantMessages(message.parts, provider);
}

function assistantMessages(parts: readonly ReplyPart[], provider: Provider): readonly LanguageModelV4Message[] {
  const fields = provider === 'openai-compatible' ? reasoningFields(parts) : null;
  const sent = fields === null ? parts : parts.filter(({ type }) => type !== 'reasoning');
  const content: AssistantContent = sent.map((part) => {
    const back = part.extra === undefined ? {} : { providerOptions: providerOptions(part.extra) };
    if (part.type !== 'tool-call') return { type: part.type, text: part.text, ...back };
    return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input, ...back };
  });
  // A turn in which nothing was said: chat templates want it for the alternation, the hosted providers refuse it.
  if (content.length === 0 && provider !== 'openai-compatible') return [];
  return [{ role: 'assistant', content, ...(fields === null ? {} : { providerOptions: providerOptions(fields) }) }];
}

/** Chat completions take no pictures in tool results: there they follow as a message of the user's. */
function toolMessages(results: readonly ToolResult[], provider: Provider): readonly LanguageModelV4Message[] {
  const takesImages = provider !== 'openai-compatible';
  const answers: LanguageModelV4Message = {
    role: 'tool',
    content: results.map((result) => toolResult(result, takesImages)),
  };
  const images = takesImages
    ? []
    : results.flatMap(({ name, blocks }) => imagesIn(blocks).map((image) => ({ name, image })));
  if (images.length === 0) return [answers];
  const content = images.flatMap(({ name, image }) => [
    { type: 'text' as const, text: `Image from ${name}:` },
    imagePart(image),
  ]);
  return [answers, { role: 'user', content }];
}

function toolResult(
  { callId, name, blocks, isError }: ToolResult,
  takesImages: boolean,
): LanguageModelV4ToolResultPart {
  const result = { type: 'tool-result' as const, toolCallId: callId, toolName: name };
  const images = imagesIn(blocks);
  if (images.length > 0 && takesImages) {
    const value = blocks.map((block) => (block.type === 'text' ? block : imagePart(block)));
    return { ...result, output: { type: 'content', value } };
  }
  const value = images.length === 0 ? textOf(blocks) : `${textOf(blocks)}\n(${images.length} image(s) follow)`.trim();
  return { ...result, output: { type: isError ? 'error-text' : 'text', value } };
}

function imagesIn(blocks: readonly Block[]): readonly ImageBlock[] {
  return blocks.filter((block): block is ImageBlock => block.type === 'image');
}

function imagePart({ mediaType, data, hash }: ImageBlock): LanguageModelV4FilePart {
  if (data === undefined)
    throw new ModelError('bad-request', `image ${hash} came without its bytes: load them before asking a model`);
  return { type: 'file', mediaType, data: { type: 'data', data } };
}

const extraSchema = z.record(z.string(), z.record(z.string(), z.json()));

function providerOptions(extra: JsonObject): SharedV4ProviderOptions {
  return extraSchema.parse(extra);
}

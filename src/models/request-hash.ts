/**
 * One short name for equal requests, the same before and after they were logged: pictures count by their hash. Each message is
 * digested once, however many requests carry it, since a history grows by a turn and is sent whole every time: a message that
 * was sent must not be changed afterwards.
 */
import { createHash } from 'node:crypto';
import type { Block } from '../core/block.ts';
import { canonical, type Json } from '../core/json.ts';
import type { Message, ModelRequest, ModelTool } from '../core/model.ts';
import { sha256 } from '../wire/hash.ts';

const digests = new WeakMap<object, string>();

/** SHA-256, the first 32 hex digits. */
export function requestHash({ system, messages, tools, ...rest }: ModelRequest): string {
  const settings: Json = {
    maxOutputTokens: rest.maxOutputTokens ?? null,
    temperature: rest.temperature ?? null,
    reasoningEffort: rest.reasoningEffort ?? null,
    format: rest.format ?? null,
  };
  const lines = [
    canonical(settings),
    JSON.stringify(system),
    ...tools.map((tool) => digestOf(tool, toolJson)),
    ...messages.map((message) => digestOf(message, messageJson)),
  ];
  return sha256(lines.join('\n')).slice(0, 32);
}

function digestOf<T extends object>(value: T, plain: (value: T) => Json): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const digest = createHash('sha256')
    .update(canonical(plain(value)))
    .digest('base64');
  digests.set(value, digest);
  return digest;
}

function toolJson({ name, description, input }: ModelTool): Json {
  return ['tool', name, description, input];
}

function messageJson(message: Message): Json {
  switch (message.role) {
    case 'user':
      return ['user', ...message.blocks.map(blockJson)];
    case 'assistant':
      return ['assistant', ...message.parts.map((part) => partJson(part))];
    case 'tool':
      return [
        'tool-results',
        ...message.results.map(
          ({ callId, name, blocks, isError }): Json => [callId, name, isError, ...blocks.map(blockJson)],
        ),
      ];
  }
}

function partJson(part: Extract<Message, { role: 'assistant' }>['parts'][number]): Json {
  const extra = part.extra ?? null;
  return part.type === 'tool-call' ? [part.type, part.id, part.name, part.input, extra] : [part.type, part.text, extra];
}

function blockJson(block: Block): Json {
  return block.type === 'text' ? ['text', block.text] : ['image', block.mediaType, block.hash];
}

import type { Block } from './block.ts';
import type { JsonObject } from './json.ts';

/** What part a model plays in an episode. Money and tokens are counted per role. */
export const ROLES = ['agent', 'world', 'judge', 'colleague'] as const;
export type Role = (typeof ROLES)[number];

/** What a model said, piece by piece, in order. `extra` is what the provider wants to get back unchanged. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string; readonly extra?: JsonObject }
  | { readonly type: 'reasoning'; readonly text: string; readonly extra?: JsonObject }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      /** The arguments as the model wrote them: JSON text, perhaps malformed. */
      readonly input: string;
      readonly extra?: JsonObject;
    };

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly isError: boolean;
}

export type Message =
  | { readonly role: 'user'; readonly blocks: readonly Block[] }
  | { readonly role: 'assistant'; readonly parts: readonly ReplyPart[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** In the provider's own words: none, minimal, low, medium, high, xhigh, max … */
  readonly reasoningEffort?: string;
  /** A JSON Schema that the whole text must follow, where the provider can promise that. */
  readonly format?: JsonObject;
}

/** Tokens; null where the provider did not say. Cached input is part of input, reasoning is part of output. */
export interface Usage {
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
}

export const NO_USAGE: Usage = { input: null, cachedInput: null, output: null, reasoning: null };

export interface Reply {
  readonly parts: readonly ReplyPart[];
  /** `stop` also for providers that say so beside tool calls: look at the parts, not at this, to see whether it goes on. */
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'refused' | 'other';
  readonly usage: Usage;
}

/**
 * The door for models. Resolves with what the model really said, or rejects with a ModelError; never invents a reply, and
 * never rejects with a key in the message. Wrappers (retry, budget, cache, record, replay) have the same face.
 */
export interface Model {
  /** As the provider names it; may contain `/`. */
  readonly name: string;
  generate(request: ModelRequest, signal: AbortSignal): Promise<Reply>;
}

export function replyText(reply: Reply): string {
  return reply.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

export type ReplyCall = Extract<ReplyPart, { readonly type: 'tool-call' }>;

export function replyCalls(reply: Reply): readonly ReplyCall[] {
  return reply.parts.filter((part): part is ReplyCall => part.type === 'tool-call');
}

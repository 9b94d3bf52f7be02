/**
 * The SDK's model for given settings. Each SDK is loaded when first needed, since they are heavy, and is told everything, so that
 * it never looks into the process's environment. Does not know what is asked.
 */
import type { LanguageModelV4, LanguageModelV4Usage } from '@ai-sdk/provider';
import { ENDPOINT } from './endpoint-reasoning.ts';
import { baseUrlOf, type ModelSettings } from './settings.ts';
import type { Fetch } from './transport.ts';

export async function openEndpoint(settings: ModelSettings, fetch: Fetch): Promise<LanguageModelV4> {
  const { provider, model, apiKey } = settings;
  const options = { baseURL: baseUrlOf(settings), apiKey: apiKey ?? '', fetch };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(options).responses(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(options).languageModel(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(options).languageModel(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...options,
        name: ENDPOINT,
        supportsStructuredOutputs: true,
        convertUsage,
      }).chatModel(model);
    }
  }
}

interface ChatUsage {
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null | undefined } | null | undefined;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null | undefined } | null | undefined;
}

/** The SDK writes 0 for what a server did not say; unknown is not nothing. */
function convertUsage(usage: ChatUsage | null | undefined): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: usage?.prompt_tokens ?? undefined,
      noCache: undefined,
      cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? undefined,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: usage?.completion_tokens ?? undefined,
      text: undefined,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? undefined,
    },
  };
}

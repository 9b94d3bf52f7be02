/** What came of a call, as the result of an MCP tool. Knows neither transports nor who asked. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Block } from '../core/block.ts';
import { type Attempted, BROKEN } from './attempt.ts';
import { contentOf, outcomeData } from './served-tools.ts';

/**
 * No schema of answers is promised to clients, since faults may alter an answer: so only an outcome, which is ours, is structured.
 */
export function toolResult(attempted: Attempted): CallToolResult {
  switch (attempted.kind) {
    case 'step': {
      const { step } = attempted;
      return { content: contentOf(step).map(contentBlock), ...(step.isError ? { isError: true } : {}) };
    }
    case 'settled':
      return { content: attempted.blocks.map(contentBlock), structuredContent: outcomeData(attempted.settlement) };
    case 'broken':
      return { content: [words(BROKEN)], structuredContent: outcomeData(attempted.settlement), isError: true };
    case 'over':
    case 'refused':
      return { content: [words(attempted.message)], isError: true };
  }
}

/** Also for OpenEnv, whose results have the same content. */
export function contentBlock(block: Block): ContentBlock {
  if (block.type === 'text') return words(block.text);
  // A picture without its bytes has been kept elsewhere; that there was one is still worth saying.
  if (block.data === undefined) return words(`[picture ${block.hash}]`);
  return { type: 'image', data: block.data, mimeType: block.mediaType };
}

export function words(text: string): ContentBlock {
  return { type: 'text', text };
}

/**
 * An episode as text in OccuBench's grammar, newlines included, so that its readers can read ours. Blocks follow each other
 * without separator, each with a newline before and after. Prompts, reasoning and faults are not in it.
 */
import type { Block } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import type { Json } from '../core/json.ts';

export function trajectoryOf(events: readonly Event[]): string {
  return events.map(blockOf).join('');
}

function blockOf(event: Event): string {
  switch (event.type) {
    case 'tool-called':
      return `${response(event.remark ?? '')}\n[Agent Action]: Call tool \`${event.name}\` with arguments: ${rawInput(event.input)}\n`;
    case 'tool-answered':
      return observation(event.name, seenText(event.blocks));
    case 'notice-given':
      return observation(event.from, event.text);
    case 'agent-spoke':
      return response(event.text);
    default:
      return '';
  }
}

function response(text: string): string {
  return text === '' ? '' : `\n[Agent Response]: ${text}\n`;
}

function observation(from: string, text: string): string {
  return `\n[Environment Observation] (from ${from}): ${text}\n`;
}

/** The arguments as they were sent: models send JSON text, programs send values. */
function rawInput(input: Json): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** Pictures are named by their hash, since text can show no more of them. */
function seenText(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `[image ${block.hash}]`)).join('\n');
}

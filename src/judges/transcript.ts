/**
 * What happened in an episode, as entries for a judge who reads: what the agent said and called, what it saw, and which of that
 * was faulted. `label` is ours and can be trusted; `content` is somebody else's and goes between fences. Knows no prompt.
 */
import type { Block } from '../core/block.ts';
import type { Event, FaultInjected, ToolAnswered, ToolCalled } from '../core/event.ts';
import { parseJson } from '../core/json.ts';
import { shortened, visible } from './fence.ts';

export interface Entry {
  readonly label: string;
  readonly content: string;
}

/** Of one message or answer. OccuBench's longest tool answers have a few thousand characters. */
const MOST_PER_ENTRY = 16_000;
/** Of all together: about 100,000 tokens. */
const MOST_IN_ALL = 400_000;

export function transcriptOf(events: readonly Event[]): readonly Entry[] {
  return withinBounds(
    entriesOf(events).map(({ label, content }) => {
      const shown = visible(content);
      const cut = shown.length > MOST_PER_ENTRY ? ` (cut in the middle, it has ${shown.length} characters)` : '';
      return { label: `${label}${cut}`, content: shortened(shown, MOST_PER_ENTRY) };
    }),
  );
}

function entriesOf(events: readonly Event[]): readonly Entry[] {
  const entries: Entry[] = [];
  let calls = 0;
  let briefs = 0;
  let fault: FaultInjected | null = null;
  for (const event of events) {
    switch (event.type) {
      case 'brief-given':
        // The first is the task itself, which the judge is given apart.
        if (briefs++ > 0) entries.push({ label: 'The agent was given a new brief', content: event.text });
        break;
      case 'tool-called':
        entries.push(...calledEntries(event, ++calls));
        break;
      case 'fault-injected':
        fault = event;
        break;
      case 'tool-answered':
        entries.push(...answeredEntries(event, calls, fault));
        fault = null;
        break;
      default:
        entries.push(...otherEntries(event));
    }
  }
  return entries;
}

/** Name and arguments stand inside the fence, both: an agent can call a tool by any name. */
function calledEntries({ name, input, remark }: ToolCalled, call: number): readonly Entry[] {
  const given = typeof input === 'string' ? (parseJson(input) ?? input) : input;
  return [
    ...(remark === undefined ? [] : [{ label: `The agent said, beside call ${call}`, content: remark }]),
    { label: `Call ${call}: the agent called a tool`, content: JSON.stringify({ tool: name, arguments: given }) },
  ];
}

function answeredEntries(
  { blocks, isError }: ToolAnswered,
  call: number,
  fault: FaultInjected | null,
): readonly Entry[] {
  const kind = isError ? ', an error' : '';
  if (fault === null) return [{ label: `Answer to call ${call}${kind}`, content: written(blocks) }];
  return [
    {
      label: `Answer to call ${call} as the agent saw it${kind}. FAULTED: ${inWords(fault)}`,
      content: written(blocks),
    },
    ...trueAnswer(fault, call),
  ];
}

/** What a person needs to know to tell the fault from the agent's own mistakes. */
function inWords({ kind, manner, applied }: FaultInjected): string {
  if (manner === 'implicit')
    return `this answer was altered on its way (${kind}), and nothing told the agent so. What was asked did take effect.`;
  return applied === 'never'
    ? `this error was made up (${kind}); the call never reached the world, and nothing happened there.`
    : `this error was made up (${kind}); the call did take effect in the world, and only its answer was lost.`;
}

function trueAnswer({ clean, paths }: FaultInjected, call: number): readonly Entry[] {
  if (clean === null) return [];
  const places = paths.length === 0 ? '' : `altered at: ${paths.join(', ')}\n`;
  return [{ label: `True answer to call ${call}, which the agent did not see`, content: `${places}${written(clean)}` }];
}

function otherEntries(event: Event): readonly Entry[] {
  switch (event.type) {
    case 'agent-spoke':
      return [{ label: 'The agent said', content: event.text === '' ? '(nothing)' : event.text }];
    case 'notice-given':
      return [{ label: 'The agent was told by the world', content: `${event.at} ${event.from}: ${event.text}` }];
    case 'world-noted':
      return [
        {
          label: 'A note of the world, not seen by the agent',
          content: `${event.kind}: ${JSON.stringify(event.data)}`,
        },
      ];
    case 'agent-stopped':
      return [{ label: 'The agent stopped', content: event.reason }];
    default:
      return [];
  }
}

function written(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text : `[picture ${block.mediaType} ${block.hash.slice(0, 12)}]`))
    .join('\n');
}

/** Beginning and end tell most: where there is too much, entries are left out between them, and their number is told. */
function withinBounds(entries: readonly Entry[]): readonly Entry[] {
  const sizes = entries.map(({ label, content }) => label.length + content.length);
  if (sum(sizes) <= MOST_IN_ALL) return entries;
  const head = fitting(sizes, MOST_IN_ALL / 2);
  const tail = fitting(sizes.slice(head).reverse(), MOST_IN_ALL / 2);
  const missing = entries.length - head - tail;
  const note = `${missing} entries are left out here: the transcript is too long to be shown whole`;
  return [...entries.slice(0, head), { label: note, content: '(left out)' }, ...entries.slice(entries.length - tail)];
}

function fitting(sizes: readonly number[], most: number): number {
  let total = 0;
  const over = sizes.findIndex((size) => {
    total += size;
    return total > most;
  });
  return over === -1 ? sizes.length : over;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

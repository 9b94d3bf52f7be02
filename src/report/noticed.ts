/**
 * Tells whether an agent noticed the faults that hit it, by what it did next. A heuristic over the log, not a mind reader: an
 * agent that reads a list twice out of habit counts as having noticed, one that understood and kept silent does not.
 */
import { type Event, type EventOf, eventsOf, type FaultInjected, type ToolCalled } from '../core/event.ts';
import { equal, isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';

export type Notice = 'retried' | 're-read' | 'reported' | 'unnoticed';

export interface MetFault {
  readonly kind: string;
  readonly manner: FaultInjected['manner'];
  readonly tool: string;
  readonly call: number;
  readonly notice: Notice;
}

/** An error that is answered within this many calls was answered on purpose; later, the call may have come round by itself. */
const SOON = 5;

/** What one says about an answer that failed, or about one that was not whole. Deliberately plain words. */
const WORDS_FOR_ERRORS =
  /\b(error|fail(ed|s|ure|ing)?|time(d)?[ -]?out|unavailable|could not|couldn't|cannot|unable|interrupted|retr(y|ied|ying))/i;
const WORDS_FOR_GAPS =
  /\b(incomplete|missing|truncated|partial|inconsisten(t|cy)|mismatch|discrepanc(y|ies)|contradict\w*|stale|outdated|out of date|left out|cut off|only \d+ of|in error|suspicious)\b/i;

/** One entry for each fault that landed, in order. */
export function metFaults(events: readonly Event[]): readonly MetFault[] {
  return events.flatMap((event, i) => {
    if (event.type !== 'fault-injected') return [];
    const { kind, manner, tool, call } = event;
    return [{ kind, manner, tool, call, notice: noticeOf(event, callBefore(events, i), events.slice(i + 1)) }];
  });
}

/** Calls run one after the other, so the call that a fault hit is the last one made before it. */
function callBefore(events: readonly Event[], index: number): ToolCalled | null {
  const before = events.slice(0, index).findLast((event) => event.type === 'tool-called');
  return before?.type === 'tool-called' ? before : null;
}

function noticeOf({ manner, tool, applied }: FaultInjected, hit: ToolCalled | null, later: readonly Event[]): Notice {
  const input = inputOf(hit);
  const calls = eventsOf(later, 'tool-called');
  const isSame = (call: EventOf<'tool-called'>): boolean => call.name === tool && equal(inputOf(call), input);
  if (manner === 'explicit' && calls.slice(0, SOON).some(isSame)) return 'retried';
  if (calls.some((call) => isSame(call) || (call.name === tool && areCompatible(inputOf(call), input))))
    return 're-read';
  if (applied === 'lost' && isLookAt(calls[0] ?? null, input)) return 're-read';
  const words = manner === 'explicit' ? WORDS_FOR_ERRORS : WORDS_FOR_GAPS;
  return wordsIn(later).some((text) => words.test(text)) ? 'reported' : 'unnoticed';
}

/** The input as a value, also where a model sent it as JSON text. */
function inputOf(call: ToolCalled | null): Json {
  if (call === null) return null;
  if (typeof call.input !== 'string') return call.input;
  return parseJson(call.input) ?? call.input;
}

/** The same question put more or less precisely (`{p: 1}` and `{p: 1, page: 2}`), but not about another thing (`{p: 2}`). */
function areCompatible(a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  const other: JsonObject = b;
  return (
    Object.entries(a).every(([key, value]) => other[key] === undefined || equal(other[key], value)) && sharesKey(a, b)
  );
}

function sharesKey(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === 0 || Object.keys(b).length === 0 || keys.some((key) => key in b);
}

/** After a write whose answer was lost, a careful agent looks whether it was done, with another tool on the same thing. */
function isLookAt(next: ToolCalled | null, input: Json): boolean {
  const asked = inputOf(next);
  if (next === null || next.effect === 'write' || !isObject(asked) || !isObject(input)) return false;
  const values = Object.values(input);
  return Object.values(asked).some((value) => values.some((other) => equal(value, other)));
}

function wordsIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'agent-spoke') return [event.text];
    return event.type === 'tool-called' && event.remark !== undefined ? [event.remark] : [];
  });
}

/** What an agent did, step by step, taken from the events: enough to do it again, or almost the same. */
import type { Event } from '../core/event.ts';
import type { Json } from '../core/json.ts';

export interface CallStep {
  readonly type: 'call';
  readonly name: string;
  readonly input: Json;
}
export interface SayStep {
  readonly type: 'say';
  readonly text: string;
}
export type Step = CallStep | SayStep;

/** The last thing said is the answer. */
export type Path = readonly Step[];

export function pathIn(events: readonly Event[]): Path {
  return events.flatMap((event): readonly Step[] => {
    if (event.type === 'tool-called') return [{ type: 'call', name: event.name, input: event.input }];
    return event.type === 'agent-spoke' ? [{ type: 'say', text: event.text }] : [];
  });
}

export function callsOf(path: Path): readonly CallStep[] {
  return path.filter((step) => step.type === 'call');
}

export function answerOf(path: Path): string {
  return path.findLast((step) => step.type === 'say')?.text ?? '';
}

export function withAnswer(path: Path, text: string): Path {
  const last = path.findLastIndex((step) => step.type === 'say');
  return last < 0 ? [...path, { type: 'say', text }] : path.with(last, { type: 'say', text });
}

/** With one more call, just before the answer. */
export function withCallBeforeAnswer(path: Path, call: CallStep): Path {
  const last = path.findLastIndex((step) => step.type === 'say');
  return path.toSpliced(last < 0 ? path.length : last, 0, call);
}

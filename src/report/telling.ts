/**
 * Tells a failed episode in three lines: what was hidden from the agent, what it did, and what it should have seen. Told from
 * the events alone, for any world: it knows no tool and cannot prove that the fault caused the failure, only that it came first.
 */
import { textOf } from '../core/block.ts';
import { answerIn } from '../core/episode.ts';
import { type Event, type EventOf, eventsOf, type FaultInjected } from '../core/event.ts';
import { isObject, type Json, parseJson } from '../core/json.ts';
import { type Difference, differencesOf } from './difference.ts';
import type { MetFault, Notice } from './noticed.ts';
import { shortened } from './shorten.ts';

export interface Told {
  readonly hidden: string;
  readonly did: string;
  readonly shouldHaveSeen: string;
  /** Smaller is more instructive: lists that were cut without a sign first, errors that everyone sees last. */
  readonly rank: number;
}

/** Each line fits three rows of a terminal. */
export const LONGEST_LINE = 240;
const LONGEST_VALUE = 40;
/** An agent that broke off teaches less than one that was sure and wrong, and one that did nothing less than one that did harm. */
const BROKEN_OFF = 2;
const HARMLESS = 1;

/** Null where no fault landed. `landed` tells for each injected fault, in order, whether it was noticed. */
export function told(events: readonly Event[], landed: readonly MetFault[]): Told | null {
  const fault = mostInstructive(events, landed);
  if (fault === null) return null;
  const { injected, notice, found } = fault;
  return {
    hidden: line('Hidden: ', hiddenBy(fault), landed.length > 1 ? ` One of ${landed.length} faults.` : ''),
    did: didAfter(events, fault),
    shouldHaveSeen: line(
      'Should have seen: ',
      injected.manner === 'explicit' ? afterError(injected) : clueIn(injected.tool, found),
      `; ${reasonIn(events)}`,
    ),
    rank:
      rankOf(injected, notice) +
      (hasVerdict(events) ? 0 : BROKEN_OFF) +
      (writesAfter(events, fault).length > 0 ? 0 : HARMLESS),
  };
}

interface Fault {
  readonly injected: FaultInjected;
  readonly notice: Notice;
  /** Where it stands in the log. */
  readonly at: number;
  /** What the agent saw. */
  readonly seen: string;
  readonly found: readonly Difference[];
}

function mostInstructive(events: readonly Event[], landed: readonly MetFault[]): Fault | null {
  const indices = events.flatMap(({ type }, i) => (type === 'fault-injected' ? [i] : []));
  const faults = indices.flatMap((at, i): readonly Fault[] => {
    const injected = events[at];
    if (injected?.type !== 'fault-injected') return [];
    const answer = events.slice(at).find((event) => event.type === 'tool-answered');
    const seen = answer?.type === 'tool-answered' ? textOf(answer.blocks) : '';
    const found = differencesOf(parsed(textOf(injected.clean ?? [])), parsed(seen));
    return [{ injected, notice: landed[i]?.notice ?? 'unnoticed', at, seen, found }];
  });
  // Of equals the earliest: what came later was met on a picture that was wrong already.
  const byRank = faults.toSorted((a, b) => rankOf(a.injected, a.notice) - rankOf(b.injected, b.notice));
  return byRank[0] ?? null;
}

function rankOf({ kind, manner }: FaultInjected, notice: Notice): number {
  const ofKind = manner === 'explicit' ? 2 : kind === 'list-cut' ? 0 : 1;
  return ofKind + (notice === 'unnoticed' ? 0 : 3);
}

function hiddenBy({ injected, seen, found }: Fault): string {
  const { tool, manner, applied } = injected;
  if (manner === 'explicit') {
    const done = applied === 'lost' ? 'it had been done all the same' : 'the call never got through';
    return `${tool} answered ${errorName(seen)}; ${done}.`;
  }
  const [first] = found;
  if (first === undefined) return `${tool} did not answer in full.`;
  const alike = found.filter(({ sort, name }) => sort === first.sort && name === first.name).length;
  const others = found.length - alike;
  const more = others > 0 ? ` (and ${others} more)` : '';
  return `${tool} answered ${whatWasHidden(first, alike)}${more}.`;
}

function whatWasHidden(difference: Difference, alike: number): string {
  const name = difference.name === '' ? 'entries' : difference.name.replaceAll('_', ' ');
  const places = alike > 1 ? ` in ${alike} places` : '';
  switch (difference.sort) {
    case 'cut': {
      const { kept, whole } = difference;
      return `with ${kept === 0 ? 'none' : kept} of its ${whole} ${name} (${whole - kept} left out)`;
    }
    case 'dropped':
      return alike > 1 ? `without ${name}${places}` : `without ${name}, which was ${value(difference.before)}`;
    case 'emptied':
      return alike > 1 ? `null for ${name}${places}` : `null for ${name}, which was ${value(difference.before)}`;
    case 'changed':
      return `${value(difference.after)} for ${name}, which was ${value(difference.before)}${places}`;
  }
}

function clueIn(tool: string, [first]: readonly Difference[]): string {
  if (first === undefined) return `a second ${tool} gives the whole answer`;
  const name = first.name === '' ? 'the answer' : first.name.replaceAll('_', ' ');
  switch (first.sort) {
    case 'cut':
      return first.clue === null ? `a second ${tool} gives all ${first.whole}` : `${first.clue} said ${first.whole}`;
    case 'dropped':
      return `${name} was not there`;
    case 'emptied':
      return `${name} was null`;
    case 'changed':
      return `a second ${tool} gives ${value(first.before)} for ${name}`;
  }
}

function afterError({ applied }: FaultInjected): string {
  return applied === 'lost' ? 'a look at the world: it was done' : 'the error: it had to be tried again';
}

const REACTIONS: { readonly [notice in Exclude<Notice, 'unnoticed'>]: string } = {
  retried: 'tried again',
  're-read': 'asked again',
  reported: 'said that something was wrong',
};

function didAfter(events: readonly Event[], { injected, notice, at, found }: Fault): string {
  const reaction = notice === 'unnoticed' ? takenAs(injected, found) : REACTIONS[notice];
  const writes = writesAfter(events, { at });
  const calls = eventsOf(events.slice(at), 'tool-called');
  const last = writes.at(-1) ?? calls.at(-1);
  const count = writes.length > 0 ? writes.length : calls.length;
  const more = count > 1 ? `made ${count} ${writes.length > 0 ? 'writes' : 'more calls'}, the last ` : '';
  const answer = answerShown(answerIn(events));
  if (last === undefined && answer === '' && notice === 'unnoticed') return 'Did: nothing more, and said nothing.';
  // The deed and the answer share what the fixed words leave.
  const room = LONGEST_LINE - reaction.length - more.length - 'Did: , then  and answered .'.length;
  const forAnswer = Math.min(answer.length, Math.max(Math.floor(room / 2), room - 40));
  const deed =
    last === undefined
      ? ''
      : `, then ${more}${shortened(`${last.name}(${typeof last.input === 'string' ? last.input : JSON.stringify(last.input)})`, room - forAnswer)}`;
  const said = answer === '' ? ' and said nothing' : ` and answered ${shortened(answer, forAnswer)}`;
  return line(`Did: `, `${reaction}${deed}${said}.`, '');
}

/** What the agent did to the world after the fault. */
function writesAfter(events: readonly Event[], { at }: Pick<Fault, 'at'>): readonly EventOf<'tool-called'>[] {
  return eventsOf(events.slice(at), 'tool-called').filter(({ effect }) => effect === 'write');
}

function takenAs({ manner }: FaultInjected, [first]: readonly Difference[]): string {
  if (manner === 'explicit') return 'went on without it';
  return first?.sort === 'cut' ? `took ${first.kept === 1 ? 'it' : 'them'} for all` : 'took it at its word';
}

/** The object that an answer ends with says more than the words before it. */
function answerShown(answer: string): string {
  const flat = answer.replaceAll(/\s+/g, ' ').trim();
  const object = flat.slice(Math.max(0, flat.indexOf('{')));
  return isObject(parsed(object)) ? object : flat;
}

function reasonIn(events: readonly Event[]): string {
  const reason = eventsOf(events, 'episode-ended').at(-1)?.result.reason ?? 'no reason given';
  return `${hasVerdict(events) ? 'judge' : 'it broke off'}: ${reason.replaceAll(/\s+/g, ' ')}`;
}

function hasVerdict(events: readonly Event[]): boolean {
  return events.some(({ type }) => type === 'verdict-reached');
}

function errorName(seen: string): string {
  const answer = parsed(seen);
  const error = isObject(answer) ? answer.error : undefined;
  return shortened(typeof error === 'string' ? error : seen.replaceAll(/\s+/g, ' '), LONGEST_VALUE);
}

function value(of: Json): string {
  return shortened(JSON.stringify(of), LONGEST_VALUE);
}

function line(label: string, text: string, rest: string): string {
  return shortened(`${label}${text}${rest}`, LONGEST_LINE);
}

/** Text that is no JSON stands for itself. */
function parsed(text: string): Json {
  return parseJson(text) ?? text;
}

/**
 * What the days of a workplace scenario took, from the log: minutes at work, calls, messages, tokens. Time passes while somebody waits
 * too, which is no work: only what the clock moves during other calls counts. It knows nothing of assignments and verdicts.
 */
import { z } from 'zod';
import type { Block } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import { isObject, type Json, parseJson } from '../core/json.ts';
import { questionsIn } from './workplace-questions.ts';

export interface WorkplaceDay {
  /** From 1, as in the ids of assignments. */
  readonly day: number;
  /** Without waiting, silence and going home. */
  readonly minutes: number;
  readonly calls: number;
  /** That the trainee sent. */
  readonly messages: number;
  readonly needless: number;
  /** In and out, of the agent's model; null where none spoke or nobody counted. */
  readonly tokens: number | null;
}

/** In order; empty where the log is not of a workplace. */
export function workplaceDays(events: readonly Event[]): readonly WorkplaceDay[] {
  const tallies: Tally[] = [];
  for (const event of events) {
    const opened = openedBy(event);
    if (opened !== null) tallies.push(newTally(opened));
    tallies.at(-1)?.take(event);
  }
  if (tallies.length === 0) return [];
  const questions = new Map(questionsIn(events).map((one) => [one.day, one]));
  return tallies.map(({ number, totals }) => {
    const { messages = 0, needless = 0 } = questions.get(number) ?? {};
    return { day: number + 1, ...totals(), messages, needless };
  });
}

const openedSchema = z.object({ day: z.number(), date: z.string() });

function openedBy(event: Event): z.output<typeof openedSchema> | null {
  if (event.type !== 'world-noted' || event.kind !== 'day-opened') return null;
  return openedSchema.safeParse(event.data).data ?? null;
}

interface Tally {
  readonly number: number;
  take(event: Event): void;
  totals(): Pick<WorkplaceDay, 'minutes' | 'calls' | 'tokens'>;
}

/** Calls in which time passes without work. */
const IDLE: ReadonlySet<string> = new Set(['wait_until', 'end_day']);

function newTally({ day, date }: z.output<typeof openedSchema>): Tally {
  const clock = newClock();
  let calls = 0;
  let tokens: number | null = null;
  let isAltered = false;
  let isLost = false;
  return {
    number: day,
    take: (event) => {
      switch (event.type) {
        case 'tool-called':
          calls++;
          isAltered = false;
          if (isLost) clock.jump();
          isLost = false;
          clock.work(!IDLE.has(event.name));
          break;
        case 'fault-injected':
          // What the agent saw may be wrong about the time as well.
          isAltered = true;
          clock.read(timeIn(event.clean ?? []));
          break;
        case 'tool-answered':
          if (!isAltered) clock.read(timeIn(event.blocks));
          clock.work(false);
          break;
        case 'agent-spoke':
          // Whoever is silent waits until something happens, and is not always told what time it then is.
          clock.jump();
          isLost = true;
          break;
        case 'world-noted':
          clock.read(isObject(event.data) ? minute(event.data.at) : null);
          break;
        case 'notice-given':
          // The evening's notices come after the next morning has been noted.
          if (event.at.slice(0, 10) !== date) break;
          clock.read(hours(event.at.slice(11, 16)));
          isLost = false;
          break;
        case 'model-replied':
          if (event.role === 'agent') tokens = sum(tokens, event.reply.usage.input, event.reply.usage.output);
          break;
      }
    },
    totals: () => ({ minutes: clock.worked(), calls, tokens }),
  };
}

/** What the clock was seen to move while somebody worked. */
function newClock() {
  let now: number | null = null;
  let isWork = false;
  let worked = 0;
  return {
    work: (is: boolean): void => {
      isWork = is;
    },
    /** Time passes by an amount that need not be told. */
    jump: (): void => {
      now = null;
      isWork = false;
    },
    read: (at: number | null): void => {
      if (at === null || (now !== null && at <= now)) return;
      if (isWork && now !== null) worked += at - now;
      now = at;
    },
    worked: (): number => worked,
  };
}

/** Every answer of a workplace says what time it is. */
function timeIn(blocks: readonly Block[]): number | null {
  for (const block of blocks) {
    const answer = block.type === 'text' ? parseJson(block.text) : undefined;
    if (isObject(answer) && typeof answer.now === 'string') return hours(answer.now);
  }
  return null;
}

function hours(time: string): number | null {
  const [, whole, part] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return whole === undefined || part === undefined ? null : Number(whole) * 60 + Number(part);
}

function minute(at: Json | undefined): number | null {
  return typeof at === 'number' ? at : null;
}

function sum(...parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.reduce((total, part) => total + part, 0);
}

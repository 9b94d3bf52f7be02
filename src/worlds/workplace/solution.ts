/**
 * The oracle of a whole day: starts the program of each assignment as it arrives, serves the most pressing first, keeps appointments,
 * and looks at the board whenever something has come. Programs are the families' own, over tools alone.
 */
import { z } from 'zod';
import { EpisodeError } from '../../core/errors.ts';
import { canonical, type Json, type JsonObject } from '../../core/json.ts';
import type { Hands, Solution } from '../../core/solution.ts';
import { clockTime, minuteOf } from './day-state.ts';
import type { Family } from './family.ts';
import { askAll, askOne } from './inquiry.ts';
import type { Minute } from './instance.ts';
import { loadFamilies } from './modules.ts';
import { newRoster, type Request, type Roster } from './roster.ts';
import type { Worker } from './worker.ts';

const askedSchema = z.object({
  assignments: z.record(z.string(), z.object({ family: z.string(), asked: z.record(z.string(), z.json()) })),
});
const boardSchema = z.object({
  tasks: z.array(z.object({ id: z.string(), status: z.string(), due: z.string(), changes: z.array(z.string()) })),
});

/** No single act takes longer than this, apart from meetings. */
const LONGEST_ACT = 10;
const LONGEST_WAIT = 5;

export const workplaceSolution: Solution = async (asked, hands) =>
  workplaceSolutionWith(await loadFamilies())(asked, hands);

/** With programs of one's own, for plays that are not the right ones. */
export function workplaceSolutionWith(families: ReadonlyMap<string, Family>): Solution {
  return (asked, hands) => dayOf(families, asked, hands);
}

async function dayOf(families: ReadonlyMap<string, Family>, asked: JsonObject, hands: Hands): Promise<string> {
  const { assignments } = askedSchema.parse(asked);
  const desk = newDesk(hands);
  const roster = newRoster();
  const board = newBoard({ desk, roster, assignments, families });
  const { choose, isBusy } = hands.manner === 'greedy' ? oneByOne() : sideBySide;
  const step = async (): Promise<boolean> => {
    await roster.settled();
    if (desk.isClosed()) return false;
    if (desk.hasNews() && !isBusy(roster)) {
      await board.look();
      return true;
    }
    const next = choose(roster, desk.now());
    if (next === null) return desk.waitForEvent();
    if (next.id === null) await desk.waitUntil(next.until);
    else await roster.serve(next.id);
    return true;
  };
  try {
    await board.look();
    while (await step());
  } catch (error) {
    // The house has closed over unfinished work: what lies there counts.
    if (!desk.isHouseClosed()) throw error;
  }
  const [failure] = roster.failures();
  if (failure !== undefined && !desk.isHouseClosed()) throw failure;
  return '';
}

type Choice = { readonly id: string } | { readonly id: null; readonly until: Minute } | null;

interface Order {
  choose(roster: Roster, now: Minute): Choice;
  /** Whether what comes meanwhile has to wait. */
  isBusy(roster: Roster): boolean;
}

/** Everything at once, by the next deadline. Appointments bind: nothing is begun that could make one late. */
const sideBySide: Order = {
  choose: (roster, now) => {
    const pending = roster.pending();
    const waits = pending.flatMap(({ id, request }) => (request.kind === 'wait' ? [{ id, ...request }] : []));
    const [soonest] = waits.filter(({ isAppointed }) => isAppointed).toSorted((a, b) => a.until - b.until);
    if (soonest !== undefined && soonest.until <= now) return { id: soonest.id };
    const ready = pending.filter(({ request }) => request.kind === 'call' || request.until <= now);
    const [pressing] = ready.toSorted((a, b) => a.request.due() - b.request.due());
    const isBound = soonest !== undefined && now + LONGEST_ACT > soonest.until;
    if (pressing !== undefined && !isBound) return { id: pressing.id };
    const [next] = isBound ? [soonest] : waits.toSorted((a, b) => a.until - b.until);
    return next === undefined ? null : { id: null, until: next.until };
  },
  isBusy: () => false,
};

/** One after the other: what is due next when the last is done, waiting wherever it waits, whatever comes meanwhile. */
function oneByOne(): Order {
  let current: string | null = null;
  const found = (roster: Roster): ReturnType<Roster['pending']>[number] | undefined =>
    roster.pending().find(({ id }) => id === current);
  return {
    choose: (roster, now) => {
      const begun = found(roster) ?? roster.pending().toSorted((a, b) => a.request.due() - b.request.due())[0];
      if (begun === undefined) return null;
      current = begun.id;
      const { request } = begun;
      const isWaiting = request.kind === 'wait' && request.until > now;
      return isWaiting ? { id: null, until: request.until } : { id: begun.id };
    },
    isBusy: (roster) => found(roster) !== undefined,
  };
}

interface Desk {
  readonly hands: Hands;
  look: Worker['look'];
  act(tool: string, input: JsonObject, done: () => Promise<boolean>): Promise<void>;
  now(): Minute;
  hasNews(): boolean;
  /** Nothing more is to be done or to come. */
  isClosed(): boolean;
  /** Nothing more can be done. */
  isHouseClosed(): boolean;
  waitUntil(minute: Minute): Promise<void>;
  /** False where nothing more is to come. */
  waitForEvent(): Promise<boolean>;
}

/** Keeps the time and the news that every answer brings. */
function newDesk(hands: Hands): Desk {
  let now: Minute = 0;
  let news = 0;
  let closed = false;
  let isHouseClosed = false;
  // The board's own answer says what has come in the very minute in which it was looked at.
  const heed = (answer: JsonObject): JsonObject => {
    now = (typeof answer.now === 'string' ? minuteOf(answer.now) : null) ?? now;
    news = typeof answer.board_news === 'number' ? answer.board_news : news;
    return answer;
  };
  const untilClosed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      isHouseClosed ||= error instanceof EpisodeError && /the day is over|the house closed/.test(error.message);
      throw error;
    }
  };
  const once: Worker['look'] = async (tool, input) => heed(await untilClosed(() => hands.look(tool, input)));
  const look: Worker['look'] = (tool, input) => (FREE.has(tool) ? twice(() => once(tool, input)) : once(tool, input));
  return {
    hands,
    look,
    // A write tells nothing, so one looks at the clock: many in a row must not make an appointment late.
    act: async (tool, input, done) => {
      await untilClosed(() => hands.act(tool, input, done));
      await look('look_at_clock', {});
    },
    now: () => now,
    hasNews: () => news > 0,
    isClosed: () => closed || isHouseClosed,
    isHouseClosed: () => isHouseClosed,
    waitUntil: async (minute) => {
      // In small steps: what is not urgent does not end a wait, and would be seen too late.
      if (minute <= now) return;
      const before = now;
      await look('wait_until', { time: clockTime(Math.min(minute, now + LONGEST_WAIT)) });
      // Nobody waits beyond closing time: the clock would stand still for ever.
      if (now === before) closed = (await look('look_at_clock', {})).closes === clockTime(now);
    },
    waitForEvent: async () => {
      // Something may have come with the last act, whose answer was not seen.
      await look('look_at_clock', {});
      if (news > 0) return true;
      const answer = await look('wait_until', {});
      // Work may have arrived during the last act, whose answer told nothing.
      closed = answer.nothing_to_come === true && news === 0;
      return !closed;
    },
  };
}

/** Tools whose answers hold rows and readings that no schema describes: what is missing in one shows only beside another. */
const FREE: ReadonlySet<string> = new Set([
  'query_records',
  'get_load_times',
  'get_system_health',
  'get_performance_summary',
  'get_error_logs',
  'list_services',
]);
const MOST_READS = 8;

/** Reads until two answers in a row say the same. */
async function twice(read: () => Promise<JsonObject>): Promise<JsonObject> {
  const said = ({ now: _now, unread: _unread, board_news: _news, read_at: _at, ...rest }: JsonObject): string =>
    canonical(rest);
  let last = await read();
  for (let reads = 1; reads < MOST_READS; reads++) {
    const next = await read();
    if (said(next) === said(last)) return next;
    last = next;
  }
  return last;
}

interface BoardParts {
  readonly desk: Desk;
  readonly roster: Roster;
  readonly assignments: Readonly<Record<string, { readonly family: string; readonly asked: JsonObject }>>;
  readonly families: ReadonlyMap<string, Family>;
}

function newBoard({ desk, roster, assignments, families }: BoardParts): { look(): Promise<void> } {
  const seen = new Map<string, { due: Minute; changes: readonly string[] }>();
  return {
    look: async () => {
      const { tasks } = boardSchema.parse(await desk.look('list_tasks', {}));
      for (const { id, status, due, changes } of tasks) {
        const known = seen.get(id);
        const state = known ?? { due: 0, changes: [] };
        state.due = minuteOf(due) ?? state.due;
        state.changes = changes;
        seen.set(id, state);
        if (status === 'cancelled') roster.drop(id);
        const given = assignments[id];
        const family = given === undefined ? undefined : families.get(given.family);
        if (known !== undefined || status !== 'open' || given === undefined || family === undefined) continue;
        roster.start(id, () => family.solve(given.asked, workerFor(id, { desk, roster, state })));
      }
    },
  };
}

interface WorkerParts {
  readonly desk: Desk;
  readonly roster: Roster;
  readonly state: { readonly due: Minute; readonly changes: readonly string[] };
}

function workerFor(id: string, { desk, roster, state }: WorkerParts): Worker {
  // What was waited for is done at once: an appointment is not put off for a deadline that comes first.
  let isAppointed = false;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const box: { value?: T; error?: unknown; isDone: boolean } = { isDone: false };
    const run = async (): Promise<void> => {
      try {
        box.value = await work();
        box.isDone = true;
      } catch (error) {
        box.error = error;
      }
    };
    const isFirst = isAppointed;
    const request: Request = { kind: 'call', due: () => (isFirst ? 0 : state.due), run };
    isAppointed = false;
    await roster.ask(id, request);
    if (!box.isDone) throw box.error;
    return box.value as T;
  };
  const look: Worker['look'] = (tool, input) => inTurn(() => desk.look(tool, input));
  const act: Worker['act'] = (tool, input, done) => inTurn(() => desk.act(tool, input, () => done(desk.look)));
  const write = (path: string, content: string): Promise<void> =>
    act('write_file', { path: `workspace/${path}`, content }, async (see) => {
      const found = await wholeFile(see, `workspace/${path}`).catch(() => null);
      return found === content;
    });
  const asker = { look, act, pauseUntil, now: desk.now };
  const isAsking = desk.hands.isAsking ?? true;
  return {
    look,
    act,
    ask: async (person, question) => (isAsking ? askOne(asker, person, question) : ''),
    askAll: async (people, question) => (isAsking ? askAll(asker, people, question) : people.ids.map(() => '')),
    waitFor,
    pauseUntil,
    now: desk.now,
    read: (path) => wholeFile(look, path),
    write,
    writeJson: (path, value: Json) => write(path, `${JSON.stringify(value, null, 2)}\n`),
    changes: () => state.changes,
  };

  async function waitFor(until: Minute): Promise<void> {
    await roster.ask(id, { kind: 'wait', until, due: () => state.due, isAppointed: true, run: async () => undefined });
    isAppointed = true;
  }

  async function pauseUntil(until: Minute): Promise<void> {
    await roster.ask(id, { kind: 'wait', until, due: () => state.due, isAppointed: false, run: async () => undefined });
  }
}

/** As many lines as one call gives. */
const LINES = 5000;

/** Long files come in pages. */
async function wholeFile(look: Worker['look'], path: string): Promise<string> {
  let content = '';
  for (let from = 1; from > 0; ) {
    const page = await look('read_file', { path, from_line: from, lines: LINES });
    content += String(page.content ?? '');
    from = typeof page.next_line === 'number' ? page.next_line : 0;
  }
  return content;
}

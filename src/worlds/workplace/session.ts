/**
 * A scenario lived through: its days one after the other, in one session. Every call costs time; what falls due meanwhile comes with
 * the answer; falling silent lets the clock move on to what happens next, and at day's end brings the next day's brief.
 */
import { text } from '../../core/block.ts';
import type { Emit, WorldNoted } from '../../core/event.ts';
import { canonical, type Json, type JsonObject } from '../../core/json.ts';
import type { Change, Snapshot, State } from '../../core/state.ts';
import type { Tool, ToolCall } from '../../core/tool.ts';
import { ToolError } from '../../core/tool-error.ts';
import type { Hearing, Notice, Observation, Session } from '../../core/world.ts';
import type { InputReader } from '../../wire/tool-input.ts';
import type { AppTool, NoteKind, Outcome, Post } from './app.ts';
import { closeDay, moveClock } from './clock.ts';
import { pricesBy } from './costs.ts';
import { dayBrief } from './day-brief.ts';
import { clockTime, type DayState, openDay, unreadIn } from './day-state.ts';
import type { FileEntry, Instance } from './instance.ts';
import { lastingChanges, lastingIn, WORKSPACE } from './lasting.ts';
import type { Surroundings } from './surroundings.ts';

export interface SessionParts {
  readonly instance: Instance;
  readonly tools: readonly AppTool[];
  readonly read: InputReader;
  readonly emit: Emit;
  readonly surroundings: Surroundings;
  /** What a manager would say about the day that ends, from what was noted in it; never the answer. Empty where nothing is said. */
  readonly feedback: (day: number, notes: readonly WorldNoted[]) => Promise<string>;
}

export function openWorkplace(parts: SessionParts): Session {
  const { instance, tools, read, emit, surroundings } = parts;
  const byName = new Map(tools.map((tool) => [tool.face.name, tool]));
  const prices = pricesBy(instance.costs);
  let state = firstDay(instance);

  const notes: WorldNoted[] = [];
  const note = (kind: NoteKind, data: Json): void => {
    const noted: WorldNoted = { type: 'world-noted', kind, data: withDay(state, data) };
    notes.push(noted);
    emit(noted);
  };
  const post = (): Post => ({ ...surroundings, state, note });
  openMorning(state, note);

  const call = async ({ name, input }: ToolCall, signal: AbortSignal): Promise<Observation> => {
    if (state.isOver) return refused('forbidden', 'the day is over: say something to go home', []);
    const reading = read(name, input);
    const tool = byName.get(name);
    if (!reading.ok || tool === undefined) {
      const { notices } = spend(prices.failedCall);
      return refused('invalid', reading.ok ? `there is no tool "${name}"` : reading.message, notices);
    }
    return perform(tool, reading.input, signal);
  };
  const refused = (error: string, message: string, notices: readonly Notice[]): Observation =>
    refusal({ error, message, ...standing(state) }, notices);
  const spend = (minutes: number): { readonly notices: readonly Notice[] } =>
    moveClock(state, { to: state.now + minutes, isInclusive: true, isInterruptible: false }, note);

  /** Effects come at completion: what falls due before that sees none of them. */
  const perform = async (tool: AppTool, input: JsonObject, signal: AbortSignal): Promise<Observation> => {
    const end = state.now + prices.of(tool, input, state);
    const notices = [...moveClock(state, { to: end, isInclusive: false, isInterruptible: false }, note).notices];
    if (end > state.day.closes) {
      notices.push(...closeDay(state, note));
      return refused('forbidden', `the house closed at ${clockTime(state.day.closes)} before this was done`, notices);
    }
    try {
      const done = await tool.run(input, post(), signal);
      notices.push(...after(done));
      return observation({ ...done.answer, ...standing(state) }, done, notices);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      notices.push(...spend(0).notices);
      return refused(error.code, error.message, notices);
    }
  };
  const after = ({ until, isInterruptible = false }: Outcome): readonly Notice[] => {
    const to = Math.max(until ?? state.now, state.now);
    return moveClock(state, { to, isInclusive: true, isInterruptible }, note).notices;
  };

  const say = async (): Promise<Hearing> => {
    const next = state.agenda[0];
    // What would happen after the house has closed never does, and must not keep the day from ending.
    if (!state.isOver && next !== undefined && next.at <= state.day.closes) {
      const { notices } = moveClock(state, { to: next.at, isInclusive: true, isInterruptible: false }, note);
      return { over: false, brief: null, notices };
    }
    const notices = state.isOver ? [] : closeDay(state, note);
    const following = nextDay(instance, state);
    if (following === null) return { over: true, brief: null, notices };
    const feedback = await parts.feedback(state.number, notes);
    state = following;
    openMorning(state, note);
    return { over: false, brief: dayBrief(state, { memory: surroundings.memory, feedback }), notices };
  };

  return {
    tools: facesOf(tools),
    goesOn: true,
    call,
    say,
    snapshot: async () => snapshotOf(instance, state, notes),
    close: async () => undefined,
  };
}

const faces = new WeakMap<readonly AppTool[], readonly Tool[]>();

/** One list for all sessions with these tools: whoever compiles their schemas then does so once. */
function facesOf(tools: readonly AppTool[]): readonly Tool[] {
  const known = faces.get(tools) ?? tools.map(({ face }) => face);
  faces.set(tools, known);
  return known;
}

function firstDay(instance: Instance): DayState {
  const [day] = instance.days;
  if (day === undefined) throw new Error(`the scenario ${instance.name} has no day`);
  return openDay({ number: 0, day, company: instance.company, kept: [] });
}

/** What lies in the workspace stays there overnight. */
function nextDay({ days, company }: Instance, state: DayState): DayState | null {
  const number = state.number + 1;
  const day = days[number];
  if (day === undefined) return null;
  return openDay({ number, day, company, kept: workspaceOf(state) });
}

function workspaceOf({ files }: DayState): readonly FileEntry[] {
  return [...files.values()].filter(({ path }) => path.startsWith('workspace/'));
}

/** What is there when the day begins is told by the brief, not by notices. */
function openMorning(state: DayState, note: Post['note']): void {
  note('day-opened', { date: state.day.date, at: state.day.opens });
  moveClock(state, { to: state.day.opens, isInclusive: true, isInterruptible: false }, note);
}

function withDay({ number }: DayState, data: Json): Json {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? { day: number, ...data } : data;
}

/** What every answer says besides: the time, and what has come in. */
function standing(state: DayState): JsonObject {
  return { now: clockTime(state.now), unread: unreadIn(state), board_news: state.boardNews };
}

function observation(answer: JsonObject, { pictures = [] }: Outcome, notices: readonly Notice[]): Observation {
  return { blocks: [text(JSON.stringify(answer)), ...pictures], isError: false, notices };
}

function refusal(answer: JsonObject, notices: readonly Notice[]): Observation {
  return { blocks: [text(JSON.stringify(answer))], isError: true, notices };
}

/** What lies in the workspace now, and what of the trainee's doings lasts. */
function snapshotOf(instance: Instance, state: DayState, notes: readonly WorldNoted[]): Snapshot {
  const [first] = instance.days;
  const initial = filesOf((first?.files ?? []).filter(({ path }) => path.startsWith('workspace/')));
  const current = filesOf(workspaceOf(state));
  // While the last day lasts, deadlines still come with time alone.
  const isOver = state.isOver && state.number === instance.days.length - 1;
  const lasting = isOver ? lastingIn(notes) : {};
  return {
    initial: tableOf(initial),
    current: { ...tableOf(current), ...lasting },
    changes: [...changesOf(initial, current), ...lastingChanges(lasting)],
  };
}

function filesOf(files: readonly FileEntry[]): ReadonlyMap<string, JsonObject> {
  return new Map(files.map(({ path, content }) => [path, { path, content }]));
}

function tableOf(files: ReadonlyMap<string, JsonObject>): State {
  return { [WORKSPACE]: [...files.values()].toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)) };
}

function changesOf(before: ReadonlyMap<string, JsonObject>, after: ReadonlyMap<string, JsonObject>): readonly Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): readonly Change[] => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return canonical(was) === canonical(is) ? [] : [{ table: WORKSPACE, key, before: was, after: is }];
  });
}

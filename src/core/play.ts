/**
 * The one verb. `begin` opens a session with faults and recorder around it and knows how to end it; `play` lets an agent act in
 * between. Whoever drives a session from outside holds the `begin` half and gets the same record, faults and judge.
 * The nesting is fixed here: agent → recorder → faults → world.
 */
import type { Agent } from './agent.ts';
import type { ImageBlock } from './block.ts';
import { answerIn, type Episode } from './episode.ts';
import { blamed, boundary, EpisodeError } from './errors.ts';
import { type Emit, EVENT_VERSION, type Event, type Result } from './event.ts';
import type { Fault } from './fault.ts';
import type { Judge, Verdict } from './judge.ts';
import { stream } from './random.ts';
import { type Recorded, recorded } from './recorder.ts';
import { briefOf, type Task } from './task.ts';
import type { Opening, Session, World } from './world.ts';

export interface Cast {
  readonly world: World;
  readonly agent: Agent;
  readonly judge: Judge;
  /** Outermost last. */
  readonly faults?: readonly Fault[];
}

/** A cast for somebody who acts from outside: only the name is known. */
export type CastOutside = Omit<Cast, 'agent'> & { readonly agent: { readonly name: string } };

/** Where a cast is made for each episode, so that its models can write to that episode's record. */
export type Casting<C> = C | ((record: { readonly emit: Emit }) => C);

/** The circumstances of an episode, all optional. */
export interface Stage {
  readonly seed?: string | number;
  readonly signal?: AbortSignal;
  /** Sees each event as it happens. Throwing here (a full disk) ends the episode without an outcome. */
  readonly onEvent?: Emit;
  readonly keepImage?: (image: ImageBlock) => void;
  readonly withPlan?: boolean;
}

export interface Begun {
  readonly session: Session;
  readonly brief: string;
  isOver(): boolean;
  takeBrief(): string | null;
  /** The agent is done: judges what it did. */
  finish(): Promise<Episode>;
  /** It could not go on: by its own fault it failed, by any other it is void. */
  abandon(error: unknown): Promise<Episode>;
}

/** Opens an episode. Rejects if the world cannot be opened, after recording that. */
export async function begin(task: Task, casting: Casting<CastOutside>, stage: Stage = {}): Promise<Begun> {
  const record = newRecord(task, stage);
  const cast = typeof casting === 'function' ? casting({ emit: record.emit }) : casting;
  return open(task, cast, { stage, record });
}

/** One episode from the brief to the verdict. Rejects only when the record cannot be kept or the signal interrupts it. */
export async function play(task: Task, casting: Casting<Cast>, stage: Stage = {}): Promise<Episode> {
  const record = newRecord(task, stage);
  const signal = stage.signal ?? new AbortController().signal;
  let begun: Begun | undefined;
  try {
    const cast = typeof casting === 'function' ? casting({ emit: record.emit }) : casting;
    begun = await open(task, cast, { stage, record });
    await actUntilOver(cast.agent, begun, { emit: record.emit, signal });
  } catch (error) {
    if (begun !== undefined) return begun.abandon(error);
    signal.throwIfAborted();
    return record.ended() ?? record.end(outcomeOf(record.raise(blamed('host', error))));
  }
  return begun.finish();
}

const MOST_SILENCES = 1000;

async function actUntilOver(
  agent: Agent,
  begun: Begun,
  { emit, signal }: { emit: Emit; signal: AbortSignal },
): Promise<void> {
  let brief: string | null = begun.brief;
  for (let silences = 0; brief !== null; ) {
    const today: string = brief;
    const act = (): Promise<string> => boundary('agent', () => agent.act(today, begun.session, signal));
    const reason = await stopping(begun, act, signal);
    emit({ type: 'agent-stopped', reason });
    brief = begun.takeBrief();
    // An agent that returns without a last word has fallen silent: the world is told so, until it is over or a new day begins.
    while (brief === null && !begun.isOver()) {
      if (++silences > MOST_SILENCES)
        throw new EpisodeError('agent', 'never-finished', 'the agent returned before the end');
      await begun.session.say('', signal);
      brief = begun.takeBrief();
    }
  }
}

/**
 * Why an agent stopped. Where the world goes on without it, as a working day does, one that has come to its limit has done what it has
 * done: the rest of the day passes, and each thing that was to be done is judged by itself. Elsewhere it has failed.
 */
async function stopping({ session }: Begun, act: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return await act();
  } catch (error) {
    // Who is interrupted has not stopped.
    if (signal.aborted || session.goesOn !== true) throw error;
    if (error instanceof EpisodeError && error.party === 'agent') return error.reason;
    throw error;
  }
}

interface Record {
  readonly events: readonly Event[];
  readonly emit: Emit;
  raise(error: EpisodeError): EpisodeError;
  end(result: Result): Episode;
  ended(): Episode | undefined;
}

function newRecord(task: Task, stage: Stage): Record {
  const events: Event[] = [];
  let episode: Episode | undefined;
  const emit: Emit = (event) => {
    events.push(event);
    try {
      stage.onEvent?.(event);
    } catch (cause) {
      throw new EpisodeError('host', 'record-lost', cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };
  return {
    events,
    emit,
    raise: (error) => {
      emit({ type: 'error-raised', party: error.party, reason: error.reason, message: error.message });
      return error;
    },
    end: (result) => {
      emit({ type: 'episode-ended', result });
      episode = { suite: task.suite, task: task.id, result, answer: answerIn(events), events };
      return episode;
    },
    ended: () => episode,
  };
}

async function open(
  task: Task,
  cast: CastOutside,
  { stage, record }: { stage: Stage; record: Record },
): Promise<Begun> {
  const { emit } = record;
  const seed = String(stage.seed ?? 0);
  const signal = stage.signal ?? new AbortController().signal;
  const faults = cast.faults ?? [];
  emit({
    type: 'episode-begun',
    version: EVENT_VERSION,
    suite: task.suite,
    task: task.id,
    world: cast.world.name,
    agent: cast.agent.name,
    judge: cast.judge.name,
    seed,
    faults: faults.map((fault) => fault.name),
    clock: task.clock,
  });
  const opening: Opening = { seed, emit, random: (...names) => stream(seed, task.suite, task.id, ...names) };
  let world: Session;
  try {
    world = await boundary('world', () => cast.world.open(task, opening));
  } catch (error) {
    record.end(outcomeOf(record.raise(blamed('world', error))));
    throw error;
  }
  const faulty = faults.reduce((session, fault) => fault.wrap(session, opening), world);
  const outer = recorded(faulty, { emit, keepImage: stage.keepImage ?? (() => undefined) });
  const brief = briefOf(task, stage.withPlan ?? false);
  emit({ type: 'brief-given', text: brief });
  return { ...ending({ task, cast, world, outer, record, signal }), session: outer.session, brief };
}

interface Live {
  readonly task: Task;
  readonly cast: CastOutside;
  readonly world: Session;
  readonly outer: Recorded;
  readonly record: Record;
  readonly signal: AbortSignal;
}

function ending({ task, cast, world, outer, record, signal }: Live): Omit<Begun, 'session' | 'brief'> {
  const abandon = async (error: unknown): Promise<Episode> => {
    const already = record.ended();
    if (already) return already;
    await world.close().catch(() => undefined);
    // An interruption is no outcome: the record stays open, and the episode goes on where it stopped.
    signal.throwIfAborted();
    const known = blamed('host', error);
    if (known.reason === 'record-lost') throw known;
    return record.end(outcomeOf(record.raise(known)));
  };
  const finish = async (): Promise<Episode> => {
    const already = record.ended();
    if (already) return already;
    const breakage = outer.breakage();
    if (breakage !== null) return abandon(breakage);
    try {
      const snapshot = await boundary('world', () => world.snapshot());
      record.emit({ type: 'snapshot-taken', changes: snapshot.changes });
      const { events } = record;
      const evidence = { task, answer: answerIn(events), snapshot, events: [...events] };
      const verdict = sound(await boundary('judge', () => cast.judge.judge(evidence, signal)));
      record.emit({ type: 'verdict-reached', judge: cast.judge.name, verdict });
      await boundary('world', () => world.close());
      return record.end(resultOf(verdict));
    } catch (error) {
      return abandon(error);
    }
  };
  // Whoever drives it, the record holds the brief of each day.
  const takeBrief = (): string | null => {
    const brief = outer.takeBrief();
    if (brief !== null) record.emit({ type: 'brief-given', text: brief });
    return brief;
  };
  return { finish, abandon, isOver: outer.isOver, takeBrief };
}

/** A score that is none is the judge's trouble, not the agent's. */
function sound(verdict: Verdict): Verdict {
  if (verdict.score >= 0 && verdict.score <= 1) return verdict;
  throw new EpisodeError(
    'judge',
    'bad-verdict',
    `the judge gave a score of ${verdict.score}, which is not between 0 and 1`,
  );
}

export function resultOf(verdict: Verdict): Result {
  return { outcome: verdict.passed ? 'passed' : 'failed', score: verdict.score, reason: verdict.reason };
}

function outcomeOf({ party, reason, message }: EpisodeError): Result {
  if (party === 'agent') return { outcome: 'failed', score: 0, reason: `${reason}: ${message}` };
  return { outcome: 'void', blame: party, reason, message };
}

/**
 * Judges a run's episodes again without playing them again: the world is opened as it was, the logged changes are laid over it,
 * and the judge sees what it would have seen. The verdicts go to a new run; the old one stays as it is.
 */
import { answerIn } from '../core/episode.ts';
import { blamed, boundary } from '../core/errors.ts';
import type { Emit, Event, Result, SnapshotTaken } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import type { PlannedEpisode } from '../core/plan.ts';
import { type Cast, resultOf } from '../core/play.ts';
import { stream } from '../core/random.ts';
import { applyChanges, type Snapshot } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import { type EpisodeDeps, type EpisodePlayer, openAttempt } from './episode.ts';

/** Of an episode, whoever judges it. */
export function episodeKey({ task, agent, mode, trial }: Omit<PlannedEpisode, 'id' | 'seed'>): string {
  return JSON.stringify([task.suite, task.id, agent.name, mode, trial]);
}

/** Plays by writing the old events down again up to the snapshot, and asking the new judge. */
export function rejudging(old: ReadonlyMap<string, Attempt>): EpisodePlayer {
  return async (planned, from, deps) => {
    const before = old.get(episodeKey(planned));
    if (before === undefined) throw new Error(`there is no old episode for ${episodeKey(planned)}`);
    const { lines, onEvent } = openAttempt(planned, from, deps);
    const events = before.lines.map(({ event }) => event);
    const at = events.findIndex(({ type }) => type === 'snapshot-taken');
    const taken = events[at];
    // Where the judge never had anything to look at, all stays as it was.
    const kept = taken?.type === 'snapshot-taken' ? events.slice(0, at + 1) : events;
    for (const event of kept) onEvent(event);
    if (taken?.type !== 'snapshot-taken')
      return { episode: planned.id, attempt: from.attempt, lines, result: before.result };
    const { judge, world } = deps.casting(planned, { emit: onEvent, replies: from.replies });
    const result = await judgedAgain(kept, taken, { judge, world, planned, deps, emit: onEvent });
    onEvent({ type: 'episode-ended', result });
    return { episode: planned.id, attempt: from.attempt, lines, result };
  };
}

interface Judging extends Pick<Cast, 'judge' | 'world'> {
  readonly planned: PlannedEpisode;
  readonly deps: EpisodeDeps;
  readonly emit: Emit;
}

async function judgedAgain(events: readonly Event[], taken: SnapshotTaken, how: Judging): Promise<Result> {
  const { judge, world, planned, deps, emit } = how;
  const { task, signal } = deps;
  try {
    const snapshot = await boundary('world', () => snapshotAgain(taken, { world, task, seed: planned.seed }));
    const evidence = { task, answer: answerIn(events), snapshot, events: [...events] };
    const verdict = await boundary('judge', () => judge.judge(evidence, signal));
    emit({ type: 'verdict-reached', judge: judge.name, verdict });
    return resultOf(verdict);
  } catch (error) {
    signal.throwIfAborted();
    const { party, reason, message } = blamed('host', error);
    if (reason === 'record-lost') throw error;
    emit({ type: 'error-raised', party, reason, message });
    return { outcome: 'void', blame: party === 'agent' ? 'judge' : party, reason, message };
  }
}

interface Place extends Pick<Cast, 'world'> {
  readonly task: Task;
  readonly seed: string;
}

async function snapshotAgain({ changes }: SnapshotTaken, { task, world, seed }: Place): Promise<Snapshot> {
  const session = await world.open(task, {
    seed,
    emit: () => undefined,
    random: (...names) => stream(seed, task.suite, task.id, ...names),
  });
  try {
    const { current: initial } = await session.snapshot();
    return { initial, current: applyChanges(initial, changes), changes };
  } finally {
    await session.close();
  }
}

/**
 * Judges a run's episodes again without playing them again: the world is opened as it was, the logged changes are laid over it,
 * and the judge sees what it would have seen. The verdicts go to a new run; the old one stays as it is.
 */

import { answerIn } from '../core/episode.ts';
import { blamed, boundary } from '../core/errors.ts';
import type { Emit, Event, Result, SnapshotTaken } from '../core/event.ts';
import type { Judge } from '../core/judge.ts';
import type { Attempt } from '../core/log.ts';
import { resultOf } from '../core/play.ts';
import { stream } from '../core/random.ts';
import { applyChanges, type Snapshot } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import type { World } from '../core/world.ts';

export interface Rejudging {
  readonly task: Task;
  readonly world: World;
  readonly judge: (record: { readonly emit: Emit }) => Judge;
  readonly seed: string;
  readonly signal: AbortSignal;
}

/** The attempt's events with a new verdict; as they were where the judge never had anything to look at. */
export async function rejudged(attempt: Attempt, how: Rejudging): Promise<readonly Event[]> {
  const events = attempt.lines.map(({ event }) => event);
  const at = events.findIndex(({ type }) => type === 'snapshot-taken');
  const taken = events[at];
  if (taken?.type !== 'snapshot-taken') return events;
  const record = events.slice(0, at + 1);
  const emit: Emit = (event) => void record.push(event);
  const result = await judgeAgain(record, taken, { ...how, emit });
  emit({ type: 'episode-ended', result });
  return record;
}

async function judgeAgain(
  events: readonly Event[],
  taken: SnapshotTaken,
  how: Rejudging & { readonly emit: Emit },
): Promise<Result> {
  const { task, emit, signal } = how;
  const judge = how.judge({ emit });
  try {
    const snapshot = await boundary('world', () => snapshotAgain(taken, how));
    const evidence = { task, answer: answerIn(events), snapshot, events: events.slice(0, -1) };
    const verdict = await boundary('judge', () => judge.judge(evidence, signal));
    emit({ type: 'verdict-reached', judge: judge.name, verdict });
    return resultOf(verdict);
  } catch (error) {
    signal.throwIfAborted();
    const { party, reason, message } = blamed('host', error);
    emit({ type: 'error-raised', party, reason, message });
    return { outcome: 'void', blame: party === 'agent' ? 'judge' : party, reason, message };
  }
}

async function snapshotAgain({ changes }: SnapshotTaken, { task, world, seed }: Rejudging): Promise<Snapshot> {
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

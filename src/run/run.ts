/**
 * Plays a plan: what is missing or void, with several workers, into the log. It knows neither suites nor models nor tables: casts
 * and rows come by argument.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import type { ModelReplied } from '../core/event.ts';
import { type Attempt, type LogLine, repliesIn } from '../core/log.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';
import { derivedFiles, type RowsOf } from './derived.ts';
import { createDirectory, lock, type RunDirectory } from './directory.ts';
import { type EpisodeCasting, type EpisodePlayer, playPlanned } from './episode.ts';
import { foldHistory, type Resumption } from './history.ts';
import { keepImage } from './image-store.ts';
import { readAttempts } from './log-reader.ts';
import { keepPlan } from './plan-file.ts';
import { openSegment } from './segment.ts';

export interface RunOptions {
  readonly plan: Plan;
  readonly directory: RunDirectory;
  readonly workers: number;
  /** Play only the first so many tasks now. */
  readonly limit?: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly taskOf: (planned: PlannedEpisode) => Task;
  readonly casting: EpisodeCasting;
  /** How an episode is played; by its cast, unless told otherwise. */
  readonly player?: EpisodePlayer;
  /** Leaves out what it says no to. */
  readonly only?: (planned: PlannedEpisode) => boolean;
  readonly rowsOf: RowsOf;
  readonly redact?: (text: string) => string;
  readonly watch?: RunWatch;
}

/** Whoever wants to see it happen. */
export interface RunWatch {
  /** The run is ours and its plan is kept. */
  readonly onStart?: () => void;
  /** A reply that an earlier process was given already. */
  readonly onReply?: (reply: ModelReplied) => void;
  readonly onProgress?: (progress: Progress) => void;
  readonly onWarning?: (sentence: string) => void;
  readonly onAttempt?: (planned: PlannedEpisode, attempt: Attempt) => void;
  readonly onLine?: (line: LogLine) => void;
}

export interface Progress {
  readonly planned: number;
  /** Scored before this process began. */
  readonly before: number;
  readonly passed: number;
  readonly failed: number;
  readonly void: number;
  readonly running: number;
}

export interface RunEnd {
  readonly progress: Progress;
  /** Why the run ended before its queue was empty, or null. */
  readonly stopped: string | null;
}

interface Job {
  readonly planned: PlannedEpisode;
  readonly from: Resumption;
}

export async function run(options: RunOptions): Promise<RunEnd> {
  const { directory, redact = (text) => text } = options;
  createDirectory(directory);
  const unlock = lock(directory);
  try {
    const plan = keepPlan(directory, options.plan);
    const episodes = episodesOf(plan, sha256);
    options.watch?.onStart?.();
    const history = foldHistory(seen(readAttempts(directory.segments), options.watch));
    const derived = derivedFiles(directory, readAttempts(directory.segments), options.rowsOf);
    const wanted = limited(episodes, plan, options.limit).filter(options.only ?? (() => true));
    const jobs = jobsOf(wanted, history.resumption);
    const writer = openSegment(directory.segments, redact);
    try {
      return await playJobs({ options, plan, jobs, before: history.scored, append: writer.append, done: derived.add });
    } finally {
      writer.close();
      derived.finish();
    }
  } finally {
    unlock();
  }
}

/** What was spent before counts against the budget too. */
function* seen(attempts: Iterable<Attempt>, { onReply }: RunWatch = {}): Generator<Attempt> {
  for (const attempt of attempts) {
    if (onReply) repliesIn(attempt).forEach(onReply);
    yield attempt;
  }
}

function limited(
  episodes: readonly PlannedEpisode[],
  plan: Plan,
  limit: number | undefined,
): readonly PlannedEpisode[] {
  if (limit === undefined) return episodes;
  const tasks = new Set(plan.tasks.slice(0, limit));
  return episodes.filter(({ task }) => tasks.has(task));
}

function* jobsOf(
  episodes: readonly PlannedEpisode[],
  resumption: (episode: string) => Resumption | null,
): Generator<Job> {
  for (const planned of episodes) {
    const from = resumption(planned.id);
    if (from !== null) yield { planned, from };
  }
}

interface Playing {
  readonly options: RunOptions;
  readonly plan: Plan;
  readonly jobs: Iterator<Job>;
  readonly before: number;
  readonly append: (line: LogLine) => void;
  readonly done: (attempt: Attempt) => void;
}

async function playJobs({ options, plan, jobs, before, append, done }: Playing): Promise<RunEnd> {
  const { watch = {}, clock, directory, player = playPlanned } = options;
  // Whatever stops the run stops the episodes under way too; they stay unfinished in the log.
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const tally = {
    planned: plan.tasks.length * plan.agents.length * plan.modes.length * plan.trials,
    before,
    passed: 0,
    failed: 0,
    void: 0,
    running: 0,
  };
  const alike = alarmOfTen();
  let stopped: string | null = null;

  const playOne = async ({ planned, from }: Job): Promise<void> => {
    tally.running++;
    const attempt = await player(planned, from, {
      task: options.taskOf(planned),
      casting: options.casting,
      withPlan: plan.withPlan,
      append: (line) => {
        append(line);
        watch.onLine?.(line);
      },
      keepImage: (image) => keepImage(directory, image),
      clock,
      signal,
      onWarning: watch.onWarning ?? (() => undefined),
    }).finally(() => tally.running--);
    done(attempt);
    watch.onAttempt?.(planned, attempt);
    if (attempt.result !== null) tally[attempt.result.outcome]++;
    stopped ??= reasonToStop(attempt) ?? alike(attempt);
    watch.onProgress?.({ ...tally });
  };
  const worker = async (): Promise<void> => {
    for (let job = jobs.next(); !job.done; job = jobs.next()) {
      await playOne(job.value);
      // Agents without a model never wait for anything: without this, timers and Ctrl-C would starve.
      await breathe();
      if (stopped !== null || signal.aborted) return;
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: options.workers }, () =>
      worker().catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  options.signal.throwIfAborted();
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw rootOf(stop.signal.aborted ? stop.signal.reason : failure.reason);
  return { progress: { ...tally }, stopped };
}

/** A lost record arrives wrapped in the episode's error; the sentence for the user is inside. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'EpisodeError' && error.cause !== undefined ? error.cause : error;
}

function reasonToStop({ result }: Attempt): string | null {
  return result?.outcome === 'void' && result.reason === 'budget' ? result.message : null;
}

/** When the first ten episodes are void for one and the same reason, the rest would be too. */
function alarmOfTen(): (attempt: Attempt) => string | null {
  const seen: string[] = [];
  return ({ result }) => {
    if (seen.length >= 10) return null;
    seen.push(result?.outcome === 'void' ? `${result.blame}/${result.reason}` : 'scored');
    const isAlarm = seen.length === 10 && seen[0] !== 'scored' && seen.every((reason) => reason === seen[0]);
    if (!isAlarm || result?.outcome !== 'void') return null;
    return `the first ten episodes were all void, blamed on the ${result.blame}: ${result.message}`;
  };
}

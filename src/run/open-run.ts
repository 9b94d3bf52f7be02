/**
 * A run whose episodes are asked for one by one and acted in from outside. Same directory, same log, same derived files as a run
 * that plays a plan; an episode that its driver leaves has no outcome of the agent's. It knows neither servers nor suites.
 */
import type { Clock } from '../core/clock.ts';
import type { Episode } from '../core/episode.ts';
import { type EpisodeError, UserError } from '../core/errors.ts';
import type { Emit } from '../core/event.ts';
import type { Attempt, LogLine } from '../core/log.ts';
import {
  type AskedEpisode,
  askedEpisode,
  episodesOf,
  type Mode,
  type Plan,
  type PlannedEpisode,
} from '../core/plan.ts';
import { type Begun, begin, type CastOutside } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';
import { addAsked, openAsked } from './asked-file.ts';
import { derivedFiles, type Rows } from './derived.ts';
import { createDirectory, lock, type RunDirectory } from './directory.ts';
import { keepImage } from './image-store.ts';
import { readAttempts } from './log-reader.ts';
import { keepPlan } from './plan-file.ts';
import { openSegment } from './segment.ts';

export interface OpenRunOptions {
  readonly plan: Plan;
  /** Null to keep no record on disk. */
  readonly directory: RunDirectory | null;
  readonly clock: Clock;
  readonly casting: (planned: PlannedEpisode, record: { readonly emit: Emit }) => CastOutside;
  readonly rowsOf: (planned: PlannedEpisode, attempt: Attempt) => Rows;
  readonly redact?: (text: string) => string;
}

export interface EpisodeRequest {
  readonly task: Task;
  readonly mode: Mode;
  readonly seed?: string;
  readonly signal?: AbortSignal;
}

export interface LiveEpisode {
  readonly planned: PlannedEpisode;
  readonly begun: Begun;
  /** Judges what was done. */
  finish(): Promise<Episode>;
  /** It cannot go on: by the agent's fault it failed, by any other it is void. */
  abandon(error: EpisodeError): Promise<Episode>;
}

export interface OpenRun {
  readonly plan: Plan;
  begin(request: EpisodeRequest): Promise<LiveEpisode>;
  /** Writes what is left to write. Live episodes have to be left before. */
  close(): void;
}

export function openRun(options: OpenRunOptions): OpenRun {
  const archive = options.directory === null ? NO_ARCHIVE : openArchive(options, options.directory);
  const trials = new Map<string, number>();
  for (const { suite, task, mode, trial } of archive.known) {
    const key = `${suite}/${task}/${mode}`;
    trials.set(key, Math.max(trials.get(key) ?? 0, trial + 1));
  }
  const ask = ({ task, mode, seed }: EpisodeRequest): PlannedEpisode => {
    const key = `${task.suite}/${task.id}/${mode}`;
    const trial = trials.get(key) ?? 0;
    const asked: AskedEpisode = { suite: task.suite, task: task.id, mode, trial, ...(seed ? { seed } : {}) };
    const planned = askedEpisode(options.plan, asked, sha256);
    if (planned === null) throw new UserError(`The run has no task ${task.suite}/${task.id}.`);
    trials.set(key, trial + 1);
    archive.ask(asked);
    return planned;
  };
  return {
    plan: options.plan,
    begin: async (request) => {
      const planned = ask(request);
      const attempt = archive.attempt(planned, options.clock);
      const stage = {
        seed: planned.seed,
        onEvent: attempt.onEvent,
        keepImage: archive.keepImage,
        withPlan: options.plan.withPlan,
        ...(request.signal ? { signal: request.signal } : {}),
      };
      try {
        const begun = await begin(request.task, ({ emit }) => options.casting(planned, { emit }), stage);
        return live(planned, begun, attempt.done);
      } catch (error) {
        attempt.done();
        throw error;
      }
    },
    close: archive.close,
  };
}

function live(planned: PlannedEpisode, begun: Begun, done: () => void): LiveEpisode {
  let ended: Promise<Episode> | null = null;
  const once = (work: () => Promise<Episode>): Promise<Episode> => {
    ended ??= work().finally(done);
    return ended;
  };
  return {
    planned,
    begun,
    finish: () => once(begun.finish),
    abandon: (error) => once(() => begun.abandon(error)),
  };
}

const NO_ROWS: Rows = { results: [], voids: [] };

/** What is kept of the episodes. */
interface Archive {
  readonly known: readonly AskedEpisode[];
  ask(asked: AskedEpisode): void;
  attempt(planned: PlannedEpisode, clock: Clock): { readonly onEvent: Emit; done(): void };
  readonly keepImage: (image: Parameters<typeof keepImage>[1]) => void;
  close(): void;
}

const NO_ARCHIVE: Archive = {
  known: [],
  ask: () => undefined,
  attempt: () => ({ onEvent: () => undefined, done: () => undefined }),
  keepImage: () => undefined,
  close: () => undefined,
};

function openArchive({ plan, rowsOf, redact = (text) => text }: OpenRunOptions, directory: RunDirectory): Archive {
  createDirectory(directory);
  const unlock = lock(directory);
  try {
    keepPlan(directory, plan);
    const asked = openAsked(directory);
    const known = new Map(episodesOf({ ...plan, asked }, sha256).map((planned) => [planned.id, planned]));
    const derived = derivedFiles(directory, readAttempts(directory.segments), (attempt) => {
      const planned = known.get(attempt.episode);
      return planned === undefined ? NO_ROWS : rowsOf(planned, attempt);
    });
    const writer = openSegment(directory.segments, redact);
    return {
      known: asked,
      ask: (episode) => addAsked(directory, episode),
      attempt: (planned, clock) => {
        known.set(planned.id, planned);
        const { id: episode } = planned;
        const lines: LogLine[] = [];
        const onEvent: Emit = (event) => {
          const line: LogLine = { episode, attempt: 1, n: lines.length, at: clock.now(), event };
          lines.push(line);
          writer.append(line);
        };
        const done = (): void => {
          const last = lines.at(-1)?.event;
          if (last?.type === 'episode-ended') derived.add({ episode, attempt: 1, lines, result: last.result });
          known.delete(episode);
        };
        return { onEvent, done };
      },
      keepImage: (image) => keepImage(directory, image),
      close: () => {
        writer.close();
        derived.finish();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

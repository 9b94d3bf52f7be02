/** Plays one planned episode into the log, going on where an earlier process stopped. */
import type { ImageBlock } from '../core/block.ts';
import type { Clock } from '../core/clock.ts';
import { EpisodeError } from '../core/errors.ts';
import type { Emit, Event, ModelReplied } from '../core/event.ts';
import type { Attempt, LogLine } from '../core/log.ts';
import type { PlannedEpisode } from '../core/plan.ts';
import { type Cast, play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { FRESH, type Resumption } from './history.ts';

/** Makes the cast of one episode: models write to its record and take what was answered before. */
export type EpisodeCasting = (
  planned: PlannedEpisode,
  record: { readonly emit: Emit; readonly replies: readonly ModelReplied[] },
) => Cast;

export interface EpisodeDeps {
  readonly task: Task;
  readonly casting: EpisodeCasting;
  readonly withPlan: boolean;
  readonly append: (line: LogLine) => void;
  readonly keepImage: (image: ImageBlock) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onWarning: (sentence: string) => void;
}

/** The same code with the same replies did not give the same events: the log is of another version, or a world is not deterministic. */
class Diverged extends Error {
  override readonly name = 'Diverged';
}

export async function playPlanned(planned: PlannedEpisode, from: Resumption, deps: EpisodeDeps): Promise<Attempt> {
  try {
    const attempt = await playAttempt(planned, from, deps);
    if (!isDivergence(attempt)) return attempt;
  } catch (error) {
    if (!(error instanceof EpisodeError && error.cause instanceof Diverged)) throw error;
  }
  deps.onWarning(
    `${planned.task.id} (${planned.agent.name}, ${planned.mode}) could not be continued from the log and starts again.`,
  );
  return playAttempt(planned, { ...FRESH, attempt: from.attempt + 1 }, deps);
}

function isDivergence({ result }: Attempt): boolean {
  return result?.outcome === 'void' && result.reason === 'replay-diverged';
}

/** Plays an episode from where the log ends, or makes its events in another way. */
export type EpisodePlayer = (planned: PlannedEpisode, from: Resumption, deps: EpisodeDeps) => Promise<Attempt>;

async function playAttempt(planned: PlannedEpisode, from: Resumption, deps: EpisodeDeps): Promise<Attempt> {
  const { lines, onEvent } = openAttempt(planned, from, deps);
  const { replies } = from;
  const { result } = await play(deps.task, ({ emit }) => deps.casting(planned, { emit, replies }), {
    seed: planned.seed,
    signal: deps.signal,
    onEvent,
    keepImage: deps.keepImage,
    withPlan: deps.withPlan,
  });
  return { episode: planned.id, attempt: from.attempt, lines, result };
}

export interface OpenAttempt {
  readonly lines: readonly LogLine[];
  /** What stands in the log already must come out the same; what is new is appended. */
  readonly onEvent: Emit;
}

export function openAttempt(planned: PlannedEpisode, { attempt, prefix }: Resumption, deps: EpisodeDeps): OpenAttempt {
  const lines: LogLine[] = [];
  const onEvent = (event: Event): void => {
    const n = lines.length;
    const logged = prefix[n];
    if (logged !== undefined) {
      if (JSON.stringify(logged.event) !== JSON.stringify(event)) throw new Diverged(`event ${n} differs from the log`);
      lines.push(logged);
      return;
    }
    const line: LogLine = { episode: planned.id, attempt, n, at: deps.clock.now(), event };
    lines.push(line);
    deps.append(line);
  };
  return { lines, onEvent };
}

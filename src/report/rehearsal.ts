/**
 * Plays a whole plan in memory and gives its attempts as a log would tell them, with made-up times: for tests and for looking at
 * reports. It keeps nothing; real runs are played elsewhere.
 */
import type { Attempt, LogLine } from '../core/log.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import { type Cast, type Casting, play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';

export interface Scene {
  readonly task: Task;
  readonly casting: Casting<Cast>;
}

/** Every event takes this long. */
const MILLISECONDS_PER_EVENT = 5;
const BEGINNING = Date.UTC(2026, 2, 2, 8);

export async function rehearse(plan: Plan, scene: (planned: PlannedEpisode) => Scene): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  let at = BEGINNING;
  for (const planned of episodesOf(plan, sha256)) {
    const { task, casting } = scene(planned);
    const { events, result } = await play(task, casting, { seed: planned.seed, withPlan: plan.withPlan });
    const lines = events.map((event, n): LogLine => {
      at += MILLISECONDS_PER_EVENT;
      return { episode: planned.id, attempt: 1, n, at, event };
    });
    attempts.push({ episode: planned.id, attempt: 1, lines, result });
  }
  return attempts;
}

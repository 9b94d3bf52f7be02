/**
 * Which episodes of a run are exported as trajectories, one attempt at a time, so that a run of 100,000 need not be in memory.
 * A void is never exported: what broke teaches nothing about the task. It reads and writes no files.
 */
import type { Result } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import type { Tool } from '../core/tool.ts';
import { sha256 } from '../wire/hash.ts';

export interface Wanted {
  readonly outcome: 'passed' | 'failed' | 'all';
  readonly minScore: number;
}

/** An episode to be written down, with what its log does not hold. */
export interface Trajectory {
  readonly plan: Plan;
  readonly planned: PlannedEpisode;
  readonly attempt: Attempt;
  readonly result: Extract<Result, { readonly score: number }>;
}

/** What the agent had before it. Null where nobody knows any more. */
export interface Setting {
  readonly tools: readonly Tool[] | null;
  readonly system: string | null;
}

export interface TrajectoryTally {
  readonly exported: number;
  /** Without an outcome that counts: void each time, or never finished. */
  readonly void: number;
  readonly unfinished: number;
  /** Passed or failed, and the other was wanted. */
  readonly otherOutcome: number;
  readonly lowScore: number;
}

export interface TrajectorySelection {
  /** Null for an attempt that is not wanted. */
  take(attempt: Attempt): Trajectory | null;
  tally(): TrajectoryTally;
}

export function selectTrajectories(plan: Plan, { outcome, minScore }: Wanted): TrajectorySelection {
  const planned = new Map(episodesOf(plan, sha256).map((episode) => [episode.id, episode]));
  const scored = new Set<string>();
  const voids = new Set<string>();
  const unfinished = new Set<string>();
  const tally = { exported: 0, otherOutcome: 0, lowScore: 0 };
  const isLeftOut = (result: Trajectory['result']): keyof typeof tally | null => {
    if (outcome !== 'all' && result.outcome !== outcome) return 'otherOutcome';
    return result.score < minScore ? 'lowScore' : null;
  };
  return {
    take: (attempt) => {
      const episode = planned.get(attempt.episode);
      const { result } = attempt;
      if (episode === undefined || scored.has(attempt.episode)) return null;
      if (result === null || result.outcome === 'void') {
        (result === null ? unfinished : voids).add(attempt.episode);
        return null;
      }
      scored.add(attempt.episode);
      const why = isLeftOut(result);
      tally[why ?? 'exported']++;
      return why === null ? { plan, planned: episode, attempt, result } : null;
    },
    tally: () => {
      const lost = voids.difference(scored);
      return { ...tally, void: lost.size, unfinished: unfinished.difference(scored).difference(voids).size };
    },
  };
}

/** What an episode is worth to a trainer. A void is worth nothing that can be learnt from: null, never 0. */
import type { Episode } from '../core/episode.ts';
import { eventsOf } from '../core/event.ts';

/** `binary`: passed or not. `checkpoints`: the share that was reached. `graded`: Agent World Model's, 0.1 for work that is incomplete. */
export type RewardScheme = 'binary' | 'checkpoints' | 'graded';

const INCOMPLETE = 0.1;

export function rewardOf({ result, events }: Episode, scheme: RewardScheme): number | null {
  if (result.outcome === 'void') return null;
  if (scheme === 'checkpoints') return result.score;
  if (result.outcome === 'passed') return 1;
  if (scheme === 'binary') return 0;
  const category = eventsOf(events, 'verdict-reached').at(-1)?.verdict.category;
  const hasWorked = eventsOf(events, 'tool-called').length > 0;
  return category === 'incomplete' || (category === undefined && hasWorked) ? INCOMPLETE : 0;
}

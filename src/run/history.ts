/** What a run's log says about each planned episode: done, to be continued, or to be played again. */
import type { Blame } from '../core/errors.ts';
import type { ModelReplied } from '../core/event.ts';
import { type Attempt, type LogLine, repliesIn } from '../core/log.ts';
import type { Role } from '../core/model.ts';

/** A void is played again this often in all. */
const MOST_ATTEMPTS = 3;

/** Where an episode goes on. */
export interface Resumption {
  readonly attempt: number;
  /** Lines that stand in the log already: they must come out the same again. */
  readonly prefix: readonly LogLine[];
  /** Replies that were paid for already. */
  readonly replies: readonly ModelReplied[];
}

export const FRESH: Resumption = { attempt: 1, prefix: [], replies: [] };

export interface History {
  /** Null: nothing to do, since it is scored or was void too often. */
  resumption(episode: string): Resumption | null;
  readonly scored: number;
}

export function foldHistory(attempts: Iterable<Attempt>): History {
  const scored = new Set<string>();
  const latest = new Map<string, Attempt>();
  const voids = new Map<string, number>();
  for (const attempt of attempts) {
    const { episode, result } = attempt;
    if (result !== null && result.outcome !== 'void') {
      scored.add(episode);
      latest.delete(episode);
      continue;
    }
    // A spent budget says nothing about the episode: more money, and it goes on.
    if (result !== null && result.reason !== 'budget') voids.set(episode, (voids.get(episode) ?? 0) + 1);
    if ((latest.get(episode)?.attempt ?? 0) < attempt.attempt) latest.set(episode, attempt);
  }
  return {
    scored: scored.size,
    resumption: (episode) => {
      if (scored.has(episode) || (voids.get(episode) ?? 0) >= MOST_ATTEMPTS) return null;
      const last = latest.get(episode);
      return last === undefined ? FRESH : resumptionOf(last);
    },
  };
}

/** Goes on with an unfinished attempt; begins a new one after a void, without the replies of whoever was to blame. */
function resumptionOf(last: Attempt): Resumption {
  const replies = repliesIn(last);
  if (last.result === null) return { attempt: last.attempt, prefix: last.lines, replies };
  const kept = last.result.outcome === 'void' ? replies.filter(({ role }) => isKept(role, last.result)) : [];
  return { attempt: last.attempt + 1, prefix: [], replies: kept };
}

function isKept(role: Role, result: Attempt['result']): boolean {
  const blame: Blame | null = result?.outcome === 'void' ? result.blame : null;
  if (result?.reason === 'replay-diverged' || blame === 'world') return false;
  return !(blame === 'judge' && role === 'judge');
}

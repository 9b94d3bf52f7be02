/** Chooses which failed episode to tell: one whose agent can do the task, whose fault was well hidden, and that could be passed. */
import type { Mode } from '../core/plan.ts';
import type { Ledger } from './ledger.ts';
import { type Score, taskKey } from './scores.ts';

export interface Story {
  readonly episode: string;
  readonly agent: string;
  readonly suite: string;
  readonly task: string;
  readonly title: string;
  readonly mode: Mode;
  readonly trial: number;
  readonly hidden: string;
  readonly did: string;
  readonly shouldHaveSeen: string;
  /** Whether the agent passed the same task and trial in the clean world; null where that was not scored. */
  readonly passedClean: boolean | null;
  /** Whether the oracle passed it under the same faults; null where it did not take part. */
  readonly oraclePassed: boolean | null;
}

/** Null where no failed episode met a fault. */
export function storyOf(ledger: Ledger, scores: readonly Score[]): Story | null {
  const outcomes = new Map(
    scores.filter(({ item }) => item === null).map((score) => [keyOf(score, score.agent, score.mode), score.outcome]),
  );
  const passed = (score: Score, agent: string, mode: Mode): boolean | null => {
    const outcome = outcomes.get(keyOf(score, agent, mode));
    return outcome === 'passed' ? true : outcome === 'failed' ? false : null;
  };
  let best: { readonly story: Story; readonly rank: number } | null = null;
  for (const score of scores) {
    const told = score.outcome === 'failed' ? ledger.detail(score.episode)?.story : undefined;
    if (!told) continue;
    const passedClean = passed(score, score.agent, 'E0');
    const oraclePassed = score.agent === 'oracle' ? null : passed(score, 'oracle', score.mode);
    // That the agent can do the task in a clean world weighs most: only then is the fault the likely cause.
    const rank =
      (passedClean === true ? 0 : 100) + told.rank * 10 + (oraclePassed === true ? 0 : oraclePassed === null ? 1 : 2);
    if (best !== null && best.rank <= rank) continue;
    const { hidden, did, shouldHaveSeen } = told;
    best = { rank, story: { ...placeOf(score), hidden, did, shouldHaveSeen, passedClean, oraclePassed } };
  }
  return best?.story ?? null;
}

function placeOf({
  episode,
  agent,
  task,
  mode,
  trial,
}: Score): Omit<Story, 'hidden' | 'did' | 'shouldHaveSeen' | 'passedClean' | 'oraclePassed'> {
  return { episode, agent, suite: task.suite, task: task.id, title: task.title, mode, trial };
}

function keyOf({ task, trial }: Score, agent: string, mode: Mode): string {
  return JSON.stringify([taskKey(task), trial, agent, mode]);
}

/** Several judges as one: passes what all of them pass. If one cannot decide, neither can this. */
import type { Judge } from '../core/judge.ts';

export function allOf(judges: readonly Judge[]): Judge {
  return {
    name: judges.map((judge) => judge.name).join('+'),
    async judge(evidence, signal) {
      const verdicts = await Promise.all(judges.map((judge) => judge.judge(evidence, signal)));
      const missed = verdicts.filter((verdict) => !verdict.passed);
      return {
        passed: missed.length === 0,
        score: verdicts.reduce((sum, { score }) => sum + score, 0) / Math.max(1, verdicts.length),
        reason: (missed.length === 0 ? verdicts : missed).map(({ reason }) => reason).join('; '),
        checkpoints: verdicts.flatMap(({ checkpoints }) => checkpoints),
      };
    },
  };
}

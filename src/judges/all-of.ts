/** Several judges as one: passes what all of them pass. If one cannot decide, neither can this. */
import type { Judge, Verdict, VerdictItem } from '../core/judge.ts';

export function allOf(judges: readonly Judge[]): Judge {
  if (judges.length === 0) throw new RangeError('allOf was given no judge; nobody would look at the work');
  return {
    name: judges.map((judge) => judge.name).join('+'),
    async judge(evidence, signal) {
      const verdicts = await Promise.all(judges.map((judge) => judge.judge(evidence, signal)));
      const items = Map.groupBy(
        verdicts.flatMap((verdict) => verdict.items ?? []),
        ({ id }) => id,
      );
      return {
        ...together(verdicts),
        checkpoints: verdicts.flatMap(({ checkpoints }) => checkpoints),
        ...(items.size === 0 ? {} : { items: [...items].map(([id, found]) => ({ id, ...together(found) })) }),
      };
    },
  };
}

/** What several judges found on one thing. */
function together(found: readonly (Verdict | VerdictItem)[]): Pick<Verdict, 'passed' | 'score' | 'reason'> {
  const missed = found.filter(({ passed }) => !passed);
  return {
    passed: missed.length === 0,
    score: found.reduce((sum, { score }) => sum + score, 0) / found.length,
    reason: (missed.length === 0 ? found : missed).map(({ reason }) => reason).join('; '),
  };
}

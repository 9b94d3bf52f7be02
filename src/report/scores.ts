/**
 * The units that rates are made of. Usually an episode is one; where a judge gave an outcome for each of several items, each
 * item is one. An episode that ended without a verdict counts for as many units as its task is known to have.
 */
import type { Blame } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode, PlannedEpisode, PlannedTask } from '../core/plan.ts';
import type { Fact, Ledger } from './ledger.ts';
import type { WorkplaceDay } from './workplace-days.ts';

export interface Score {
  readonly episode: string;
  readonly task: PlannedTask;
  readonly item: string | null;
  readonly agent: string;
  readonly mode: Mode;
  readonly trial: number;
  /** `missing`: planned and not played to an end. */
  readonly outcome: 'passed' | 'failed' | 'void' | 'missing';
  readonly score: number;
  readonly blame: Blame | null;
  /** Tool calls of the episode, at its first unit only, so that an episode is counted once. */
  readonly steps: number | null;
  /** Faults that landed in the episode; null where they were asked of the simulator, and nobody knows. */
  readonly landed: number | null;
  /** The item's, where the judge gave any. */
  readonly data?: JsonObject;
  /** Of an episode in a workplace, at its first unit only. */
  readonly days?: readonly WorkplaceDay[];
}

/** A task's name across suites. */
export function taskKey({ suite, id }: { readonly suite: string; readonly id: string }): string {
  return `${suite}/${id}`;
}

/** One unit per planned episode, or per item, in the order of the plan. */
export function scoresOf(ledger: Ledger): readonly Score[] {
  const items = itemsByTask(ledger);
  const areFaultsKnown = ledger.plan.styles.faults !== 'prompted';
  return ledger.episodes.flatMap((episode) => {
    const units = unitsOf(episode, ledger.fact(episode.id), items.get(taskKey(episode.task)) ?? []);
    return areFaultsKnown ? units : units.map((unit) => ({ ...unit, landed: unit.mode === 'E0' ? 0 : null }));
  });
}

/** The items that any judge of a task has named. */
function itemsByTask({ episodes, fact }: Ledger): ReadonlyMap<string, readonly string[]> {
  const byTask = new Map<string, Set<string>>();
  for (const { id, task } of episodes) {
    const items = fact(id)?.items ?? [];
    if (items.length === 0) continue;
    const known = byTask.get(taskKey(task)) ?? new Set<string>();
    for (const item of items) known.add(item.id);
    byTask.set(taskKey(task), known);
  }
  return new Map([...byTask].map(([task, items]) => [task, [...items]]));
}

function unitsOf(planned: PlannedEpisode, fact: Fact | undefined, items: readonly string[]): readonly Score[] {
  const { id: episode, task, mode, trial } = planned;
  const whole: Score = {
    episode,
    task,
    item: null,
    agent: planned.agent.name,
    mode,
    trial,
    outcome: fact?.outcome ?? 'missing',
    score: fact?.score ?? 0,
    blame: fact?.blame ?? null,
    steps: fact?.steps ?? null,
    landed: fact?.landed.length ?? 0,
  };
  const first = fact?.days === undefined ? {} : { days: fact.days };
  if (items.length === 0) return [{ ...whole, ...first }];
  const found = new Map(fact?.items.map((item) => [item.id, item]));
  // A judge that named other items this time has not scored the rest; one that named none has failed or voided them all.
  const units = items.filter((item) => found.size === 0 || found.has(item));
  return units.map((item, i) => {
    const own = found.get(item);
    const outcome = own === undefined ? whole.outcome : own.passed ? 'passed' : 'failed';
    return {
      ...whole,
      item,
      outcome,
      score: own?.score ?? whole.score,
      steps: i === 0 ? whole.steps : null,
      ...(own?.data === undefined ? {} : { data: own.data }),
      ...(i === 0 ? first : {}),
    };
  });
}

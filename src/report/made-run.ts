/** Runs made up by hand, for tests of what is computed from several: a plan and an outcome for each of its episodes, no events. */
import { DEFAULT_STYLES } from '../core/means.ts';
import { PLAN_VERSION, type Plan, type PlannedEpisode, type PlannedTask } from '../core/plan.ts';
import type { Run } from './compare.ts';
import { type Fact, factLedger } from './ledger.ts';
import { scoresOf } from './scores.ts';

export type MadeOutcome = Fact['outcome'] | 'missing';

export function madeTasks(count: number, change: (i: number) => Partial<PlannedTask> = () => ({})): Plan['tasks'] {
  return Array.from({ length: count }, (_, i) => ({
    suite: 'made',
    id: String(i),
    hash: `hash-${i}`,
    title: `Task ${i}`,
    world: 'made',
    family: 'made',
    category: 'Science & Research',
    domain: 'Physics',
    scenario: 'Measuring',
    difficulty: null,
    length: null,
    ...change(i),
  }));
}

export function madePlan(terms: Partial<Plan>): Plan {
  return {
    version: PLAN_VERSION,
    run: 'made',
    suite: 'made',
    source: 'made',
    tasks: madeTasks(4),
    agents: [{ name: 'm', model: 'm', settings: {} }],
    modes: ['E0'],
    faultCount: 2,
    faultDuration: 2,
    trials: 1,
    seed: '0',
    withPlan: false,
    worldModel: 'sim',
    verifierModel: 'judge',
    styles: DEFAULT_STYLES,
    prompts: {},
    versions: { practicum: 'test', events: 1 },
    ...terms,
  };
}

/** `partsOf` gives what an episode's fact holds besides its outcome: items, days. */
export function madeRun(
  terms: Partial<Plan>,
  outcomeOf: (planned: PlannedEpisode) => MadeOutcome,
  partsOf: (planned: PlannedEpisode) => Partial<Fact> = () => ({}),
): Run {
  const plan = madePlan(terms);
  const ledger = factLedger(plan, (planned) => {
    const outcome = outcomeOf(planned);
    if (outcome === 'missing') return undefined;
    return {
      attempt: 1,
      outcome,
      score: outcome === 'passed' ? 1 : 0,
      blame: outcome === 'void' ? 'world' : null,
      reason: '',
      items: [],
      steps: 3,
      landed: [],
      plannedKinds: null,
      ballots: null,
      ...partsOf(planned),
    };
  });
  return { plan, scores: scoresOf(ledger) };
}

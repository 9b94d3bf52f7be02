/**
 * What memory from day to day is worth: a run with it against one without, over the same scenarios. Assignments are paired, since an
 * easy one is easy for both; the first day, on which nothing is remembered yet, shows what is chance. Plain JSON comes out.
 */
import { UsageError } from '../core/errors.ts';
import type { Mode } from '../core/plan.ts';
import { type Random, stream } from '../core/random.ts';
import { isScored, type Rate, rateOf } from './cell.ts';
import { type AgentPair, matchedAgents, type Run } from './compare.ts';
import { leadingMode } from './contenders.ts';
import {
  type Chance,
  type Gain,
  gainOf,
  type ItemPair,
  type Savings,
  savingsOf,
  transferOf,
} from './learning-pairs.ts';
import { mcnemar } from './mcnemar.ts';
import { type Score, taskKey } from './scores.ts';
import { NO_WORKPLACE } from './workplace-analysis.ts';
import { itemMaker } from './workplace-items.ts';

export interface Learning {
  readonly kind: 'learning';
  /** The run with memory, and the one without. */
  readonly a: string;
  readonly b: string;
  readonly mode: Mode;
  readonly agents: readonly AgentLearning[];
  readonly warnings: readonly string[];
}

export interface AgentLearning {
  readonly name: string;
  readonly pairs: number;
  /** Of checkpoint score, by day: the learning curve. */
  readonly days: readonly (Gain & { readonly day: number })[];
  /** From the second day on, as all that follows. */
  readonly later: Gain;
  readonly transfer: {
    /** Assignments of a family that the scenario had on an earlier day, and of others. */
    readonly seen: Gain;
    readonly unseen: Gain;
    /** Gain where it was seen, less the gain where it was not. */
    readonly difference: Rate;
  };
  /** Assignments of families that the run with memory had passed on an earlier day: of these failed now, with memory and without. */
  readonly forgetting: { readonly learned: number; readonly failed: number; readonly failedWithout: number };
  /** Assignments for which something known from before no longer held. */
  readonly stale: {
    readonly gain: Gain;
    /** Passed without memory and failed with it, though not all was looked up again: memory was trusted, and wrong. */
    readonly lost: number;
  };
  readonly outcomes: {
    /** Passed without memory, and of these failed with it. */
    readonly passed: number;
    readonly lost: number;
    readonly rate: Rate;
    /** Failed without memory, and of these passed with it. */
    readonly failed: number;
    readonly repaired: number;
    /** McNemar's, of lost against repaired. */
    readonly p: number;
  };
  readonly savings: Savings;
}

export function learningOf(runs: readonly Run[]): Learning {
  const [a, b] = inOrder(runs);
  const mode = leadingMode([a, b]);
  const inMode = ({ plan, scores }: Run): Run => ({ plan, scores: scores.filter((score) => score.mode === mode) });
  const agents = matchedAgents(a.plan, b.plan).map((names) => agentLearning(inMode(a), inMode(b), names));
  if (agents.length === 0) throw new UsageError('The two runs have no agent in common, so there is nothing to pair.');
  if (agents.every(({ pairs }) => pairs === 0)) throw new UsageError(nothingPaired(a, b));
  return { kind: 'learning', a: a.plan.run, b: b.plan.run, mode, agents, warnings: warningsOf(a, b, agents) };
}

/** The run with memory first, whichever way they were named. */
function inOrder(runs: readonly Run[]): readonly [Run, Run] {
  const [first, second] = runs;
  if (first === undefined || second === undefined || runs.length > 2) {
    throw new UsageError('`analyse learning` takes two runs of the same scenarios: one with --memory, one without.');
  }
  const remembers = ({ plan }: Run): boolean => plan.styles.memory !== undefined;
  if (!remembers(first) && !remembers(second)) {
    throw new UsageError('Neither run has memory. Play the same scenarios once more with --memory notes or feedback.');
  }
  return remembers(first) ? [first, second] : [second, first];
}

function nothingPaired(a: Run, b: Run): string {
  const itemsOf = itemMaker([...a.scores, ...b.scores]);
  if (itemsOf([...a.scores, ...b.scores]).length === 0) return NO_WORKPLACE;
  return 'No assignment was scored in both runs: they must be of the same scenarios, made with the same seed.';
}

function agentLearning(a: Run, b: Run, names: AgentPair): AgentLearning {
  const pairs = pairsOf(a, b, names);
  const chance: Chance = (use) => stream(a.plan.seed, 'learning', names.a, names.b, use);
  const later = pairs.filter(({ day }) => day > 1);
  const days = [...new Set(pairs.map(({ day }) => day))].sort((one, other) => one - other);
  return {
    name: names.a === names.b ? names.a : `${names.a}, ${names.b}`,
    pairs: pairs.length,
    days: days.map((day) => ({
      day,
      ...gainOf(
        pairs.filter((pair) => pair.day === day),
        chance(`day ${day}`),
      ),
    })),
    later: gainOf(later, chance('later')),
    transfer: transferOf(later, chance),
    forgetting: forgettingIn(later),
    stale: staleIn(later, chance('stale')),
    outcomes: outcomesIn(later),
    savings: savingsOf(pairs, chance('savings')),
  };
}

/** By scenario, assignment and trial, where both were scored. */
function pairsOf(a: Run, b: Run, names: AgentPair): readonly ItemPair[] {
  const itemsOf = itemMaker([...a.scores, ...b.scores]);
  const [ofA, ofB] = [
    itemsOf(a.scores.filter(({ agent }) => agent === names.a)),
    itemsOf(b.scores.filter(({ agent }) => agent === names.b)),
  ];
  const families = Map.groupBy([...ofA, ...ofB], ({ score, family }) => JSON.stringify([taskKey(score.task), family]));
  const daysOf = firstUnits([...a.scores, ...b.scores]);
  const inB = new Map(ofB.map((item) => [pairKey(item.score), item]));
  return ofA.flatMap((item): readonly ItemPair[] => {
    const other = inB.get(pairKey(item.score));
    if (other === undefined || !isScored(item.score) || !isScored(other.score)) return [];
    const scenario = taskKey(item.score.task);
    const met = families.get(JSON.stringify([scenario, item.family])) ?? [];
    return [
      {
        scenario,
        day: item.day,
        isSeen: met.some(({ day }) => day < item.day),
        isLearned: met.some(
          ({ day, score }) => day < item.day && score.outcome === 'passed' && score.episode === item.score.episode,
        ),
        isDrifted: item.isDrifted,
        isLookedUp: item.work !== null && item.work.cluesFound === item.work.cluesNeeded,
        a: { score: item.score, days: daysOf.get(item.score.episode) ?? [] },
        b: { score: other.score, days: daysOf.get(other.score.episode) ?? [] },
      },
    ];
  });
}

/** An episode's days stand at its first unit. */
function firstUnits(scores: readonly Score[]): ReadonlyMap<string, Score['days']> {
  return new Map(scores.flatMap(({ episode, days }) => (days === undefined ? [] : [[episode, days] as const])));
}

function pairKey({ task, item, trial }: Score): string {
  return JSON.stringify([taskKey(task), item, trial]);
}

const isPassed = ({ score }: ItemPair['a']): boolean => score.outcome === 'passed';

function forgettingIn(pairs: readonly ItemPair[]): AgentLearning['forgetting'] {
  const learned = pairs.filter(({ isLearned }) => isLearned);
  const failed = learned.filter(({ a }) => !isPassed(a)).length;
  return { learned: learned.length, failed, failedWithout: learned.filter(({ b }) => !isPassed(b)).length };
}

function staleIn(pairs: readonly ItemPair[], random: Random): AgentLearning['stale'] {
  const drifted = pairs.filter(({ isDrifted }) => isDrifted);
  const lost = drifted.filter(({ a, b, isLookedUp }) => isPassed(b) && !isPassed(a) && !isLookedUp);
  return { gain: gainOf(drifted, random), lost: lost.length };
}

function outcomesIn(pairs: readonly ItemPair[]): AgentLearning['outcomes'] {
  const passed = pairs.filter(({ b }) => isPassed(b));
  const clusters = [...Map.groupBy(passed, ({ scenario }) => scenario).values()].map((own) => ({
    passed: own.filter(({ a }) => !isPassed(a)).length,
    scored: own.length,
  }));
  const lost = passed.filter(({ a }) => !isPassed(a)).length;
  const repaired = pairs.filter(({ a, b }) => isPassed(a) && !isPassed(b)).length;
  const { p } = mcnemar(repaired, lost);
  return { passed: passed.length, lost, rate: rateOf(clusters), failed: pairs.length - passed.length, repaired, p };
}

function warningsOf(a: Run, b: Run, agents: readonly AgentLearning[]): readonly string[] {
  const hashes = new Map(a.plan.tasks.map((task) => [taskKey(task), task.hash]));
  const changed = b.plan.tasks.filter((task) => (hashes.get(taskKey(task)) ?? task.hash) !== task.hash).length;
  const later = agents.some(({ days }) => days.some(({ day }) => day > 1));
  return [
    ...(b.plan.styles.memory === undefined
      ? []
      : [`Both runs have memory: ${a.plan.styles.memory} and ${b.plan.styles.memory}.`]),
    ...(changed === 0 ? [] : [`Scenarios that differ between the runs: ${changed}. A gain may be theirs.`]),
    ...(a.plan.seed === b.plan.seed ? [] : ['The runs have different seeds.']),
    ...((a.plan.styles.hints ?? '') === (b.plan.styles.hints ?? '') ? [] : ['The runs differ in hints too.']),
    ...(later ? [] : ['These scenarios have one day: there is nothing to remember.']),
  ];
}

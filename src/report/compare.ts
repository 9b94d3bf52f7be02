/**
 * Two runs side by side. Results are paired by suite, task, item, mode and trial, since pairs tell more than two averages: an
 * easy task is easy for both. Voids and missing ones are no losses; they leave a pair incomplete, and are counted.
 */
import { MODES, type Mode, type Plan } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import { bootstrap } from './bootstrap.ts';
import { isScored } from './cell.ts';
import { type McNemar, mcnemar } from './mcnemar.ts';
import { type Score, taskKey } from './scores.ts';
import type { Interval } from './wilson.ts';

export interface Run {
  readonly plan: Plan;
  readonly scores: readonly Score[];
}

export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly agents: readonly AgentComparison[];
  /** Agents without a counterpart. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Tasks of the same name whose content differs: a change in their results may be the task's. */
  readonly changedTasks: readonly string[];
  /** Settings that differ and would explain a difference in results. */
  readonly differentSettings: readonly string[];
}

export interface AgentComparison {
  readonly a: string;
  readonly b: string;
  readonly overall: Difference;
  readonly modes: readonly (Difference & { readonly mode: Mode })[];
  /** Passed in A, failed in B. */
  readonly regressions: readonly Change[];
  /** Failed in A, passed in B. */
  readonly gains: readonly Change[];
  readonly unpaired: Unpaired;
}

export interface Difference {
  readonly pairs: number;
  readonly passedA: number;
  readonly passedB: number;
  readonly gained: number;
  readonly lost: number;
  /** Rate of B minus rate of A over the pairs; null where there are none. The interval draws whole tasks. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  readonly test: McNemar;
  /**
   * Whether chance alone would hardly give this: McNemar's p below 0.05, and the interval without zero. The second asks for
   * more where one task brings many pairs (modes, trials), which the test takes for independent.
   */
  readonly isReal: boolean;
}

export interface Change {
  readonly suite: string;
  readonly task: string;
  readonly title: string;
  readonly item: string | null;
  readonly mode: Mode;
  readonly trial: number;
  readonly episodeA: string;
  readonly episodeB: string;
}

interface Unpaired {
  /** Void on either side, or planned and not played. */
  readonly voidA: number;
  readonly voidB: number;
  readonly missingA: number;
  readonly missingB: number;
  /** Planned in one run alone. */
  readonly onlyInA: number;
  readonly onlyInB: number;
}

/** Below this a difference is called real. */
const LEVEL = 0.05;

export function compare(a: Run, b: Run): Comparison {
  const matched = matchedAgents(a.plan, b.plan);
  const names = (plan: Plan): readonly string[] => plan.agents.map(({ name }) => name);
  return {
    a: a.plan.run,
    b: b.plan.run,
    agents: matched.map((pair) => compareAgents(a, b, pair)),
    onlyInA: names(a.plan).filter((name) => !matched.some((pair) => pair.a === name)),
    onlyInB: names(b.plan).filter((name) => !matched.some((pair) => pair.b === name)),
    changedTasks: changedTasks(a.plan, b.plan),
    differentSettings: differentSettings(a.plan, b.plan),
  };
}

/** For continuous integration: true when, for any agent, B is worse over all pairs and the difference is real. */
export function isRegression({ agents }: Comparison): boolean {
  return agents.some(({ overall }) => overall.isReal && (overall.difference ?? 0) < 0);
}

export interface AgentPair {
  readonly a: string;
  readonly b: string;
}

/** By name; where each run has a single agent, these two, whatever they are called: that is what was asked. */
export function matchedAgents(a: Plan, b: Plan): readonly AgentPair[] {
  const [onlyA, onlyB] = [a.agents[0], b.agents[0]];
  if (a.agents.length === 1 && b.agents.length === 1 && onlyA && onlyB) return [{ a: onlyA.name, b: onlyB.name }];
  const inB = new Set(b.agents.map(({ name }) => name));
  return a.agents.filter(({ name }) => inB.has(name)).map(({ name }) => ({ a: name, b: name }));
}

interface Pair {
  readonly a: Score;
  readonly b: Score;
}

/** Two lists of scores, whoever's: paired where both scored the same task, item, mode and trial. The names seed the interval. */
export function pairedDifference(
  a: readonly Score[],
  b: readonly Score[],
  chance: { readonly seed: string; readonly names: readonly string[] },
): Difference {
  return differenceOf(met(scoresByKey(a), scoresByKey(b)).filter(isScoredPair), chance);
}

function met(ofA: ReadonlyMap<string, Score>, ofB: ReadonlyMap<string, Score>): readonly Pair[] {
  return [...ofA].flatMap(([key, a]): readonly Pair[] => {
    const b = ofB.get(key);
    return b === undefined ? [] : [{ a, b }];
  });
}

function isScoredPair({ a, b }: Pair): boolean {
  return isScored(a) && isScored(b);
}

function compareAgents(a: Run, b: Run, names: AgentPair): AgentComparison {
  const ofA = scoresByKey(a.scores.filter(({ agent }) => agent === names.a));
  const ofB = scoresByKey(b.scores.filter(({ agent }) => agent === names.b));
  const shared = met(ofA, ofB);
  const pairs = shared.filter(isScoredPair);
  const difference = (of: readonly Pair[], use: string): Difference =>
    differenceOf(of, { seed: a.plan.seed, names: [names.a, names.b, use] });
  const modes = MODES.filter((mode) => pairs.some((pair) => pair.a.mode === mode));
  return {
    ...names,
    overall: difference(pairs, 'all'),
    modes: modes.map((mode) => ({
      mode,
      ...difference(
        pairs.filter((pair) => pair.a.mode === mode),
        mode,
      ),
    })),
    regressions: pairs.filter(isLoss).map(changeOf),
    gains: pairs.filter(isGain).map(changeOf),
    unpaired: unpairedOf({ met: shared, ofA, ofB }),
  };
}

function scoresByKey(scores: readonly Score[]): ReadonlyMap<string, Score> {
  return new Map(
    scores.map((score) => [JSON.stringify([taskKey(score.task), score.item, score.mode, score.trial]), score]),
  );
}

function isLoss({ a, b }: Pair): boolean {
  return a.outcome === 'passed' && b.outcome === 'failed';
}

function isGain({ a, b }: Pair): boolean {
  return a.outcome === 'failed' && b.outcome === 'passed';
}

function changeOf({ a, b }: Pair): Change {
  const { task, item, mode, trial } = a;
  const { suite, id, title } = task;
  return { suite, task: id, title, item, mode, trial, episodeA: a.episode, episodeB: b.episode };
}

function differenceOf(
  pairs: readonly Pair[],
  { seed, names }: { readonly seed: string; readonly names: readonly string[] },
): Difference {
  const gained = pairs.filter(isGain).length;
  const lost = pairs.filter(isLoss).length;
  const passedA = pairs.filter(({ a }) => a.outcome === 'passed').length;
  const tasks = [...Map.groupBy(pairs, ({ a }) => taskKey(a.task)).values()].map((own) => ({
    pairs: own.length,
    net: own.filter(isGain).length - own.filter(isLoss).length,
  }));
  const figures = (drawn: Int32Array): readonly (number | null)[] => {
    let net = 0;
    let all = 0;
    for (const i of drawn) {
      net += tasks[i]?.net ?? 0;
      all += tasks[i]?.pairs ?? 0;
    }
    return [all === 0 ? null : net / all];
  };
  const [interval = null] = bootstrap(tasks.length, figures, { random: stream(seed, 'compare', ...names) });
  const test = mcnemar(gained, lost);
  return {
    pairs: pairs.length,
    passedA,
    passedB: passedA + gained - lost,
    gained,
    lost,
    difference: pairs.length === 0 ? null : (gained - lost) / pairs.length,
    interval,
    test,
    isReal: test.p < LEVEL && interval !== null && (interval.low > 0 || interval.high < 0),
  };
}

interface Sides {
  readonly met: readonly Pair[];
  readonly ofA: ReadonlyMap<string, Score>;
  readonly ofB: ReadonlyMap<string, Score>;
}

function unpairedOf({ met: shared, ofA, ofB }: Sides): Unpaired {
  const count = (side: 'a' | 'b', outcome: Score['outcome']): number =>
    shared.filter((pair) => pair[side].outcome === outcome).length;
  return {
    voidA: count('a', 'void'),
    voidB: count('b', 'void'),
    missingA: count('a', 'missing'),
    missingB: count('b', 'missing'),
    onlyInA: ofA.size - shared.length,
    onlyInB: ofB.size - shared.length,
  };
}

function changedTasks(a: Plan, b: Plan): readonly string[] {
  const before = new Map(a.tasks.map((task) => [taskKey(task), task.hash]));
  return b.tasks.flatMap((task) => {
    const hash = before.get(taskKey(task));
    // The original's results do not say which version of a task was played.
    const isKnown = hash !== undefined && hash !== '' && task.hash !== '';
    return isKnown && hash !== task.hash ? [taskKey(task)] : [];
  });
}

const SETTINGS = ['seed', 'faultCount', 'faultDuration', 'withPlan', 'worldModel', 'verifierModel'] as const;
const STYLES = ['prompts', 'state', 'faults', 'rubric', 'votes', 'memory', 'hints', 'colleagues'] as const;

type Setting = string | number | boolean | null | undefined;

function differentSettings(a: Plan, b: Plan): readonly string[] {
  const words = (value: Setting): string => String(value ?? 'none');
  const told = (name: string, was: Setting, is: Setting): readonly string[] =>
    words(was) === words(is) ? [] : [`${name}: ${words(was)} → ${words(is)}`];
  return [
    ...SETTINGS.flatMap((key) => told(key, a[key], b[key])),
    ...STYLES.flatMap((key) => told(key, a.styles[key], b.styles[key])),
  ];
}

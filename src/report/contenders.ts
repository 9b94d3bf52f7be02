/**
 * Who is measured across several runs. Results of one agent are put together only where all else is the same: another simulator,
 * judge, effort or style makes another contender, since rates under different conditions must not be mixed unseen. What an
 * analysis varies on purpose (`over`) stays with one contender, in parts. It computes no rates.
 */
import { isObject, type Json } from '../core/json.ts';
import { MODES, type Mode, type Plan, type PlannedAgent } from '../core/plan.ts';
import { isScored } from './cell.ts';
import type { Run } from './compare.ts';
import { isSameModel } from './doubts.ts';
import { type Score, taskKey } from './scores.ts';

const ASPECTS = [
  'effort',
  'simulator',
  'judge',
  'plan',
  'prompts',
  'state',
  'rubric',
  'votes',
  'memory',
  'hints',
  'colleagues',
  'faultStyle',
  'faults',
] as const;
export type Aspect = (typeof ASPECTS)[number];
export type Aspects = { readonly [aspect in Aspect]: string };
/** These say nothing about clean episodes, which go with every severity. */
const OF_FAULTS: ReadonlySet<Aspect> = new Set(['faultStyle', 'faults']);

/** Results under one and the same setting. */
export interface Part {
  readonly aspects: Aspects;
  readonly isClean: boolean;
  readonly scores: readonly Score[];
}

export interface Contender {
  /** The agent, and in brackets what sets it apart from the other contenders. */
  readonly name: string;
  readonly agent: string;
  readonly model: string | null;
  readonly parts: readonly Part[];
  /** Of all parts, each result once. Where parts differ in what is looked at, look at the parts. */
  readonly scores: readonly Score[];
}

export interface Lineup {
  readonly contenders: readonly Contender[];
  /** Seed for intervals. */
  readonly seed: string;
  /** Sentences about what was put together and perhaps should not have been. */
  readonly warnings: readonly string[];
}

export function lineupOf(runs: readonly Run[], over: readonly Aspect[] = []): Lineup {
  const parts = partsOf(runs);
  const groups = [...Map.groupBy(parts, (part) => keyOf(part, over, OF_FAULTS)).values()].flatMap((same) =>
    bySeverity(same, over),
  );
  const varied = ASPECTS.filter((aspect) => !over.includes(aspect) && isVaried(groups, aspect));
  // By default the simulator is also the judge, and then need not be named twice.
  const isJudgeToo =
    varied.includes('simulator') && groups.every((own) => valueIn(own, 'judge') === valueIn(own, 'simulator'));
  const shown = varied.filter((aspect) => aspect !== 'judge' || !isJudgeToo);
  const doubles = { count: 0 };
  const contenders = groups.map((own): Contender => {
    const [first] = own;
    const kept = own.map((part) => ({ ...part, scores: once(part.scores, doubles) }));
    const agent = first?.agent.name ?? '';
    const marks = shown.map((aspect) => words(aspect, valueIn(own, aspect))).filter((mark) => mark !== '');
    return {
      name: marks.length === 0 ? agent : `${agent} (${marks.join(', ')})`,
      agent,
      model: first?.agent.model ?? null,
      parts: kept.map(({ aspects, isClean, scores }) => ({ aspects, isClean, scores })),
      scores: once(
        kept.flatMap(({ scores }) => scores),
        { count: 0 },
      ),
    };
  });
  return {
    contenders,
    seed: runs[0]?.plan.seed ?? '0',
    warnings: [...warningsOf(runs, doubles.count), ...(varied.includes('simulator') ? [SIMULATORS] : [])],
  };
}

const SIMULATORS =
  'These runs are under several simulators, and rates under one do not compare with rates under another: see `analyse simulators`.';

interface AgentPart extends Part {
  readonly agent: PlannedAgent;
}

/** Clean and faulty results of each agent of each run, put together with those of the same setting. */
function partsOf(runs: readonly Run[]): readonly AgentPart[] {
  const seeds = [...new Set(runs.map(({ plan }) => plan.seed))];
  const most = Math.max(1, ...runs.map(({ plan }) => plan.trials));
  const single = runs.flatMap(({ plan, scores }) => {
    // Trials of another seed are further trials; of the same seed, they met the same world and the same faults.
    const shift = seeds.indexOf(plan.seed) * most;
    return plan.agents.flatMap((agent) => {
      const own = scores.filter((score) => score.agent === agent.name);
      const moved = own.map((score) => ({ ...score, trial: score.trial + shift }));
      const aspects = aspectsOf(plan, agent);
      return [true, false].map((isClean): AgentPart => {
        return { agent, aspects, isClean, scores: moved.filter(({ mode }) => (mode === 'E0') === isClean) };
      });
    });
  });
  const filled = single.filter(({ scores }) => scores.length > 0);
  return [...Map.groupBy(filled, (part) => keyOf(part, [], part.isClean ? OF_FAULTS : new Set())).values()].flatMap(
    (same) => {
      const [first] = same;
      return first === undefined ? [] : [{ ...first, scores: same.flatMap(({ scores }) => scores) }];
    },
  );
}

function keyOf(part: AgentPart, over: readonly Aspect[], passedOver: ReadonlySet<Aspect>): string {
  const fixed = ASPECTS.filter((aspect) => !over.includes(aspect) && !passedOver.has(aspect));
  const sort = passedOver === OF_FAULTS ? '' : String(part.isClean);
  return JSON.stringify([part.agent.name, sort, fixed.map((aspect) => part.aspects[aspect])]);
}

/** One contender for each severity, unless that is what is looked at; the clean results stand in each. */
function bySeverity(same: readonly AgentPart[], over: readonly Aspect[]): readonly (readonly AgentPart[])[] {
  const clean = same.filter(({ isClean }) => isClean);
  const faulty = same.filter(({ isClean }) => !isClean);
  const fixed = [...OF_FAULTS].filter((aspect) => !over.includes(aspect));
  const groups = [...Map.groupBy(faulty, ({ aspects }) => JSON.stringify(fixed.map((one) => aspects[one]))).values()];
  return groups.length === 0 ? [clean] : groups.map((group) => [...clean, ...group]);
}

function aspectsOf(
  { worldModel, verifierModel, withPlan, styles, faultCount, faultDuration }: Plan,
  agent: PlannedAgent,
): Aspects {
  return {
    effort: effortOf(agent),
    simulator: worldModel ?? 'code',
    judge: verifierModel ?? 'code',
    plan: withPlan ? 'with plan' : '',
    prompts: styles.prompts,
    state: styles.state,
    rubric: styles.rubric,
    votes: String(styles.votes),
    memory: styles.memory ?? '',
    hints: styles.hints ?? '',
    colleagues: styles.colleagues ?? '',
    faultStyle: styles.faults,
    faults: `${faultCount} × ${faultDuration}`,
  };
}

/** As asked in the run, else as the model's alias has it, else the provider's own default, which has no name. */
export const DEFAULT_EFFORT = 'default';

function effortOf({ settings }: PlannedAgent): string {
  const asked = settings.reasoningEffort ?? inside(inside(settings.model, 'defaults'), 'reasoningEffort');
  return typeof asked === 'string' ? asked : DEFAULT_EFFORT;
}

function inside(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

/** What all parts that it concerns have; clean parts say nothing about faults. */
function valueIn(parts: readonly AgentPart[], aspect: Aspect): string {
  const telling = OF_FAULTS.has(aspect) ? parts.filter(({ isClean }) => !isClean) : parts;
  return telling[0]?.aspects[aspect] ?? '';
}

/** Where an empty value is a setting too, and not something that the part says nothing about. */
const MAY_BE_EMPTY: ReadonlySet<Aspect> = new Set(['plan', 'memory', 'hints', 'colleagues']);

function isVaried(groups: readonly (readonly AgentPart[])[], aspect: Aspect): boolean {
  const values = groups
    .map((parts) => valueIn(parts, aspect))
    .filter((value) => value !== '' || MAY_BE_EMPTY.has(aspect));
  return new Set(values).size > 1;
}

function words(aspect: Aspect, value: string): string {
  if (value === '' || value === DEFAULT_EFFORT) return '';
  const told: { readonly [aspect in Aspect]: string } = {
    effort: `effort ${value}`,
    simulator: `under ${value}`,
    judge: `judged by ${value}`,
    plan: value,
    prompts: `${value} prompts`,
    state: `${value} state`,
    rubric: `${value} rubric`,
    votes: `${value} votes`,
    memory: `memory: ${value}`,
    hints: `hints: ${value}`,
    colleagues: `colleagues by ${value}`,
    faultStyle: `${value} faults`,
    faults: `faults ${value}`,
  };
  return told[aspect];
}

/** Each result once: what was scored counts before what was not, and the later run before the earlier. */
function once(scores: readonly Score[], doubles: { count: number }): readonly Score[] {
  const kept = new Map<string, Score>();
  for (const score of scores) {
    const key = JSON.stringify([taskKey(score.task), score.item, score.mode, score.trial, score.agent]);
    const before = kept.get(key);
    if (before !== undefined && isScored(before) && isScored(score)) doubles.count++;
    if (before === undefined || isScored(score) || !isScored(before)) kept.set(key, score);
  }
  return [...kept.values()];
}

function warningsOf(runs: readonly Run[], doubles: number): readonly string[] {
  const hashes = new Map<string, Set<string>>();
  for (const { plan } of runs) {
    for (const task of plan.tasks) {
      if (task.hash === '') continue;
      hashes.set(taskKey(task), (hashes.get(taskKey(task)) ?? new Set()).add(task.hash));
    }
  }
  const changed = [...hashes.values()].filter(({ size }) => size > 1).length;
  return [
    ...(doubles === 0 ? [] : [`Results that stand in more than one run, of which the last counts: ${doubles}.`]),
    ...(changed === 0
      ? []
      : [`Tasks that were edited between the runs: ${changed}. Their results are not comparable.`]),
  ];
}

/** The mode in which rates are told: clean where there is any clean result. */
export function leadingMode(of: readonly { readonly scores: readonly Score[] }[]): Mode {
  const modes = new Set(of.flatMap(({ scores }) => scores.map(({ mode }) => mode)));
  return MODES.find((mode) => modes.has(mode)) ?? 'E0';
}

/** The one contender that is meant by a name: its own, its agent's or its model's. */
export function named(contenders: readonly Contender[], name: string): readonly Contender[] {
  const exact = contenders.filter((one) => one.name === name);
  if (exact.length > 0) return exact;
  return contenders.filter(({ agent, model }) => agent === name || (model !== null && isSameModel(model, name)));
}

/**
 * All that a report says about a run, as plain JSON: what `--json` prints and what terminal and page render. A fold over the
 * ledger; it renders nothing and knows neither files nor prices.
 */
import { type Blame, PARTIES } from '../core/errors.ts';
import type { Attempt } from '../core/log.ts';
import type { Mode, Plan } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import { type Cell, cellOf, isScored } from './cell.ts';
import { type Certified, type Doubts, doubtsOf } from './doubts.ts';
import { type FaultsMet, faultsMet } from './faults-met.ts';
import { type Groups, groupsOf, type Weighted, weightedOf } from './groups.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { Original } from './occubench-results.ts';
import { type Pace, paceOf } from './pace.ts';
import { type PassK, passK } from './passk.ts';
import { type Robustness, robustnessOf } from './robustness.ts';
import { type Score, scoresOf, taskKey } from './scores.ts';
import { type Cost, type Spend, spendOf, UNKNOWN_COST } from './spend.ts';
import { type Story, storyOf } from './story.ts';
import { type Votes, votesOf } from './votes.ts';

const SUMMARY_VERSION = 1;

export interface Summary {
  readonly version: number;
  readonly provenance: Provenance;
  readonly modes: readonly Mode[];
  readonly trials: number;
  readonly tasks: number;
  /** All agents and modes together. */
  readonly total: Cell;
  readonly agents: readonly AgentSummary[];
  readonly voids: readonly VoidLine[];
  readonly faults: FaultsMet | null;
  readonly spend: Spend | null;
  /** Null where the judge did not vote. */
  readonly votes: Votes | null;
  readonly doubts: Doubts;
  /** Where the run was made by the original harness. */
  readonly original: Original | null;
  readonly pace: Pace | null;
  /** What doing nothing earns, where the idle agent took part. */
  readonly idle: Cell | null;
  readonly story: Story | null;
  /** Attempts in the log at episodes that the plan does not know. */
  readonly strays: number;
}

export interface AgentSummary {
  readonly name: string;
  readonly model: string | null;
  readonly modes: readonly { readonly mode: Mode; readonly cell: Cell; readonly passK: readonly PassK[] }[];
  readonly all: Cell;
  readonly robustness: Robustness | null;
  /** Void of all that was played to an end; null where nothing was. */
  readonly voidRate: number | null;
  readonly groups: Groups;
  /** Of the clean mode, or of the first where there is none. */
  readonly weighted: Weighted | null;
}

interface VoidLine {
  readonly agent: string;
  readonly blame: Blame;
  readonly reason: string;
  readonly count: number;
}

/** Where the numbers come from: enough to ask for the same run again. */
interface Provenance
  extends Pick<
    Plan,
    | 'run'
    | 'suite'
    | 'seed'
    | 'faultCount'
    | 'faultDuration'
    | 'withPlan'
    | 'worldModel'
    | 'verifierModel'
    | 'styles'
    | 'prompts'
    | 'versions'
    | 'agents'
  > {
  readonly tasks: readonly { readonly suite: string; readonly id: string; readonly hash: string }[];
}

export interface SummaryOptions {
  readonly cost?: Cost;
  readonly certified?: Certified;
  readonly original?: Original;
}

export function summarise(plan: Plan, attempts: Iterable<Attempt>, options: SummaryOptions = {}): Summary {
  return summaryOf(ledgerOf(plan, attempts), options);
}

/** For attempts that come one at a time: fill a ledger, then ask for its summary. */
export function summaryOf(ledger: Ledger, options: SummaryOptions = {}): Summary {
  const { cost = UNKNOWN_COST, certified, original } = options;
  const { plan } = ledger;
  const scores = scoresOf(ledger);
  const byAgent = Map.groupBy(scores, ({ agent }) => agent);
  const agents = plan.agents.map((agent) => agentSummary(agent, byAgent.get(agent.name) ?? [], plan));
  return {
    version: SUMMARY_VERSION,
    provenance: provenanceOf(plan),
    modes: plan.modes,
    trials: plan.trials,
    tasks: plan.tasks.length,
    total: cellOf(scores),
    agents,
    voids: voidLines(ledger),
    faults: faultsMet(ledger),
    spend: spendOf(ledger.spending(), cost),
    votes: votesOf(ledger.episodes.flatMap(({ id }) => ledger.fact(id)?.ballots ?? [])),
    doubts: doubtsOf(plan, certified),
    original: original === undefined ? null : bare(original),
    pace: paceOf(ledger.spans()),
    idle: agents.find(({ name }) => name === 'idle')?.all ?? null,
    story: storyOf(ledger, scores),
    strays: ledger.strays(),
  };
}

/** What is told about it, whatever else comes along. */
function bare({ suspects, malformed, duplicates, warnings }: Original): Original {
  return { suspects, malformed, duplicates, warnings };
}

function agentSummary({ name, model }: Plan['agents'][number], scores: readonly Score[], plan: Plan): AgentSummary {
  const chance = (use: string) => stream(plan.seed, 'bootstrap', use, name);
  const mode = plan.modes.includes('E0') ? 'E0' : plan.modes[0];
  const all = cellOf(scores);
  const played = all.scored + all.void;
  return {
    name,
    model,
    modes: plan.modes.map((one) => {
      const own = scores.filter((score) => score.mode === one);
      return { mode: one, cell: cellOf(own), passK: passKs(own, plan.trials) };
    }),
    all,
    robustness: robustnessOf(scores, plan.modes, chance('robustness')),
    voidRate: played === 0 ? null : all.void / played,
    groups: groupsOf(scores),
    weighted: mode === undefined ? null : weightedOf(scores, mode, chance('weights')),
  };
}

/** For k = 1 … trials; none where there is one trial, since they would all be the completion rate. */
function passKs(scores: readonly Score[], trials: number): readonly PassK[] {
  if (trials < 2) return [];
  const byTask = Map.groupBy(scores, ({ task, item }) => JSON.stringify([taskKey(task), item]));
  const clusters = [...byTask.values()].map((own) => ({
    passed: own.filter(({ outcome }) => outcome === 'passed').length,
    scored: own.filter(isScored).length,
  }));
  return Array.from({ length: trials }, (_, i) => passK(clusters, i + 1));
}

function voidLines({ episodes, fact }: Ledger): readonly VoidLine[] {
  const lines = new Map<string, VoidLine>();
  for (const { id, agent } of episodes) {
    const known = fact(id);
    if (known === undefined || known.blame === null) continue;
    const { blame, reason } = known;
    const key = JSON.stringify([agent.name, blame, reason]);
    lines.set(key, { agent: agent.name, blame, reason, count: (lines.get(key)?.count ?? 0) + 1 });
  }
  const order = (blame: Blame): number => PARTIES.indexOf(blame);
  return [...lines.values()].sort((a, b) => order(a.blame) - order(b.blame) || b.count - a.count);
}

function provenanceOf(plan: Plan): Provenance {
  const {
    run,
    suite,
    seed,
    faultCount,
    faultDuration,
    withPlan,
    worldModel,
    verifierModel,
    styles,
    prompts,
    versions,
    agents,
  } = plan;
  const tasks = plan.tasks.map((task) => ({ suite: task.suite, id: task.id, hash: task.hash }));
  const settings = { faultCount, faultDuration, withPlan, worldModel, verifierModel, styles, prompts, versions };
  return { run, suite, seed, ...settings, agents, tasks };
}

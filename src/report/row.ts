/**
 * One attempt as the lines of results.jsonl or voids.jsonl. A result opens with OccuBench's fifteen keys in its order, so that
 * its readers can read ours; our own follow. Rows are type aliases of plain JSON. It reads no files and chooses no attempt.
 */
import type { Event, Result } from '../core/event.ts';
import { eventsOf } from '../core/event.ts';
import type { Checkpoint, VerdictItem } from '../core/judge.ts';
import { type Attempt, repliesIn } from '../core/log.ts';
import { episodesOf, type Mode, type Plan, type PlannedEpisode } from '../core/plan.ts';
import { sha256 } from '../wire/hash.ts';
import { type FaultCount, faultCountOf } from './fault-count.ts';
import { trajectoryOf } from './trajectory.ts';
import { type UsageByRole, usageByRole } from './usage.ts';

export type ResultRow = {
  /** A number where the id is one, as in OccuBench; with the item behind a slash where an episode holds several. */
  readonly task_id: number | string;
  readonly task_scenario_name: string;
  readonly category: string;
  readonly domain: string;
  readonly difficulty_level: number | null;
  readonly agent_model: string;
  /** `code` where no model plays the world. */
  readonly world_model: string;
  readonly env_mode: Mode;
  readonly fault_count: number;
  readonly fault_duration: number;
  readonly with_plan: boolean;
  readonly is_correct: boolean;
  readonly feedback: string;
  readonly step_count: number;
  readonly trajectory: string;
  readonly episode: string;
  readonly suite: string;
  readonly agent: string;
  readonly trial: number;
  readonly seed: string;
  readonly outcome: 'passed' | 'failed';
  readonly score: number;
  readonly attempt: number;
  /** Replies of the agent's model. */
  readonly turns: number;
  readonly stop_reason: string;
  readonly checkpoints: readonly RowCheckpoint[];
  readonly faults: FaultCount;
  readonly usage: UsageByRole;
  readonly milliseconds: number;
  readonly item: string | null;
};

export type VoidRow = {
  readonly episode: string;
  readonly suite: string;
  readonly task_id: number | string;
  readonly agent: string;
  readonly env_mode: Mode;
  readonly trial: number;
  readonly attempt: number;
  readonly outcome: 'void';
  readonly blame: string;
  readonly reason: string;
  readonly message: string;
  readonly step_count: number;
  readonly usage: UsageByRole;
};

type RowCheckpoint = { readonly [key in keyof Checkpoint]: Checkpoint[key] };

/** Rows by file. */
export interface Rows {
  readonly results: readonly ResultRow[];
  readonly voids: readonly VoidRow[];
}

const NO_ROWS: Rows = { results: [], voids: [] };

/** Knows a plan's episodes. Attempts at others, and unfinished ones, give no rows. */
export function rowMaker(plan: Plan): (attempt: Attempt) => Rows {
  const planned = new Map(episodesOf(plan, sha256).map((episode) => [episode.id, episode]));
  return (attempt) => {
    const episode = planned.get(attempt.episode);
    return episode === undefined ? NO_ROWS : rowsOf(episode, attempt, plan);
  };
}

/** One row per scored item, or one for the void; none while unfinished. */
export function rowsOf(planned: PlannedEpisode, attempt: Attempt, plan: Plan): Rows {
  const { result } = attempt;
  if (result === null) return NO_ROWS;
  if (result.outcome === 'void') return { results: [], voids: [voidRow(planned, attempt, result)] };
  const whole = resultRow(planned, attempt, { plan, result });
  const items = verdictIn(attempt)?.items ?? [];
  return { results: items.length === 0 ? [whole] : items.map((item, i) => itemRow(whole, item, i)), voids: [] };
}

/** The attempt that counts: the last that was scored, else the last void. True if `one` counts rather than `other`. */
export function outranks(
  one: { readonly attempt: number; readonly outcome: Result['outcome'] },
  other: { readonly attempt: number; readonly outcome: Result['outcome'] },
): boolean {
  if ((one.outcome === 'void') !== (other.outcome === 'void')) return other.outcome === 'void';
  return one.attempt > other.attempt;
}

type Scored = Extract<Result, { readonly score: number }>;
type Void = Extract<Result, { readonly outcome: 'void' }>;

function resultRow(
  planned: PlannedEpisode,
  attempt: Attempt,
  { plan, result }: { readonly plan: Plan; readonly result: Scored },
): ResultRow {
  const { task, agent, mode } = planned;
  const events = eventsIn(attempt);
  const isClean = mode === 'E0';
  return {
    task_id: taskId(task.id),
    task_scenario_name: task.scenario,
    category: task.category,
    domain: task.domain,
    difficulty_level: task.difficulty,
    agent_model: agent.model ?? agent.name,
    world_model: plan.worldModel ?? 'code',
    env_mode: mode,
    fault_count: isClean ? 0 : plan.faultCount,
    fault_duration: isClean ? 0 : plan.faultDuration,
    with_plan: plan.withPlan,
    is_correct: result.outcome === 'passed',
    feedback: result.reason,
    step_count: stepsIn(events),
    trajectory: trajectoryOf(events),
    episode: planned.id,
    suite: task.suite,
    agent: agent.name,
    trial: planned.trial,
    seed: planned.seed,
    outcome: result.outcome,
    score: result.score,
    attempt: attempt.attempt,
    turns: eventsOf(events, 'model-replied').filter(({ role }) => role === 'agent').length,
    stop_reason: stopReason(events),
    checkpoints: (verdictIn(attempt)?.checkpoints ?? []).map((checkpoint) => ({ ...checkpoint })),
    faults: faultCountOf(events, isClean ? 0 : plan.faultCount * plan.faultDuration),
    usage: usageByRole(repliesIn(attempt)),
    milliseconds: millisecondsOf(attempt),
    item: null,
  };
}

/** What an item does not have of its own is the episode's. Trajectory and usage stand in the first row only, to be counted once. */
function itemRow(whole: ResultRow, item: VerdictItem, index: number): ResultRow {
  return {
    ...whole,
    task_id: `${whole.task_id}/${item.id}`,
    is_correct: item.passed,
    feedback: item.reason,
    trajectory: index === 0 ? whole.trajectory : '',
    outcome: item.passed ? 'passed' : 'failed',
    score: item.score,
    usage: index === 0 ? whole.usage : {},
    item: item.id,
  };
}

function voidRow({ id, task, agent, mode, trial }: PlannedEpisode, attempt: Attempt, result: Void): VoidRow {
  return {
    episode: id,
    suite: task.suite,
    task_id: taskId(task.id),
    agent: agent.name,
    env_mode: mode,
    trial,
    attempt: attempt.attempt,
    outcome: 'void',
    blame: result.blame,
    reason: result.reason,
    message: result.message,
    step_count: stepsIn(eventsIn(attempt)),
    usage: usageByRole(repliesIn(attempt)),
  };
}

export function eventsIn(attempt: Attempt): readonly Event[] {
  return attempt.lines.map(({ event }) => event);
}

export function verdictIn(attempt: Attempt) {
  return eventsOf(eventsIn(attempt), 'verdict-reached').at(-1)?.verdict;
}

export function stepsIn(events: readonly Event[]): number {
  return events.reduce((count, { type }) => count + (type === 'tool-called' ? 1 : 0), 0);
}

function taskId(id: string): number | string {
  const number = Number(id);
  return /^(0|[1-9]\d*)$/.test(id) && Number.isSafeInteger(number) ? number : id;
}

/** An error's own word, where one ended the episode: `turn-limit` says more than the last `agent-stopped`. */
function stopReason(events: readonly Event[]): string {
  const raised = eventsOf(events, 'error-raised').at(-1);
  return raised?.reason ?? eventsOf(events, 'agent-stopped').at(-1)?.reason ?? 'unknown';
}

function millisecondsOf({ lines }: Attempt): number {
  return (lines.at(-1)?.at ?? 0) - (lines[0]?.at ?? 0);
}

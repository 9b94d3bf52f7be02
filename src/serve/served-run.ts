/** The open run behind a served suite: its plan, its directory, and the cast of each episode. */
import type { Clock } from '../core/clock.ts';
import type { Emit } from '../core/event.ts';
import { DEFAULT_STYLES, type Means, NO_MEANS, type Styles } from '../core/means.ts';
import type { Mode, Plan, PlannedEpisode } from '../core/plan.ts';
import type { CastOutside } from '../core/play.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { faultsFor } from '../faults/injected.ts';
import { rowsOf } from '../report/row.ts';
import type { RunDirectory } from '../run/directory.ts';
import { type OpenRun, openRun } from '../run/open-run.ts';
import { makePlan } from '../run/planning.ts';

export interface ServedRunOptions {
  readonly suite: Suite;
  /** Where the suite is to be had again. */
  readonly source: string;
  /** What whoever acts is called in the record. */
  readonly agent: string;
  readonly modes: readonly Mode[];
  readonly seed: string;
  readonly withPlan: boolean;
  readonly styles?: Styles;
  readonly worldModel?: string | null;
  readonly verifierModel?: string | null;
  /** Hash of each prompt in force, by file name. */
  readonly prompts?: { readonly [file: string]: string };
  readonly version: string;
}

/** OccuBench's figure, for the number of spells of faults and for their length. */
const SPELLS = 2;

export function servedPlan(options: ServedRunOptions): Promise<Plan> {
  const { suite, source, agent, modes, seed, withPlan, version } = options;
  return makePlan({
    run: '',
    suite,
    source,
    tasks: suite.tasks,
    agents: [{ name: agent, model: null, settings: { kind: 'served' } }],
    modes,
    faultCount: SPELLS,
    faultDuration: SPELLS,
    trials: 1,
    seed,
    withPlan,
    worldModel: options.worldModel ?? null,
    verifierModel: options.verifierModel ?? null,
    styles: options.styles ?? DEFAULT_STYLES,
    prompts: options.prompts ?? {},
    version,
  });
}

export interface ServedRunParts {
  readonly suite: Suite;
  readonly plan: Plan;
  /** Null to keep no record on disk. */
  readonly directory: RunDirectory | null;
  readonly clock: Clock;
  /** What worlds and judges may need in this episode; nothing, unless told otherwise. */
  readonly meansFor?: (planned: PlannedEpisode, emit: Emit) => Means;
  readonly redact?: (text: string) => string;
}

export function servedRun({ suite, plan, directory, clock, meansFor, redact }: ServedRunParts): OpenRun {
  const tasks = new Map(suite.tasks.map((task) => [`${task.suite}/${task.id}`, task]));
  const taskOf = ({ task }: PlannedEpisode): Task => {
    const found = tasks.get(`${task.suite}/${task.id}`);
    if (found === undefined) throw new Error(`the suite ${suite.name} has no task ${task.id}`);
    return found;
  };
  const casting = (planned: PlannedEpisode, { emit }: { readonly emit: Emit }): CastOutside => {
    const task = taskOf(planned);
    const means = meansFor?.(planned, emit) ?? { ...NO_MEANS, emit, styles: plan.styles };
    const terms = { count: plan.faultCount, duration: plan.faultDuration, length: planned.task.length };
    return {
      world: suite.world(task, means),
      judge: suite.judge(task, means),
      agent: { name: planned.agent.name },
      faults: plan.styles.faults === 'prompted' ? [] : faultsFor(planned.mode, terms),
    };
  };
  return openRun({
    plan,
    directory,
    clock,
    casting,
    rowsOf: (planned, attempt) => rowsOf(planned, attempt, plan),
    ...(redact ? { redact } : {}),
  });
}

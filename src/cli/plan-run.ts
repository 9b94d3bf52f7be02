/** Plans and plays the runs of a command. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../core/json.ts';
import type { Mode, Plan, PlannedAgent } from '../core/plan.ts';
import { redactor } from '../models/redact.ts';
import { rowMaker } from '../report/row.ts';
import { createDirectory, type RunDirectory, runDirectory, writeJson } from '../run/directory.ts';
import { makePlan } from '../run/planning.ts';
import { type RunEnd, run } from '../run/run.ts';
import { systemClock } from '../run/system-clock.ts';
import { sha256 } from '../wire/hash.ts';
import { argsOf } from './args-file.ts';
import { debugLog } from './debug-log.ts';
import { castingOf, taskFinder } from './players.ts';
import type { RunFlags } from './run-flags.ts';
import { derivedName, freshName, occubenchName, slug } from './run-name.ts';
import { versionOf } from './version.ts';
import { DEFAULT_SUITE, stylesOf, type Workshop } from './workshop.ts';

/** OccuBench's figure, for the number of spells and for their length. */
export function severities(given: readonly number[] | undefined): readonly number[] {
  return given ?? [2];
}

/** What one run is played under. */
export interface Conditions {
  readonly modes: readonly Mode[];
  readonly faultCount: number;
  readonly faultDuration: number;
}

/** Any would do for the demonstration; under this one a list of fifteen units is cut short, and a loan is cleared on it. */
const TOUR_SEED = '6';

export async function planRun(shop: Workshop, conditions: Conditions, isFresh: boolean): Promise<Plan> {
  const { flags, suite, players, prompts, desk } = shop;
  const used = [...players.flatMap(({ entry }) => entry.prompts), ...suite.prompts];
  const plan = await makePlan({
    run: '',
    suite,
    source: shop.catalog.sourceOf(flags.suite ?? DEFAULT_SUITE),
    tasks: shop.tasks,
    agents: players.map(({ planned, model }) => (model === null ? planned : withModel(planned, desk.identity(model)))),
    ...conditions,
    trials: flags.trials,
    seed: flags.seed ?? (isFresh ? TOUR_SEED : '0'),
    withPlan: flags.withPlan,
    worldModel: shop.worldModel,
    verifierModel: shop.verifierModel,
    styles: stylesOf(flags),
    prompts: Object.fromEntries(used.map((file) => [file, sha256(prompts.get(file) ?? '').slice(0, 16)])),
    version: versionOf(),
  });
  return { ...plan, run: nameOf(flags, plan, isFresh) };
}

/** An alias may come to mean another model: what it means now is part of the plan. */
function withModel(planned: PlannedAgent, identity: JsonObject): PlannedAgent {
  return { ...planned, settings: { ...planned.settings, model: identity } };
}

function nameOf(flags: RunFlags, plan: Plan, isFresh: boolean): string {
  const [mode = 'E0'] = plan.modes;
  const { runName, layout, outputDir } = flags;
  if (layout === 'occubench') return runName === undefined ? occubenchName(plan, mode) : `${slug(runName)}__${mode}`;
  const isGrid = severities(flags.faultCount).length * severities(flags.faultDuration).length > 1;
  if (runName !== undefined) return `${slug(runName)}${isGrid ? `__fc${plan.faultCount}_fd${plan.faultDuration}` : ''}`;
  if (!isFresh) return derivedName(plan);
  return freshName(plan.suite, new Date(systemClock.now()), (name) => existsSync(join(outputDir, name)));
}

export function directoryOf({ outputDir }: RunFlags, plan: Plan): RunDirectory {
  return runDirectory(join(outputDir, plan.run));
}

export async function playPlan(shop: Workshop, plan: Plan, signal: AbortSignal): Promise<RunEnd> {
  const { flags, suite, players, prompts, desk, line } = shop;
  const directory = directoryOf(flags, plan);
  const redact = redactor(desk.secrets);
  const debug = flags.debug ? debugLog(directory.debug, redact) : undefined;
  createDirectory(directory);
  if (flags.debug) rmSync(directory.debug, { force: true });
  return run({
    plan,
    directory,
    workers: flags.maxWorkers,
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    clock: systemClock,
    signal,
    taskOf: taskFinder(suite),
    casting: castingOf({ suite, players, plan, desk, prompts, clock: systemClock }),
    rowsOf: rowMaker(plan),
    redact,
    watch: {
      onStart: () => writeJson(directory.args, argsOf(flags, plan)),
      onReply: ({ role, model, reply }) => desk.ledger.add(role, model, reply.usage),
      onProgress: line.show,
      onWarning: line.say,
      ...(debug ? { onAttempt: debug } : {}),
    },
  });
}

/** `practicum run`: from the flags to a plan, from the plan to a run, from the run to a report. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../core/json.ts';
import { MODES, type Mode, type Plan, type PlannedAgent } from '../core/plan.ts';
import { redactor } from '../models/redact.ts';
import { rowMaker } from '../report/row.ts';
import { createDirectory, type RunDirectory, runDirectory, writeJson } from '../run/directory.ts';
import { makePlan } from '../run/planning.ts';
import { type RunEnd, run } from '../run/run.ts';
import { systemClock } from '../run/system-clock.ts';
import { sha256 } from '../wire/hash.ts';
import { argsOf } from './args-file.ts';
import { debugLog } from './debug-log.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { castingOf, limitsOf, taskFinder } from './players.ts';
import type { ProgressLine } from './progress-line.ts';
import { reportRuns } from './reporting.ts';
import type { RunFlags } from './run-flags.ts';
import { derivedName, freshName, occubenchName, slug } from './run-name.ts';
import { selectTasks } from './selection.ts';
import { versionOf } from './version.ts';
import { DEFAULT_SUITE, openWorkshop, stylesOf, type Workshop } from './workshop.ts';

/** Any would do for the demonstration; under this one a list of fifteen units is cut short, and a loan is cleared on it. */
const TOUR_SEED = '6';

export async function runCommand(flags: RunFlags): Promise<number> {
  const shop = await openWorkshop(flags);
  const isDemonstration = !flags.agent && !flags.agentModel && flags.agentCommand === undefined;
  const modes = flags.envMode ?? (isDemonstration ? MODES : (['E0'] as const));
  const groups: readonly (readonly Mode[])[] = flags.layout === 'occubench' ? modes.map((mode) => [mode]) : [modes];
  const plans: Plan[] = [];
  for (const group of groups) plans.push(await planOf(shop, group, isDemonstration));
  const interrupt = onInterrupt(shop.line);
  const ends: RunEnd[] = [];
  try {
    for (const plan of plans) ends.push(await playPlan(shop, plan, interrupt.signal));
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    shop.line.say(goOnSentence(plans, flags, isDemonstration));
    return EXIT.interrupted;
  } finally {
    interrupt.release();
    shop.line.end();
  }
  reportRuns({
    directories: plans.map((plan) => directoryOf(flags, plan)),
    prices: shop.desk.prices,
    json: flags.json,
    isDemonstration,
  });
  return exitCodeOf(ends, shop.line);
}

async function planOf(shop: Workshop, modes: readonly Mode[], isFresh: boolean): Promise<Plan> {
  const { flags, suite, players, prompts, desk } = shop;
  const used = [...players.flatMap(({ entry }) => entry.prompts), ...suite.prompts];
  const plan = await makePlan({
    run: '',
    suite,
    source: shop.catalog.sourceOf(flags.suite ?? DEFAULT_SUITE),
    tasks: selectTasks(suite, flags),
    agents: players.map(({ planned, model }) => (model === null ? planned : withModel(planned, desk.identity(model)))),
    modes,
    faultCount: flags.faultCount,
    faultDuration: flags.faultDuration,
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
  if (runName !== undefined) return slug(runName);
  if (!isFresh) return derivedName(plan);
  return freshName(plan.suite, new Date(systemClock.now()), (name) => existsSync(join(outputDir, name)));
}

function directoryOf({ outputDir }: RunFlags, plan: Plan): RunDirectory {
  return runDirectory(join(outputDir, plan.run));
}

async function playPlan(shop: Workshop, plan: Plan, signal: AbortSignal): Promise<RunEnd> {
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
    casting: castingOf({ suite, players, plan, desk, prompts, limits: limitsOf(flags), clock: systemClock }),
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

function goOnSentence(plans: readonly Plan[], flags: RunFlags, isDemonstration: boolean): string {
  const names = plans.map(({ run: name }) => join(flags.outputDir, name)).join(', ');
  const how =
    isDemonstration && flags.runName === undefined
      ? `Add --run-name ${plans[0]?.run} to go on with it.`
      : 'The same command goes on with it.';
  return `Interrupted; nothing is lost in ${names}. ${how}`;
}

function exitCodeOf(ends: readonly RunEnd[], line: ProgressLine): number {
  const played = ends.some(({ progress }) => progress.passed + progress.failed + progress.void > 0);
  if (!played) line.say('Nothing was left to play: every episode is scored, or was void three times.');
  const stopped = ends.flatMap((end) => end.stopped ?? []);
  for (const reason of stopped) line.say(`practicum: the run was stopped: ${reason}`);
  if (stopped.length > 0) return EXIT.error;
  return ends.some(({ progress }) => progress.void > 0) ? EXIT.voids : EXIT.done;
}

/** `practicum run`: from the flags to plans, from the plans to runs, from the runs to a report. */
import { join } from 'node:path';
import type { Usage } from '../core/model.ts';
import { MODES, type Mode, type Plan, type PlannedTask } from '../core/plan.ts';
import { costOf, priceOf } from '../models/price.ts';
import { renderEstimate, type TaskSize } from '../report/estimate.ts';
import { taskSizeOf } from '../report/task-size.ts';
import type { RunEnd } from '../run/run.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { type Conditions, directoryOf, planRun, playPlan, severities } from './plan-run.ts';
import type { ProgressLine } from './progress-line.ts';
import { reportRuns } from './reporting.ts';
import type { RunFlags } from './run-flags.ts';
import { exportTrajectories } from './trajectory-files.ts';
import { settingFrom } from './trajectory-setting.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

export async function runCommand(flags: RunFlags): Promise<number> {
  const shop = await openWorkshop(flags);
  const isDemonstration = !flags.agent && !flags.agentModel && flags.agentCommand === undefined;
  const plans: Plan[] = [];
  for (const conditions of conditionsOf(flags, isDemonstration))
    plans.push(await planRun(shop, conditions, isDemonstration));
  if (flags.dryRun) return dryRun(plans, shop);
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
  await trajectoriesOf(shop, plans);
  return exitCodeOf(ends, shop.line);
}

/** Those that passed, where they are wanted. */
async function trajectoriesOf({ flags, catalog, prompts, line }: Workshop, plans: readonly Plan[]): Promise<void> {
  if (flags.trajectories === undefined) return;
  const told = await exportTrajectories({
    directories: plans.map((plan) => directoryOf(flags, plan)),
    into: flags.trajectories,
    wanted: { outcome: 'passed', minScore: 0 },
    settingOf: settingFrom(catalog, prompts),
  });
  told.forEach(line.say);
}

/** One run for each: a grid of severities, and with the original's layout one for each mode. */
function conditionsOf(flags: RunFlags, isDemonstration: boolean): readonly Conditions[] {
  const modes = flags.envMode ?? (isDemonstration ? MODES : (['E0'] as const));
  const groups: readonly (readonly Mode[])[] = flags.layout === 'occubench' ? modes.map((mode) => [mode]) : [modes];
  return groups.flatMap((group) =>
    severities(flags.faultCount).flatMap((faultCount) =>
      severities(flags.faultDuration).map((faultDuration) => ({ modes: group, faultCount, faultDuration })),
    ),
  );
}

/** What it would take, and nothing else. */
function dryRun(plans: readonly Plan[], { desk, suite }: Workshop): number {
  const cost = (model: string, usage: Usage): number | null => costOf(usage, priceOf(desk.prices, model));
  const tasks = new Map(suite.tasks.map((task) => [`${task.suite}/${task.id}`, task]));
  const sizeOf = ({ suite: from, id }: PlannedTask): TaskSize | null => {
    const task = tasks.get(`${from}/${id}`);
    return task === undefined ? null : taskSizeOf(task);
  };
  for (const plan of plans) console.log(renderEstimate(plan, cost, { sizeOf }));
  return EXIT.done;
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

/** `practicum rejudge`: new verdicts on old episodes, in a run of their own beside the old one. */
import { dirname, join, resolve } from 'node:path';
import { idle } from '../agents/idle.ts';
import { openCatalog } from '../catalog/catalog.ts';
import type { Result } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import type { Styles } from '../core/means.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import type { ModelDesk } from '../models/desk.ts';
import { redactor } from '../models/redact.ts';
import { rowMaker } from '../report/row.ts';
import { runDirectory } from '../run/directory.ts';
import type { EpisodeCasting } from '../run/episode.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { episodeKey, rejudging } from '../run/rejudge.ts';
import { run } from '../run/run.ts';
import { systemClock } from '../run/system-clock.ts';
import { sha256 } from '../wire/hash.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { meansOf, promptFrom, taskFinder } from './players.ts';
import { progressLine } from './progress-line.ts';
import { reportRuns } from './reporting.ts';
import { slug } from './run-name.ts';
import { deskFor, type ModelFlags } from './workshop.ts';

export interface RejudgeFlags extends ModelFlags {
  readonly runName?: string;
  readonly suite?: string;
  readonly verifierModel?: string;
  readonly votes?: number;
  readonly rubric?: Styles['rubric'];
  readonly prompts?: string;
  readonly trustPython: boolean;
  readonly json: boolean;
}

export async function rejudgeCommand(path: string, flags: RejudgeFlags): Promise<number> {
  const from = runDirectory(resolve(path));
  const old = readPlan(from);
  const catalog = openCatalog(process.env, { trustPython: flags.trustPython });
  const suite = await catalog.suite(flags.suite ?? old.source);
  const line = progressLine(process.stderr, systemClock.now);
  const plan = planOf(old, flags);
  const to = runDirectory(join(dirname(from.path), plan.run));
  const desk = deskFor(plan.verifierModel === null ? [] : [plan.verifierModel], flags, { home: catalog.home, line });
  const attempts = attemptsByKey(old, readAttempts(from.segments));
  const prompts = catalog.prompts(flags.prompts ?? null);
  const changes: string[] = [];
  const interrupt = onInterrupt(line);
  try {
    const { progress } = await run({
      plan,
      directory: to,
      workers: flags.maxWorkers,
      clock: systemClock,
      signal: interrupt.signal,
      taskOf: taskFinder(suite),
      casting: judgeOnly({ suite, plan, desk, prompts }),
      player: rejudging(attempts),
      only: (planned) => attempts.has(episodeKey(planned)),
      rowsOf: rowMaker(plan),
      redact: redactor(desk.secrets),
      watch: {
        onProgress: line.show,
        onAttempt: (planned, { result }) => {
          changes.push(...changeIn(planned, attempts.get(episodeKey(planned))?.result ?? null, result));
        },
      },
    });
    line.end();
    reportRuns({ directories: [to], prices: desk.prices, json: flags.json, isDemonstration: false });
    if (!flags.json)
      console.log(['', `  ${changes.length} outcomes changed.`, ...changes.map((one) => `  ${one}`)].join('\n'));
    return progress.void > 0 ? EXIT.voids : EXIT.done;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    line.say(`Interrupted; nothing is lost in ${to.path}. The same command goes on with it.`);
    return EXIT.interrupted;
  } finally {
    interrupt.release();
  }
}

function planOf(old: Plan, { runName, verifierModel, votes, rubric }: RejudgeFlags): Plan {
  return {
    ...old,
    run: runName === undefined ? `${old.run}__rejudged` : slug(runName),
    verifierModel: old.verifierModel === null ? null : (verifierModel ?? old.verifierModel),
    styles: { ...old.styles, ...(votes === undefined ? {} : { votes }), ...(rubric === undefined ? {} : { rubric }) },
  };
}

interface JudgeParts {
  readonly suite: Suite;
  readonly plan: Plan;
  readonly desk: ModelDesk;
  readonly prompts: ReadonlyMap<string, string>;
}

/** Nobody acts: the world is only opened to see how it was, and the judge is asked. */
function judgeOnly({ suite, plan, desk, prompts }: JudgeParts): EpisodeCasting {
  const taskOf = taskFinder(suite);
  return (planned, { emit, replies }) => {
    const task = taskOf(planned);
    const models = desk.forEpisode({ emit, replies, trial: planned.trial });
    const means = meansOf({ plan, planned, prompt: promptFrom(prompts), emit, models });
    return { world: suite.world(task, means), judge: suite.judge(task, means), agent: idle() };
  };
}

/** The attempts that count, by what they were at: what was scored; of the voids the last; nothing unfinished. */
function attemptsByKey(plan: Plan, attempts: Iterable<Attempt>): ReadonlyMap<string, Attempt> {
  const planned = new Map(episodesOf(plan, sha256).map((episode) => [episode.id, episode]));
  const found = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const episode = planned.get(attempt.episode);
    if (episode !== undefined && attempt.result !== null) found.set(episodeKey(episode), attempt);
  }
  return found;
}

function changeIn(
  { task, agent, mode }: PlannedEpisode,
  before: Result | null,
  after: Result | null,
): readonly string[] {
  if (before === null || after === null || after.outcome === before.outcome) return [];
  return [`${task.suite}/${task.id} (${agent.name}, ${mode}): ${before.outcome} → ${after.outcome}: ${after.reason}`];
}

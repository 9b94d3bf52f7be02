/** What the runs of one command share: suite, players, prompts, models. */
import { type Catalog, openCatalog } from '../catalog/catalog.ts';
import { simulatorLabels } from '../certify/simulator-certificates.ts';
import { labelsIn } from '../certify/task-certificates.ts';
import { UsageError } from '../core/errors.ts';
import type { Styles } from '../core/means.ts';
import { stream } from '../core/random.ts';
import { rolesNeeded, type Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { type ModelDesk, openDesk } from '../models/desk.ts';
import { LISTED_PRICES, parsePrices, withPrices } from '../models/price.ts';
import type { Retry } from '../models/retry.ts';
import { systemClock } from '../run/system-clock.ts';
import { type BoundedFlags, bounded } from './bounds.ts';
import { readCertificates, readTaskCertificates } from './certificate-file.ts';
import { type Player, playersOf, readAliases, readJsonFile } from './players.ts';
import { type ProgressLine, progressLine } from './progress-line.ts';
import type { RunFlags } from './run-flags.ts';
import { onlyLabelled, selectTasks } from './selection.ts';

export const DEFAULT_SUITE = 'first-day';
/** The original's default simulator. */
const DEFAULT_WORLD_MODEL = 'gpt-4o';

export interface Workshop {
  readonly flags: BoundedFlags;
  readonly catalog: Catalog;
  readonly suite: Suite;
  /** Those that were asked for. */
  readonly tasks: readonly Task[];
  readonly players: readonly Player[];
  readonly prompts: ReadonlyMap<string, string>;
  readonly desk: ModelDesk;
  readonly line: ProgressLine;
  /** Null where nothing in the suite needs one. */
  readonly worldModel: string | null;
  readonly verifierModel: string | null;
}

export async function openWorkshop(given: RunFlags): Promise<Workshop> {
  const catalog = openCatalog(process.env, { trustPython: given.trustPython });
  const suite = await catalog.suite(given.suite ?? DEFAULT_SUITE);
  const flags = bounded(given, suite);
  const players = await playersOf(flags, catalog);
  const prompts = catalog.prompts(flags.prompts ?? null);
  const line = progressLine(process.stderr, systemClock.now);
  const tasks = tasksFor(suite, flags, { home: catalog.home, line });
  if (flags.withPlan && tasks.every(({ plan }) => plan === null)) {
    throw new UsageError(`No task of the suite ${suite.name} has a solution plan. Leave out --with-plan.`);
  }
  const program = players.find(({ entry }) => entry.needs === 'solution');
  if (program && tasks.some((task) => suite.solution(task) === null)) {
    throw new UsageError(
      `The agent ${program.planned.name} runs solution programs, and tasks of the suite ${suite.name} have none. Name a model instead: --agent-model NAME.`,
    );
  }
  const { worldModel, verifierModel } = modelsFor({ suite, tasks }, flags, line);
  const names = [...players.map(({ model }) => model), worldModel, verifierModel, flags.npcModel].flatMap(
    (name) => name ?? [],
  );
  // A dry run asks nobody, and so needs no key.
  const access = flags.dryRun ? { ...flags, apiKey: flags.apiKey ?? 'none' } : flags;
  const desk = deskFor([...new Set(names)], access, { home: catalog.home, line });
  return { flags, catalog, suite, tasks, players, prompts, desk, line, worldModel, verifierModel };
}

/** The flags that have to do with models. */
export type ModelFlags = Pick<
  RunFlags,
  'models' | 'apiKey' | 'baseUrl' | 'maxWorkers' | 'budgetUsd' | 'budgetTokens' | 'prices' | 'cache'
>;

export function deskFor(
  names: readonly string[],
  flags: ModelFlags,
  { home, line }: { home: string; line: ProgressLine },
): ModelDesk {
  return openDesk(names, {
    aliases: names.length === 0 ? new Map() : readAliases(flags.models, home),
    env: process.env,
    overrides: { apiKey: flags.apiKey, baseUrl: flags.baseUrl },
    cap: flags.maxWorkers,
    limits: {
      ...(flags.budgetUsd === undefined ? {} : { dollars: flags.budgetUsd }),
      ...(flags.budgetTokens === undefined ? {} : { tokens: flags.budgetTokens }),
    },
    prices:
      flags.prices === undefined ? LISTED_PRICES : withPrices(LISTED_PRICES, parsePrices(readJsonFile(flags.prices))),
    cacheDirectory: flags.cache ?? null,
    clock: systemClock,
    random: stream(systemClock.now(), 'jitter'),
    onRetry: retryNotice(line),
    onWarning: (sentence) => line.say(sentence),
  });
}

export type StyleFlags = Pick<
  RunFlags,
  'promptStyle' | 'state' | 'faultStyle' | 'rubric' | 'votes' | 'memory' | 'hints' | 'npcModel'
>;

/** What is not asked for is left out, so that it changes no run's identity. */
export function stylesOf(flags: StyleFlags): Styles {
  const { promptStyle, state, faultStyle, rubric, votes, memory = 'none', hints = 'none', npcModel } = flags;
  return {
    prompts: promptStyle,
    state,
    faults: faultStyle,
    rubric,
    votes,
    ...(memory === 'none' ? {} : { memory }),
    ...(hints === 'none' ? {} : { hints }),
    ...(npcModel === undefined ? {} : { colleagues: npcModel }),
  };
}

interface Shelf {
  readonly home: string;
  readonly line: ProgressLine;
}

/** Those named, and of these, where labels are asked for, those whose kept certificate bears one. */
function tasksFor(suite: Suite, flags: RunFlags, { home, line }: Shelf): readonly Task[] {
  const named = selectTasks(suite, flags);
  if (flags.only === undefined) return named;
  const isSimulated = rolesNeeded(suite, named).includes('world');
  const labelOf = isSimulated
    ? simulatorLabels(readCertificates(home, suite.name, flags.worldModel ?? DEFAULT_WORLD_MODEL))
    : labelsIn(readTaskCertificates(home, suite.name));
  const { tasks, leftOut } = onlyLabelled(named, flags.only, { source: flags.suite ?? DEFAULT_SUITE, labelOf });
  if (leftOut !== null) line.say(leftOut);
  return tasks;
}

interface Asked {
  readonly suite: Suite;
  readonly tasks: readonly Task[];
}

function modelsFor(
  { suite, tasks }: Asked,
  flags: RunFlags,
  line: ProgressLine,
): Pick<Workshop, 'worldModel' | 'verifierModel'> {
  const roles = rolesNeeded(suite, tasks);
  const needs = (role: 'world' | 'judge'): boolean => roles.includes(role);
  const named = flags.worldModel ?? DEFAULT_WORLD_MODEL;
  const unused = [
    ...(flags.worldModel !== undefined && !needs('world') && !needs('judge') ? ['--world-model'] : []),
    ...(flags.verifierModel !== undefined && !needs('judge') ? ['--verifier-model'] : []),
  ];
  for (const flag of unused)
    line.say(`No world or judge of the suite ${suite.name} uses a model; ${flag} is not used.`);
  return {
    worldModel: needs('world') ? named : null,
    verifierModel: needs('judge') ? (flags.verifierModel ?? named) : null,
  };
}

const NOTICE_EVERY_MS = 15_000;

/** A server in trouble is worth a line now and then, not one for each request. */
function retryNotice(line: ProgressLine): (retry: Retry) => void {
  let last = 0;
  return ({ error, waitMs }) => {
    const now = systemClock.now();
    if (now - last < NOTICE_EVERY_MS) return;
    last = now;
    line.say(`${error.message} Trying again in ${Math.ceil(waitMs / 1000)} s.`);
  };
}

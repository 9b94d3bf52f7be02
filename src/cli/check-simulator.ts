/**
 * `practicum check` for tasks that only models can play: each is played idle, with its plan and without, under one simulator, and
 * labelled for that one alone. The plays are runs like any other, so what was paid for once is never paid for again.
 */
import pc from 'picocolors';
import {
  certifyUnderSimulator,
  type PlayTally,
  type SimulatorCertificate,
  type SimulatorPlayer,
} from '../certify/simulator.ts';
import { answerIn, type Episode } from '../core/episode.ts';
import type { Attempt } from '../core/log.ts';
import { episodesOf, type Plan } from '../core/plan.ts';
import { readAttempts } from '../run/log-reader.ts';
import { sha256 } from '../wire/hash.ts';
import { keepCertificates } from './certificate-file.ts';
import { columns } from './columns.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { directoryOf, planRun, playPlan } from './plan-run.ts';
import { type RunFlags, runDefaults } from './run-flags.ts';
import { slug } from './run-name.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

export interface SimulatorFlags
  extends Pick<
    RunFlags,
    | 'verifierModel'
    | 'outputDir'
    | 'promptStyle'
    | 'state'
    | 'faultStyle'
    | 'rubric'
    | 'votes'
    | 'apiKey'
    | 'baseUrl'
    | 'models'
    | 'prices'
    | 'budgetUsd'
    | 'budgetTokens'
    | 'cache'
    | 'maxWorkers'
    | 'json'
  > {
  readonly n: number;
}

export interface SimulatorCheck {
  readonly suite: string;
  readonly worldModel: string;
  readonly agentModel: string;
  readonly taskIds: readonly string[] | undefined;
  readonly flags: SimulatorFlags;
}

export async function checkSimulator({
  suite,
  worldModel,
  agentModel,
  taskIds,
  flags,
}: SimulatorCheck): Promise<number> {
  const { n, ...shared } = flags;
  const base: RunFlags = {
    ...runDefaults(),
    ...shared,
    suite,
    worldModel,
    // The command's own flag names one model; each player below says who plays.
    agentModel: undefined,
    ...(taskIds === undefined ? {} : { taskIds: [...taskIds] }),
  };
  const name = `check__${slug(suite)}__${slug(worldModel)}__${slug(agentModel)}`;
  const players: Readonly<Record<SimulatorPlayer, Partial<RunFlags>>> = {
    idle: { agent: ['idle'] },
    planned: { agentModel: [agentModel], withPlan: true, trials: n },
    unaided: { agentModel: [agentModel], trials: n },
  };
  const plays = new Map<SimulatorPlayer, Plays>();
  let shop: Workshop | null = null;
  for (const player of ['idle', 'planned', 'unaided'] as const) {
    const flagsOfPlayer: RunFlags = { ...base, ...players[player], runName: `${name}__${player}` };
    if (player === 'planned' && shop?.suite.tasks.every(({ plan }) => plan === null)) continue;
    shop = await openWorkshop(flagsOfPlayer);
    plays.set(player, await playedBy(shop));
  }
  if (shop === null) return EXIT.error;
  const certificates = await certificatesOf(shop, { plays, n, worldModel, agentModel });
  const path = keepCertificates(
    { home: shop.catalog.home, suite: shop.suite.name, simulator: worldModel },
    certificates,
  );
  console.log(
    flags.json ? JSON.stringify(certificates, null, 2) : page(certificates, { worldModel, agentModel, path }),
  );
  return certificates.every(({ label }) => label === 'certified') ? EXIT.done : EXIT.error;
}

interface Plays {
  readonly plan: Plan;
  /** By task and trial. */
  readonly attempts: ReadonlyMap<string, Attempt>;
}

const keyOf = (task: string, trial: number): string => `${task} ${trial}`;

async function playedBy(shop: Workshop): Promise<Plays> {
  const plan = await planRun(shop, { modes: ['E0'], faultCount: 2, faultDuration: 2 }, false);
  const interrupt = onInterrupt(shop.line);
  try {
    await playPlan(shop, plan, interrupt.signal);
  } finally {
    interrupt.release();
    shop.line.end();
  }
  const planned = new Map(episodesOf(plan, sha256).map((episode) => [episode.id, episode]));
  const attempts = new Map<string, Attempt>();
  for (const attempt of readAttempts(directoryOf(shop.flags, plan).segments)) {
    const episode = planned.get(attempt.episode);
    if (episode && attempt.result !== null) attempts.set(keyOf(episode.task.id, episode.trial), attempt);
  }
  return { plan, attempts };
}

interface Certifying {
  readonly plays: ReadonlyMap<SimulatorPlayer, Plays>;
  readonly n: number;
  readonly worldModel: string;
  readonly agentModel: string;
}

async function certificatesOf({ suite }: Workshop, how: Certifying): Promise<readonly SimulatorCertificate[]> {
  const { plays, n, worldModel, agentModel } = how;
  const certificates: SimulatorCertificate[] = [];
  for (const { id, hash } of plays.get('unaided')?.plan.tasks ?? []) {
    const task = suite.tasks.find((one) => one.id === id);
    if (task === undefined) continue;
    const play = async (player: SimulatorPlayer, trial: number): Promise<Episode> => {
      const attempt = plays.get(player)?.attempts.get(keyOf(id, trial));
      return episodeOf(task.suite, id, attempt ?? null);
    };
    certificates.push(
      await certifyUnderSimulator({ task, hash, simulator: worldModel, agent: agentModel, play }, { n }),
    );
  }
  return certificates;
}

function episodeOf(suite: string, task: string, attempt: Attempt | null): Episode {
  const events = attempt?.lines.map(({ event }) => event) ?? [];
  const unplayed = {
    outcome: 'void',
    blame: 'host',
    reason: 'not-played',
    message: 'it was not played to an end',
  } as const;
  return { suite, task, result: attempt?.result ?? unplayed, answer: answerIn(events), events };
}

function page(
  certificates: readonly SimulatorCertificate[],
  about: { worldModel: string; agentModel: string; path: string },
): string {
  const head = ['task', 'label', 'with plan', 'without', 'idle'].map((word) => pc.dim(word));
  const share = (tally: PlayTally | null): string =>
    tally === null ? '–' : `${tally.passed} of ${tally.scored}${tally.void > 0 ? ` (${tally.void} void)` : ''}`;
  const rows = certificates.map(({ task, label, withPlan, unaided, idle }) => [
    pc.bold(task),
    label === 'certified' ? pc.green(label) : pc.red(label),
    share(withPlan),
    share(unaided),
    idle,
  ]);
  const problems = certificates.flatMap(({ task, problems: found }) =>
    found.map((one) => `  ${pc.bold(task)}: ${one}`),
  );
  const certified = certificates.filter(({ label }) => label === 'certified').length;
  const ending = `${certified} of ${certificates.length} certified under ${about.worldModel}, tried by ${about.agentModel}; kept in ${about.path}`;
  return [columns([head, ...rows]), '', ...(problems.length > 0 ? [...problems, ''] : []), ending].join('\n');
}

/** `practicum play`: a person is the agent. The same record, faults and judge as for any other. */
import { join } from 'node:path';
import pc from 'picocolors';
import { type Catalog, openCatalog } from '../catalog/catalog.ts';
import type { Episode } from '../core/episode.ts';
import { blamed, EpisodeError, UsageError } from '../core/errors.ts';
import type { Role } from '../core/model.ts';
import type { Mode } from '../core/plan.ts';
import { rolesNeeded, type Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { redactor } from '../models/redact.ts';
import { runDirectory } from '../run/directory.ts';
import type { LiveEpisode, OpenRun } from '../run/open-run.ts';
import { systemClock } from '../run/system-clock.ts';
import { servedPlan, servedRun } from '../serve/served-run.ts';
import { sha256 } from '../wire/hash.ts';
import { EXIT } from './exit.ts';
import type { PlayFlags } from './play-flags.ts';
import { COMMANDS } from './play-line.ts';
import { scorePage } from './play-score.ts';
import { type OpenTerminal, openTerminal } from './play-terminal.ts';
import { takeTurns } from './play-turns.ts';
import { meansOf, promptFrom } from './players.ts';
import { progressLine } from './progress-line.ts';
import { derivedName, slug } from './run-name.ts';
import { selectTasks } from './selection.ts';
import { versionOf } from './version.ts';
import { deskFor, stylesOf } from './workshop.ts';

export async function play(flags: PlayFlags): Promise<number> {
  const catalog = openCatalog(process.env, { trustPython: flags.trustPython });
  try {
    const suite = await catalog.suite(flags.suite);
    const task = taskFor(suite, flags);
    const { run, path } = await runFor({ suite, task, flags, catalog });
    try {
      const live = await run.begin({ task, mode: modeOf(flags) });
      const episode = await playedOut(live);
      console.log(`\n${scorePage(episode)}\n${pc.dim(`Recorded in ${path}; see: practicum report ${path}`)}`);
      return episode.result.outcome === 'void' && episode.result.reason !== LEFT ? EXIT.voids : EXIT.done;
    } finally {
      run.close();
    }
  } finally {
    await catalog.close();
  }
}

function taskFor(suite: Suite, { task: wanted }: PlayFlags): Task {
  const [task] = selectTasks(suite, wanted === undefined ? {} : { taskIds: [wanted] });
  if (task === undefined) throw new UsageError(`The suite ${suite.name} has no tasks.`);
  const { length } = suite.tasks;
  if (wanted === undefined && length > 1)
    console.log(pc.dim(`${suite.name}/${task.id}, the first of ${length}; --task takes another.\n`));
  return task;
}

function modeOf({ envMode = ['E0'] }: PlayFlags): Mode {
  const [mode = 'E0', ...others] = envMode;
  if (others.length > 0) throw new UsageError('One plays under one --env-mode at a time.');
  return mode;
}

interface RunParts {
  readonly suite: Suite;
  readonly task: Task;
  readonly flags: PlayFlags;
  readonly catalog: Catalog;
}

async function runFor({ suite, task, flags, catalog }: RunParts): Promise<{ run: OpenRun; path: string }> {
  const roles = rolesNeeded(suite, [task]);
  const models = modelsFor(roles, flags, suite);
  const prompts = catalog.prompts(flags.prompts ?? null);
  const draft = await servedPlan({
    suite,
    source: catalog.sourceOf(flags.suite),
    agent: flags.agentName,
    modes: [modeOf(flags)],
    seed: flags.seed,
    withPlan: flags.withPlan,
    styles: stylesOf(flags),
    ...models,
    prompts: Object.fromEntries(suite.prompts.map((file) => [file, sha256(prompts.get(file) ?? '').slice(0, 16)])),
    version: versionOf(),
  });
  const plan = { ...draft, run: flags.runName === undefined ? `played__${derivedName(draft)}` : slug(flags.runName) };
  const path = join(flags.outputDir, plan.run);
  const names = [models.worldModel, models.verifierModel, flags.npcModel].flatMap((name) => name ?? []);
  const line = progressLine(process.stderr, systemClock.now);
  const desk = deskFor([...new Set(names)], flags, { home: catalog.home, line });
  const run = servedRun({
    suite,
    plan,
    directory: runDirectory(path),
    clock: systemClock,
    meansFor: (planned, emit) => {
      const asked = desk.forEpisode({ emit, replies: [], trial: planned.trial });
      return meansOf({ plan, planned, prompt: promptFrom(prompts), emit, models: asked });
    },
    redact: redactor(desk.secrets),
  });
  return { run, path };
}

interface ModelNames {
  readonly worldModel: string | null;
  readonly verifierModel: string | null;
}

function modelsFor(roles: readonly Role[], { worldModel, verifierModel }: PlayFlags, { name }: Suite): ModelNames {
  const judge = verifierModel ?? worldModel;
  const isLacking = (roles.includes('world') && !worldModel) || (roles.includes('judge') && !judge);
  if (isLacking) throw new UsageError(`The suite ${name} is played by a model: add --world-model NAME.`);
  return {
    worldModel: roles.includes('world') ? (worldModel ?? null) : null,
    verifierModel: roles.includes('judge') ? (judge ?? null) : null,
  };
}

const LEFT = 'left';
const never = new AbortController().signal;

/** From the brief to the verdict. Whoever leaves without handing in has no outcome. */
async function playedOut(live: LiveEpisode): Promise<Episode> {
  const { begun } = live;
  const terminal = typedTerminal(begun.session.tools.map(({ name }) => name));
  try {
    const end = await takeTurns(begun, terminal, never);
    if (end === 'left') return await live.abandon(new EpisodeError('host', LEFT, 'left without handing in'));
    if (end === 'handed-in') await handIn(live);
    return await live.finish();
  } catch (error) {
    return live.abandon(blamed('world', error));
  } finally {
    terminal.close();
  }
}

function typedTerminal(tools: readonly string[]): OpenTerminal {
  const { stdin: input, stdout: output } = process;
  const isTyped = input.isTTY === true && output.isTTY === true;
  return openTerminal({ input, output, isTyped, words: [...COMMANDS, ...tools] });
}

/** More than the longest scenario has events. */
const MOST_SILENCES = 1000;

/** What is there is all there will be: time runs out. */
async function handIn({ begun }: LiveEpisode): Promise<void> {
  for (let silences = 0; !begun.isOver() && silences < MOST_SILENCES; silences++) await begun.session.say('', never);
}

/** Who plays in a run: from the flags to planned agents, and from those to the cast of each episode. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import type { AgentEntry, AgentLimits } from '../core/agent-entry.ts';
import type { Clock } from '../core/clock.ts';
import { UsageError, UserError } from '../core/errors.ts';
import type { Emit } from '../core/event.ts';
import { type Means, NO_MEANS } from '../core/means.ts';
import type { Model, Role } from '../core/model.ts';
import type { Plan, PlannedAgent, PlannedEpisode } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { faultsFor } from '../faults/injected.ts';
import { type Aliases, parseModels } from '../models/aliases.ts';
import type { ModelDesk } from '../models/desk.ts';
import type { EpisodeCasting } from '../run/episode.ts';
import type { BoundedFlags } from './bounds.ts';

export interface Player {
  readonly planned: PlannedAgent;
  readonly entry: AgentEntry;
  readonly model: string | null;
  readonly command: string | null;
  readonly limits: AgentLimits;
}

/** The built-in agents of the demonstration: with care, without care, and not at all. */
const REFERENCE_AGENTS = ['oracle', 'hasty', 'idle'];

export async function playersOf(flags: BoundedFlags, catalog: Catalog): Promise<readonly Player[]> {
  const limits = limitsOf(flags);
  const models = flags.agentModel ?? [];
  const named = flags.agent ?? (models.length === 0 && flags.agentCommand === undefined ? REFERENCE_AGENTS : []);
  const players: Player[] = [];
  for (const name of named) {
    const entry = await catalog.agent(name);
    if (entry.needs === 'command' && flags.agentCommand === undefined) {
      throw new UsageError(`The agent ${name} is a command of yours: add --agent-command "python3 agent.py".`);
    }
    if (entry.needs === 'model') {
      if (models.length === 0) throw new UsageError(`The agent ${name} needs a model: add --agent-model NAME.`);
      continue;
    }
    if (entry.needs !== 'command')
      players.push({
        planned: { name, model: null, settings: { kind: name } },
        entry,
        model: null,
        command: null,
        limits,
      });
  }
  const efforts = flags.reasoningEffort ?? [null];
  for (const model of models) {
    for (const reasoningEffort of efforts) {
      const name = efforts.length > 1 ? `${model}@${reasoningEffort}` : model;
      const entry = await catalog.agent('tool-loop');
      players.push(modelPlayer(name, model, { entry, limits: { ...limits, reasoningEffort } }));
    }
  }
  if (flags.agentCommand !== undefined) {
    players.push(commandPlayer(flags.agentCommand, { entry: await catalog.agent('external'), limits }));
  }
  const twice = players.find(
    ({ planned }, i) => players.findIndex((other) => other.planned.name === planned.name) !== i,
  );
  if (twice) throw new UsageError(`The agent ${twice.planned.name} is named twice.`);
  return players;
}

interface Kind {
  readonly entry: AgentEntry;
  readonly limits: AgentLimits;
}

function modelPlayer(name: string, model: string, { entry, limits }: Kind): Player {
  const { maxSteps, maxTokens, reasoningEffort } = limits;
  const settings = { kind: entry.name, maxSteps, maxTokens, reasoningEffort };
  return { planned: { name, model, settings }, entry, model, command: null, limits };
}

function commandPlayer(command: string, { entry, limits }: Kind): Player {
  const settings = { kind: entry.name, command, maxSteps: limits.maxSteps };
  return { planned: { name: 'external', model: null, settings }, entry, model: null, command, limits };
}

function limitsOf({ maxSteps, maxTokens }: BoundedFlags): AgentLimits {
  return {
    maxSteps,
    maxTokens,
    maxOutputTokens: null,
    reasoningEffort: null,
    temperature: null,
  };
}

export interface CastingParts {
  readonly suite: Suite;
  readonly players: readonly Player[];
  readonly plan: Plan;
  readonly desk: ModelDesk;
  readonly prompts: ReadonlyMap<string, string>;
  readonly clock: Clock;
}

export function castingOf(parts: CastingParts): EpisodeCasting {
  const { suite, players, plan, desk, prompts, clock } = parts;
  const taskOf = taskFinder(suite);
  const byName = new Map(players.map((player) => [player.planned.name, player]));
  const prompt = promptFrom(prompts);
  return (planned, { emit, replies }) => {
    const player = byName.get(planned.agent.name);
    if (player === undefined) throw new Error(`nobody plays ${planned.agent.name}`);
    const task = taskOf(planned);
    const { entry, command, limits } = player;
    const models = desk.forEpisode({ emit, replies, trial: planned.trial, cap: limits.maxTokens });
    const model = player.model === null ? null : models('agent', player.model);
    const agent = entry.make({
      asked: task.asked,
      solution: suite.solution(task),
      model,
      limits,
      prompt,
      command,
      clock,
    });
    const means = meansOf({ plan, planned, prompt, emit, models });
    return {
      world: suite.world(task, means),
      judge: suite.judge(task, means),
      agent: { name: planned.agent.name, act: (brief, session, signal) => agent.act(brief, session, signal) },
      faults:
        plan.styles.faults === 'prompted'
          ? []
          : faultsFor(planned.mode, { ...means.faults, length: planned.task.length }),
    };
  };
}

/** A prompt by its file name. */
export function promptFrom(prompts: ReadonlyMap<string, string>): Means['prompt'] {
  return (file) => {
    const content = prompts.get(file);
    if (content === undefined) throw new Error(`there is no prompt ${file}`);
    return content;
  };
}

interface MeansParts {
  readonly plan: Plan;
  readonly planned: PlannedEpisode;
  readonly prompt: Means['prompt'];
  readonly emit: Emit;
  readonly models: (role: Role, name: string) => Model;
}

/** What a suite may need in this episode: the run's models for world and judge, its prompts and styles. */
export function meansOf({ plan, planned, prompt, emit, models }: MeansParts): Means {
  const names: Partial<Record<Role, string | null>> = {
    world: plan.worldModel,
    judge: plan.verifierModel,
    colleague: plan.styles.colleagues ?? null,
  };
  return {
    model: (role) => {
      const name = names[role] ?? null;
      return name === null ? NO_MEANS.model(role) : models(role, name);
    },
    emit,
    prompt,
    styles: plan.styles,
    faults: { mode: planned.mode, count: plan.faultCount, duration: plan.faultDuration },
  };
}

export function taskFinder(suite: Suite): (planned: PlannedEpisode) => Task {
  const tasks = new Map(suite.tasks.map((task) => [`${task.suite}/${task.id}`, task]));
  return ({ task: { suite: from, id } }) => {
    const task = tasks.get(`${from}/${id}`);
    if (task === undefined) throw new UserError(`The suite ${suite.name} has no task ${from}/${id} any more.`);
    return task;
  };
}

/** The first of: the file given, models.json or the older api_config.json here, models.json at home. */
export function readAliases(file: string | undefined, home: string): Aliases {
  if (file !== undefined && !existsSync(file)) throw new UsageError(`--models ${file}: there is no such file.`);
  const path = [file, 'models.json', 'api_config.json', join(home, 'models.json')].find(
    (one) => one !== undefined && existsSync(one),
  );
  return path === undefined ? new Map() : parseModels(readJsonFile(path));
}

export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    // The message of a JSON error quotes the text, which may hold a key.
    throw new UserError(`${path} cannot be read as JSON. Check that it exists and is well formed.`, { cause });
  }
}

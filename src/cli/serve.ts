/** `practicum serve`: worlds for agents and trainers on one port, each episode recorded like any other. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pc from 'picocolors';
import { type Catalog, openCatalog } from '../catalog/catalog.ts';
import { UsageError, UserError } from '../core/errors.ts';
import type { Role } from '../core/model.ts';
import type { Plan } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import type { ModelDesk } from '../models/desk.ts';
import { redactor } from '../models/redact.ts';
import { runDirectory } from '../run/directory.ts';
import type { OpenRun } from '../run/open-run.ts';
import { systemClock } from '../run/system-clock.ts';
import type { Face } from '../serve/face.ts';
import { type Host, openHost } from '../serve/host.ts';
import { mcpFace } from '../serve/mcp.ts';
import { serveStdio } from '../serve/mcp-stdio.ts';
import { openenvFace } from '../serve/openenv.ts';
import { orsFace } from '../serve/ors.ts';
import { servedPlan, servedRun } from '../serve/served-run.ts';
import { startServer } from '../serve/server.ts';
import { sha256 } from '../wire/hash.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { meansOf, promptFrom } from './players.ts';
import { type ProgressLine, progressLine } from './progress-line.ts';
import { derivedName, slug } from './run-name.ts';
import type { ServeFlags } from './serve-flags.ts';
import { versionOf } from './version.ts';
import { deskFor, stylesOf } from './workshop.ts';

export async function serve(flags: ServeFlags): Promise<number> {
  const line = progressLine(process.stderr, systemClock.now);
  const catalog = openCatalog(process.env, { trustPython: flags.trustPython });
  const suites = await suitesFor(flags, catalog, line);
  const names = modelNames(flags);
  const desk = deskFor([...new Set(names)], flags, { home: catalog.home, line });
  const host = openHost({
    suites,
    runFor: (suite) => runFor(suite, { flags, catalog, desk }),
    modes: flags.envMode ?? ['E0'],
    reward: flags.reward,
    clock: systemClock,
    maxSessions: flags.maxSessions,
    idleMs: flags.idleSeconds * 1000,
  });
  try {
    return flags.stdio ? await overStdio(host, flags) : await overHttp(host, flags, line);
  } finally {
    await host.end();
    await catalog.close();
  }
}

function modelNames({ worldModel, verifierModel, npcModel }: ServeFlags): readonly string[] {
  return [worldModel, verifierModel, npcModel].flatMap((name) => name ?? []);
}

/** The roles for which the flags name a model. */
function rolesServed({ worldModel, verifierModel }: ServeFlags): ReadonlySet<Role> {
  const judges: readonly Role[] = verifierModel !== undefined || worldModel !== undefined ? ['judge'] : [];
  return new Set<Role>([...(worldModel === undefined ? [] : (['world'] as const)), ...judges]);
}

async function suitesFor(flags: ServeFlags, catalog: Catalog, line: ProgressLine): Promise<readonly Suite[]> {
  const roles = rolesServed(flags);
  const missing = ({ needs }: Suite): readonly Role[] => needs.filter((role) => !roles.has(role));
  const named = flags.suite;
  if (named !== undefined) {
    const suites = await Promise.all(named.map((name) => catalog.suite(name)));
    const lacking = suites.find((suite) => missing(suite).length > 0);
    if (lacking) {
      throw new UsageError(
        `The suite ${lacking.name} needs a model for the ${missing(lacking).join(' and the ')}: add --world-model NAME.`,
      );
    }
    return suites;
  }
  const found: Suite[] = [];
  for (const { name } of catalog.suites()) {
    const suite = await catalog.suite(name).catch((error: unknown) => {
      line.say(`The suite ${name} is not served: ${error instanceof Error ? error.message : error}`);
      return null;
    });
    if (suite === null) continue;
    if (missing(suite).length === 0) found.push(suite);
    else line.say(`The suite ${name} is not served: it needs --world-model.`);
  }
  if (found.length === 0) throw new UserError('There is no suite to serve. Name one with --suite.');
  return found;
}

interface RunParts {
  readonly flags: ServeFlags;
  readonly catalog: Catalog;
  readonly desk: ModelDesk;
}

async function runFor(suite: Suite, { flags, catalog, desk }: RunParts): Promise<OpenRun> {
  const { worldModel, verifierModel, agentName, seed, withPlan } = flags;
  const prompts = catalog.prompts(flags.prompts ?? null);
  const needs = (role: Role): boolean => suite.needs.includes(role);
  const draft = await servedPlan({
    suite,
    source: catalog.sourceOf(suite.name),
    agent: agentName,
    modes: flags.envMode ?? ['E0'],
    seed,
    withPlan,
    styles: stylesOf(flags),
    worldModel: needs('world') ? (worldModel ?? null) : null,
    verifierModel: needs('judge') ? (verifierModel ?? worldModel ?? null) : null,
    prompts: Object.fromEntries(suite.prompts.map((file) => [file, sha256(prompts.get(file) ?? '').slice(0, 16)])),
    version: versionOf(),
  });
  const run = flags.runName === undefined ? `served__${derivedName(draft)}` : `${slug(flags.runName)}__${suite.name}`;
  const plan: Plan = { ...draft, run };
  const prompt = promptFrom(prompts);
  return servedRun({
    suite,
    plan,
    directory: runDirectory(join(flags.outputDir, run)),
    clock: systemClock,
    meansFor: (planned, emit) => {
      const models = desk.forEpisode({ emit, replies: [], trial: planned.trial });
      return meansOf({ plan, planned, prompt, emit, models });
    },
    redact: redactor(desk.secrets),
  });
}

async function overStdio(host: Host, { suite, task, withPlan }: ServeFlags): Promise<number> {
  const [environment] = host.environments;
  if (suite?.length !== 1 || task === undefined || environment === undefined) {
    throw new UsageError('With --stdio one episode is served: name one --suite and one --task.');
  }
  const found = environment.taskOf({ id: task });
  if (typeof found === 'string')
    throw new UsageError(`${sentence(found)}. See practicum list ${environment.suite.name}.`);
  const request = { environment: environment.name, task: found };
  await serveStdio({ host, version: versionOf(), withPlan, request });
  return EXIT.done;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

async function overHttp(host: Host, flags: ServeFlags, line: ProgressLine): Promise<number> {
  const { bind, port, allowHost = [], maxBody } = flags;
  const token = flags.token === false ? null : (flags.token ?? randomBytes(18).toString('base64url'));
  const onError = (error: unknown): void =>
    line.say(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const parts = { host, version: versionOf(), onError, clock: systemClock };
  const faces: readonly Face[] = [mcpFace(parts), openenvFace(parts), orsFace(parts)];
  const hosts = [...allowHost, bind];
  const server = await startServer({ faces, token, hosts, bind, port, maxBodyBytes: maxBody, onError });
  const interrupt = onInterrupt(line);
  console.log(welcome(host, { address: server.address, token, outputDir: flags.outputDir }));
  await new Promise<void>((resolve) => interrupt.signal.addEventListener('abort', () => resolve(), { once: true }));
  await server.close();
  // What is still live has no outcome before it is given up.
  await host.end();
  const { begun, passed, failed, void: voids } = host.stats();
  line.say(
    `${begun} ${begun === 1 ? 'episode' : 'episodes'} begun: ${passed} passed, ${failed} failed, ${voids} void.`,
  );
  interrupt.release();
  return EXIT.done;
}

interface Welcome {
  readonly address: string;
  readonly token: string | null;
  readonly outputDir: string;
}

function welcome(host: Host, { address, token, outputDir }: Welcome): string {
  const tasks = host.environments.reduce((sum, { suite }) => sum + suite.tasks.length, 0);
  const [first] = host.environments;
  const prefix = token === null ? '' : `/~${token}`;
  const place = first === undefined ? '' : `${first.name}~${first.suite.tasks[0]?.id ?? 'TASK'}`;
  return [
    `${pc.bold(`${tasks} tasks`)} of ${host.environments.map(({ name }) => name).join(', ')} under ${host.modes.join(', ')}`,
    `  MCP      ${address}${prefix}/mcp/${place}`,
    `  ORS      ${address}${prefix}`,
    `  OpenEnv  ${address}${prefix}/openenv/${first?.name ?? ''}`,
    token === null
      ? 'No token is asked for.'
      : `The token is ${token}; also as "Authorization: Bearer …" or "X-API-Key".`,
    `Episodes are recorded in ${outputDir}. Ctrl-C ends.`,
  ].join('\n');
}

/**
 * The Open Reward Standard at the root of the server, for trainers: environments with splits and tasks, sessions, and tools whose calls
 * are streamed. It translates between that protocol and the host's sessions, and knows no worlds.
 */
import { type Context, Hono } from 'hono';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { INTERNAL } from './attempt.ts';
import { type Environment, SPLITS } from './environment.ts';
import type { Face, FaceOptions } from './face.ts';
import { type Host, requestFrom, type SessionRequest } from './host.ts';
import { errorEvent, event } from './ors-events.ts';
import { eventResponse, jobResponse, waitFor } from './ors-jobs.ts';
import { toolResult, unopened, wireBlocks, wireTools } from './ors-output.ts';
import { OrsRefusal, refusalResponse, SetupFailure } from './ors-refusal.ts';
import {
  checkSecrets,
  createBody,
  indexBody,
  rangeBody,
  read,
  readCall,
  sessionIdIn,
  splitBody,
  toolsetNamed,
} from './ors-request.ts';
import { orsSeats, type Seats, type Stay } from './ors-seats.ts';
import { GENERIC_TOOLS, toolsFor } from './served-tools.ts';
import type { ServedSession } from './session.ts';

export interface OrsOptions extends FaceOptions {
  /** How many session ids may wait to be used; plenty, unless told otherwise. */
  readonly maxFree?: number;
}

const PLENTY = 10_000;

export function orsFace(options: OrsOptions): Face {
  const { host, version, onError, clock, maxFree = PLENTY } = options;
  const routes = new Hono();
  const seats = orsSeats({ host, clock, onError, maxFree });
  routes.get('/health', (context) => context.json({ status: 'ok' }));
  routes.get('/version', (context) => context.json({ version, build_sha: null }));
  routes.get('/list_environments', (context) => context.json(host.environments.map(({ name }) => name)));
  addTasks(routes, host);
  addSessions(routes, host, seats);
  addEpisode(routes, options, seats);
  routes.notFound((context) => context.json({ detail: 'Not Found' }, 404));
  routes.onError((error, context) => {
    if (error instanceof OrsRefusal) return refusalResponse(error);
    onError(error);
    return context.json({ detail: INTERNAL }, 500);
  });
  return { routes, close: async () => seats.clear() };
}

/** Served for every environment under its name, and bare: newer clients name none unless there is a choice. */
function paths(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`/${name}`, `/:env/${name}`]);
}

/** What can be asked without a session. */
function addTasks(routes: Hono, host: Host): void {
  const environmentOf = (context: Context): Environment => environmentNamed(host, context.req.param('env'));
  const tasksOf = (environment: Environment, split: string): readonly Task[] => {
    const tasks = environment.tasksOf(split);
    if (tasks === null) throw new OrsRefusal(400, 'Invalid split');
    return tasks;
  };
  routes.on('GET', paths('tools'), (context) => {
    environmentOf(context);
    return context.json(wireTools(GENERIC_TOOLS));
  });
  routes.on('GET', paths('splits'), (context) => {
    environmentOf(context);
    return context.json(SPLITS);
  });
  routes.on('POST', paths('tasks'), async (context) => {
    const environment = environmentOf(context);
    const { split } = await read(context, splitBody);
    return context.json({ tasks: tasksOf(environment, split).map(environment.specOf), env_name: environment.name });
  });
  routes.on('POST', paths('num_tasks'), async (context) => {
    const environment = environmentOf(context);
    const { split } = await read(context, splitBody);
    return context.json({ num_tasks: tasksOf(environment, split).length });
  });
  routes.on('POST', paths('task', 'get_task'), async (context) => {
    const environment = environmentOf(context);
    const { split, index } = await read(context, indexBody);
    // Negative ones count from the end, as in Python.
    const task = tasksOf(environment, split).at(index);
    if (task === undefined) throw new OrsRefusal(400, 'Invalid index');
    // A spec holds the brief, for which a task may first have to be made: only what was asked for.
    return context.json({ task: environment.specOf(task), env_name: environment.name });
  });
  routes.on('POST', paths('task_range', 'get_task_range'), async (context) => {
    const environment = environmentOf(context);
    const { split, start, stop } = await read(context, rangeBody);
    // Python's slices and JavaScript's follow the same rules.
    const tasks = tasksOf(environment, split).slice(start ?? undefined, stop ?? undefined);
    return context.json({ tasks: tasks.map(environment.specOf), env_name: environment.name });
  });
}

function environmentNamed(host: Host, name: string | null | undefined): Environment {
  const environment = name === undefined || name === null ? host.environments[0] : host.environment(name);
  if (environment === undefined || environment === null)
    throw new OrsRefusal(404, `unknown environment '${name ?? ''}'`);
  return environment;
}

/** The life of a session id. */
function addSessions(routes: Hono, host: Host, seats: Seats): void {
  routes.post('/create_session', (context) => {
    const sid = seats.issue();
    const isStream = context.req.header('accept')?.includes('text/event-stream') ?? false;
    return isStream ? eventResponse(event('task_id', sid) + event('end', '')) : context.json({ sid });
  });
  routes.post('/create', async (context) => {
    const sid = sessionIdIn(context);
    checkSecrets(context.req.header('x-secrets'));
    const { env_name: name, task_spec: spec, split, index, toolset_name: wanted } = await read(context, createBody);
    const environment = environmentNamed(host, name);
    const request = spec ? requestFrom(host, environment, spec) : numbered(environment, split ?? '', index ?? 0);
    if (typeof request === 'string') throw new OrsRefusal(400, request);
    await seats.enter(sid, request, toolsetNamed(wanted));
    return context.json({ sid });
  });
  routes.post('/ping', (context) => {
    seats.stay(sessionIdIn(context));
    return context.json({ status: 'ok' });
  });
  routes.post('/delete', async (context) => {
    const sid = sessionIdIn(context);
    await seats.leave(sid);
    return context.json({ sid });
  });
  routes.post('/delete_session', async (context) => {
    const sid = sessionIdIn(context);
    await seats.forget(sid);
    return context.json({ sid });
  });
}

function numbered(environment: Environment, split: string, index: number): SessionRequest {
  const tasks = environment.tasksOf(split);
  if (tasks === null) throw new OrsRefusal(400, 'Invalid split');
  const task = tasks.at(index);
  if (task === undefined) throw new OrsRefusal(400, 'Invalid index');
  return { environment: environment.name, task };
}

/** Below the time after which a client takes a silent line for dead. */
const SETUP_PATIENCE_MS = 20_000;

/** What can be done in an episode. */
function addEpisode(routes: Hono, { host, clock }: OrsOptions, seats: Seats): void {
  const stayOf = (context: Context): Stay => {
    const stay = seats.stay(sessionIdIn(context));
    const name = context.req.param('env');
    if (name !== undefined && environmentNamed(host, name).name !== stay.environment)
      throw new OrsRefusal(
        400,
        `this session is in '${stay.environment}', not in '${name}'; name the environment when you create it`,
      );
    return stay;
  };
  routes.on('GET', paths('prompt'), async (context) => {
    const { brief } = await stayOf(context).ready;
    return context.json(wireBlocks([{ type: 'text', text: brief }]));
  });
  routes.on('GET', paths('task_tools'), async (context) => {
    const stay = stayOf(context);
    return context.json(wireTools(toolsFor(await stay.ready, stay.toolset)));
  });
  routes.on('POST', paths('call'), async (context) => {
    const sid = sessionIdIn(context);
    const stay = stayOf(context);
    const { name, input, taskId } = await readCall(context);
    // Whoever waits still lives, also while the client's own pings are late.
    const onWaiting = (): void => void touched(seats, sid);
    if (taskId !== null) {
      const job = stay.jobs.find(taskId);
      return job === null ? eventResponse(errorEvent('unknown task_id')) : jobResponse(job, clock, onWaiting);
    }
    if (stay.session() === null) await opening(stay, clock);
    const job = stay.jobs.start(() => inSession(stay, (session) => toolResult(session, name, input)));
    return jobResponse(job, clock, onWaiting);
  });
}

function touched(seats: Seats, sid: string): void {
  try {
    seats.stay(sid);
  } catch (error) {
    if (!(error instanceof OrsRefusal)) throw error;
  }
}

/** As long as nothing was sent, a session that is deleted meanwhile can be told by its status. */
async function opening({ ready }: Stay, clock: Clock): Promise<void> {
  let gone: unknown = null;
  const settled = ready.catch((error: unknown) => {
    gone = error;
  });
  await waitFor(settled, SETUP_PATIENCE_MS, { clock });
  if (gone !== null && !(gone instanceof SetupFailure)) throw gone;
}

async function inSession(stay: Stay, work: (session: ServedSession) => Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await work(stay.session() ?? (await stay.ready));
  } catch (error) {
    if (error instanceof SetupFailure) return unopened(error);
    throw error;
  }
}

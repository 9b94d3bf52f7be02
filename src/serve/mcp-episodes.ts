/**
 * Asking for an episode before any MCP client is there: `POST /episodes` gives a handle, under which clients act and whoever started
 * them learns the outcome. A program of its own may thus grade agents that only speak MCP.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { JsonObject } from '../core/json.ts';
import { INTERNAL } from './attempt.ts';
import { boundedJson } from './bounded-json.ts';
import type { Environment } from './environment.ts';
import { type Host, HostFull, type SessionRequest } from './host.ts';
import type { Places } from './mcp-places.ts';
import { toolsOf } from './mcp-server.ts';
import { outcomeData } from './served-tools.ts';
import { type ServedSession, SessionRefusal } from './session.ts';
import { choiceSchema, requestChosen } from './task-choice.ts';

export interface EpisodeRoutes {
  readonly host: Host;
  readonly places: Places;
  readonly onError: (error: unknown) => void;
}

const { split, index, env_mode, seed } = choiceSchema.shape;
const asked = z.strictObject({
  environment: z.string().max(500).optional(),
  suite: z.string().max(500).optional(),
  task: z.string().max(500).optional(),
  task_spec: choiceSchema.optional(),
  split,
  index,
  env_mode,
  seed,
});

export function episodeRoutes({ host, places, onError }: EpisodeRoutes): Hono {
  const routes = new Hono();
  routes.post('/episodes', async (context) => {
    const request = requestIn(host, boundedJson(await context.req.text()));
    if (typeof request === 'string') return context.json({ detail: request }, 400);
    try {
      const session = await host.open(request);
      context.header('Location', `/episodes/${session.id}`);
      return context.json(begun(session), 201);
    } catch (error) {
      return notOpened(context, error, onError);
    }
  });
  routes.get('/episodes/:handle', async (context) => {
    const handle = context.req.param('handle');
    const session = await places.find(handle);
    return session === null ? unknown(context) : context.json(stateOf(handle, session));
  });
  routes.delete('/episodes/:handle', async (context) => {
    const handle = context.req.param('handle');
    const session = await places.find(handle);
    if (session === null) return unknown(context);
    await host.close(session.id, 'deleted');
    return context.json(stateOf(handle, session));
  });
  return routes;
}

function requestIn(host: Host, body: unknown): SessionRequest | string {
  const parsed = asked.safeParse(body);
  if (!parsed.success) return `the body is not as expected: ${z.prettifyError(parsed.error)}`;
  const { environment: name, suite, task, task_spec: spec, ...rest } = parsed.data;
  const environment = environmentNamed(host, name ?? suite);
  if (typeof environment === 'string') return environment;
  return requestChosen(host, environment, { ...spec, ...rest, ...(task === undefined ? {} : { id: task }) });
}

function environmentNamed(host: Host, name: string | undefined): Environment | string {
  const names = host.environments.map((one) => one.name).join(', ');
  const [only, ...others] = host.environments;
  if (name === undefined) {
    return only !== undefined && others.length === 0 ? only : `name the environment: one of ${names}`;
  }
  return host.environment(name) ?? `there is no environment "${name}"; there are: ${names}`;
}

function begun(session: ServedSession): JsonObject {
  const { id, brief, environment, task } = session;
  const tools = toolsOf(session, 'all').length;
  return { handle: id, mcp: `/mcp/${id}`, environment, task: task.id, brief, tools };
}

function stateOf(handle: string, session: ServedSession): JsonObject {
  const settlement = session.settlement();
  return {
    handle,
    environment: session.environment,
    task: session.task.id,
    steps: session.steps(),
    finished: settlement !== null,
    ...(settlement === null ? {} : outcomeData(settlement)),
  };
}

function unknown(context: Context): Response {
  return context.json({ detail: 'there is no such episode, or it is gone' }, 404);
}

function notOpened(context: Context, error: unknown, onError: (error: unknown) => void): Response {
  if (error instanceof HostFull) {
    context.header('Retry-After', '5');
    const { message: detail, active, most } = error;
    return context.json({ detail, active_sessions: active, max_sessions: most }, 503);
  }
  if (error instanceof SessionRefusal) return context.json({ detail: error.message }, 409);
  onError(error);
  return context.json({ detail: INTERNAL }, 500);
}

/**
 * OpenEnv's plain routes. Its own server forgets an episode after each request; here `/reset` gives an `episode_id` in its metadata,
 * and `/step` and `/state` take it.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import { INTERNAL } from './attempt.ts';
import { boundedJson } from './bounded-json.ts';
import type { Environment } from './environment.ts';
import type { FaceOptions } from './face.ts';
import { HostFull } from './host.ts';
import { act, actionSchema } from './openenv-action.ts';
import { begun } from './openenv-answer.ts';
import { answerRpc } from './openenv-rpc.ts';
import { OPENENV_SCHEMAS } from './openenv-schemas.ts';
import type { Seats } from './openenv-seats.ts';
import { type ServedSession, SessionRefusal } from './session.ts';
import { choiceSchema, requestChosen } from './task-choice.ts';

const stepSchema = z.object({ action: actionSchema, episode_id: z.string().max(255).nullish() });
const UNREADY = 'there is no episode: POST /reset, and send the episode_id of its metadata with each step';

/** A status, and what is said. */
interface Said {
  readonly status: 200 | 400 | 404 | 409 | 422 | 500 | 503;
  readonly body: JsonObject;
}
type Work = (environment: Environment, context: Context) => Promise<Said> | Said;

export function openenvRoutes({ host, version, onError }: FaceOptions, seats: Seats): Hono {
  const routes = new Hono();
  const on = (method: 'get' | 'post', path: string, work: Work): void => {
    routes[method](`/openenv/:environment${path}`, async (context) => {
      const environment = host.environment(context.req.param('environment'));
      const said = environment === null ? NOWHERE : await safely(async () => work(environment, context), onError);
      return Response.json(said.body, {
        status: said.status,
        headers: said.status === 503 ? { 'retry-after': '5' } : {},
      });
    });
  };
  const sessionIn = (environment: Environment, id: string | null | undefined): ServedSession | null | 'unknown' => {
    if (id === null || id === undefined) return null;
    const session = host.session(id);
    return session?.environment === environment.name ? session : 'unknown';
  };
  on('get', '/health', () => ok({ status: 'healthy' }));
  on('get', '/schema', () => ok(OPENENV_SCHEMAS));
  on('get', '/metadata', (environment) => ok(metadataOf(environment, version)));
  on('post', '/mcp', async (environment, context) =>
    ok(await answerRpc({ environment, seats, bound: null, onError }, boundedJson(await context.req.text()))),
  );
  on('post', '/reset', async (environment, context) => {
    const choice = choiceSchema.safeParse(await bodyOf(context));
    if (!choice.success) return invalid(choice.error);
    const request = requestChosen(host, environment, choice.data);
    if (typeof request === 'string') return detail(422, request);
    return ok({ ...begun(environment, await host.open(request)) });
  });
  on('post', '/step', async (environment, context) => {
    const step = stepSchema.safeParse(await bodyOf(context));
    if (!step.success) return invalid(step.error);
    const session = sessionIn(environment, step.data.episode_id);
    if (session === 'unknown') return NO_EPISODE;
    return ok({ ...(await act({ environment, session, unready: UNREADY }, step.data.action)) });
  });
  on('get', '/state', (environment, context) => {
    const session = sessionIn(environment, context.req.query('episode_id'));
    if (session === 'unknown') return NO_EPISODE;
    return ok({ episode_id: session?.id ?? null, step_count: session?.steps() ?? 0 });
  });
  return routes;
}

const NOWHERE = detail(404, 'there is no such environment');
const NO_EPISODE = detail(404, 'there is no such episode, or it is gone');

function ok(body: JsonObject): Said {
  return { status: 200, body };
}

function detail(status: Said['status'], sentence: string): Said {
  return { status, body: { detail: sentence } };
}

function invalid(error: z.ZodError): Said {
  return detail(422, z.prettifyError(error));
}

async function safely(work: () => Promise<Said>, onError: (error: unknown) => void): Promise<Said> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof SessionRefusal) return detail(409, thrown.message);
    if (thrown instanceof HostFull) {
      const { message, active, most } = thrown;
      return { status: 503, body: { detail: message, active_sessions: active, max_sessions: most } };
    }
    onError(thrown);
    return detail(500, INTERNAL);
  }
}

async function bodyOf(context: Context): Promise<Json | undefined> {
  const text = await context.req.text();
  return text.trim() === '' ? {} : boundedJson(text);
}

function metadataOf({ name, suite }: Environment, version: string): JsonObject {
  const none = { readme_content: null, author: null, documentation_url: null };
  return { name, description: suite.description, version, ...none };
}

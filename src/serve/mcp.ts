/**
 * MCP over Streamable HTTP at `/mcp/<handle>`, for clients of the newest protocol, which has no sessions, and of the older ones. The
 * SDK speaks the protocol; this says which episode a request is for.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createMcpHandler,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  PARSE_ERROR,
} from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { isObject, type Json } from '../core/json.ts';
import { INTERNAL } from './attempt.ts';
import { boundedJson } from './bounded-json.ts';
import type { Face, FaceOptions } from './face.ts';
import { HostFull } from './host.ts';
import { episodeRoutes } from './mcp-episodes.ts';
import { openPlaces, type Place } from './mcp-places.ts';
import { mcpServer } from './mcp-server.ts';
import { TOOLSETS, type Toolset } from './served-tools.ts';
import { type ServedSession, SessionRefusal } from './session.ts';

/** What is served in the request at hand. */
interface Stage {
  readonly session: ServedSession;
  readonly toolset: Toolset;
}

const SESSION_HEADER = 'mcp-session-id';
/** As the SDKs say it. */
const NO_SESSION = -32001;
const SERVER_ERROR = -32000;
/** Nothing is ever announced on such a stream; a few clients open one all the same. */
const MOST_SUBSCRIPTIONS = 256;

export function mcpFace({ host, version, onError }: FaceOptions): Face {
  const places = openPlaces(host);
  const stage = new AsyncLocalStorage<Stage>();
  const handler = createMcpHandler(
    () => {
      const here = stage.getStore();
      if (here === undefined) throw new Error('a request of MCP is served outside of its episode');
      const { session, toolset } = here;
      const episode = { instructions: session.brief, session: async () => session };
      return mcpServer(episode, { toolset, version, onError });
    },
    { maxSubscriptions: MOST_SUBSCRIPTIONS },
  );

  /** At a place without a label, a client of the older protocols has an episode for each of its sessions. */
  const withSession = async (request: Request, place: Place, body: Json): Promise<Found> => {
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) {
      const session = host.session(id);
      const isHere = session?.environment === place.environment && session.task === place.task;
      return isHere ? { session } : GONE;
    }
    if (!isInitializeRequest(body))
      return refusal(400, SERVER_ERROR, 'the Mcp-Session-Id header is missing: initialize first');
    const session = await host.open(place);
    return { session, header: session.id };
  };
  const find = async (request: Request, handle: string, body: Json): Promise<Found> => {
    const place = places.placeOf(handle);
    const isOlder = place?.label === null && (await isLegacyRequest(request, body));
    if (place !== null && isOlder) return withSession(request, place, body);
    const session = place === null ? host.session(handle) : await places.enter(place);
    return session === null ? GONE : { session };
  };
  const post = async (context: Context, handle: string): Promise<Response> => {
    if (!isJsonContentType(context.req.header('content-type') ?? null))
      return answer(refusal(415, SERVER_ERROR, 'the content type must be application/json'));
    const body = boundedJson(await context.req.text());
    if (body === undefined) return answer(refusal(400, PARSE_ERROR, 'the body is not JSON'));
    const toolset = toolsetIn(context.req.query('tools'));
    if (toolset === null)
      return answer(refusal(400, INVALID_PARAMS, `tools must be one of ${TOOLSETS.join(', ')}`), body);
    try {
      const found = await find(context.req.raw, handle, body);
      if ('status' in found) return answer(found, body);
      const { session, header } = found;
      const response = await stage.run({ session, toolset }, () =>
        handler.fetch(context.req.raw, { parsedBody: body }),
      );
      if (header !== undefined) response.headers.set(SESSION_HEADER, header);
      return response;
    } catch (error) {
      return answer(refusalOf(error, onError), body);
    }
  };
  const routes = new Hono();
  routes.route('/', episodeRoutes({ host, places, onError }));
  routes.post('/mcp/:handle', (context) => post(context, context.req.param('handle')));
  routes.delete('/mcp/:handle', async (context) => {
    const place = places.placeOf(context.req.param('handle'));
    const id = context.req.header(SESSION_HEADER);
    const session = id === undefined ? null : host.session(id);
    if (place?.label !== null || session?.task !== place.task) return answer(GONE);
    await host.close(session.id, 'deleted');
    return context.body(null, 204);
  });
  routes.all('/mcp/:handle', () => answer(refusal(405, SERVER_ERROR, 'Method not allowed.')));
  return { routes, close: () => handler.close() };
}

interface Refusal {
  readonly status: 400 | 404 | 405 | 409 | 415 | 500 | 503;
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}
type Found = Refusal | { readonly session: ServedSession; readonly header?: string };

function refusal(status: Refusal['status'], code: number, message: string): Refusal {
  return { status, code, message };
}

/** The same for what never was and for what has gone: nobody learns which handles there are. */
const GONE = refusal(404, NO_SESSION, 'there is no such episode, or it is gone');

function refusalOf(error: unknown, onError: (error: unknown) => void): Refusal {
  if (error instanceof HostFull) {
    const data = { active_sessions: error.active, max_sessions: error.most };
    return { ...refusal(503, SERVER_ERROR, error.message), data };
  }
  if (error instanceof SessionRefusal) return refusal(409, SERVER_ERROR, error.message);
  onError(error);
  return refusal(500, INTERNAL_ERROR, INTERNAL);
}

const HEADERS: { readonly [status: number]: Record<string, string> } = {
  405: { allow: 'POST, DELETE' },
  503: { 'retry-after': '5' },
};

/** `body` is what was asked, for its id. */
function answer({ status, code, message, data }: Refusal, body: Json = null): Response {
  const id = isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return Response.json({ jsonrpc: '2.0', error, id }, { status, headers: HEADERS[status] ?? {} });
}

function toolsetIn(asked: string | undefined): Toolset | null {
  return asked === undefined ? 'all' : (TOOLSETS.find((one) => one === asked) ?? null);
}

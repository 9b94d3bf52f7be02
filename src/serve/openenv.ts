/** OpenEnv's face, under `/openenv/<environment>`: plain routes, and WebSockets at `/ws` and `/mcp`. */
import type { IncomingMessage } from 'node:http';
import type { Face, FaceOptions } from './face.ts';
import type { Host } from './host.ts';
import { openenvRoutes } from './openenv-routes.ts';
import { openSeats } from './openenv-seats.ts';
import { openSockets } from './openenv-sockets.ts';
import { type Call, takeCall } from './openenv-talk.ts';

export function openenvFace(options: FaceOptions): Face {
  const { host, clock, onError } = options;
  const seats = openSeats(host, clock);
  const sockets = openSockets(clock, onError);
  return {
    routes: openenvRoutes(options, seats),
    upgrade: (request, socket, head) => {
      const call = callIn(host, request);
      if (call === null) return false;
      sockets.accept({ request, socket, head }, () => takeCall(call, { seats, onError }));
      return true;
    },
    close: sockets.close,
  };
}

const PATH = /^\/openenv\/([^/]+)\/(ws|mcp)$/;

function callIn(host: Host, { url = '' }: IncomingMessage): Call | null {
  const [path = '', query] = url.split('?', 2);
  const [, name = '', kind] = PATH.exec(path) ?? [];
  const environment = host.environment(decoded(name));
  if (environment === null || kind === undefined) return null;
  return { environment, isRpc: kind === 'mcp', sessionId: new URLSearchParams(query).get('session_id') };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

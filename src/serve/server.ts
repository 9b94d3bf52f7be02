/**
 * One host, one port, every face: the guard in front, a limit on bodies, and never a stack trace in an answer. Which faces there are
 * and what they do is theirs.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { UserError } from '../core/errors.ts';
import type { Face } from './face.ts';
import { type GuardOptions, guard } from './guard.ts';

export interface ServerOptions extends GuardOptions {
  readonly faces: readonly Face[];
  readonly bind: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly maxBodyBytes: number;
  /** What went wrong inside, for whoever runs the server; clients are told nothing of it. */
  readonly onError: (error: unknown) => void;
}

export interface RunningServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

const INTERNAL = JSON.stringify({ detail: 'something went wrong in the server; its log says more' });

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const admit = guard(options);
  const listener = getRequestListener(appOf(options).fetch, { errorHandler: () => internal() });
  const server = createServer((request, response) => {
    const admission = admit({ url: request.url ?? '/', headers: request.headers });
    if (!admission.ok) return turnAway(request, response, admission);
    request.url = admission.url;
    void listener(request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const admission = admit({ url: request.url ?? '/', headers: request.headers });
    if (!admission.ok) return refuseUpgrade(socket, admission.status);
    request.url = admission.url;
    if (!options.faces.some((face) => face.upgrade?.(request, socket, head))) refuseUpgrade(socket, 404);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const { port } = await listening(server, options);
  return {
    address: `http://${options.bind.includes(':') ? `[${options.bind}]` : options.bind}:${port}`,
    port,
    close: async () => {
      await Promise.all(options.faces.map((face) => face.close()));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function appOf({ faces, maxBodyBytes, onError }: ServerOptions): Hono {
  const app = new Hono();
  const tooLarge = (context: Context): Response =>
    context.json({ detail: `the body is larger than ${maxBodyBytes} bytes` }, 413);
  const counted = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });
  app.use((context, next) => {
    // Counting turns each request into a stream of the web, which is slow: only where the length is not told beforehand.
    if (context.req.header('transfer-encoding') !== undefined) return counted(context, next);
    const length = Number(context.req.header('content-length') ?? 0);
    return length > maxBodyBytes ? Promise.resolve(tooLarge(context)) : next();
  });
  for (const { routes } of faces) app.route('/', routes);
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return context.json({ detail: error.message }, error.status);
    onError(error);
    return context.body(INTERNAL, 500, { 'content-type': 'application/json' });
  });
  return app;
}

function internal(): Response {
  return new Response(INTERNAL, { status: 500, headers: { 'content-type': 'application/json' } });
}

function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { status, sentence }: { readonly status: number; readonly sentence: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ detail: sentence }));
  request.resume();
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listening(server: Server, { bind, port }: ServerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE' ? 'it is taken. Choose another with --port' : `${cause.message}. Check --bind`;
      reject(new UserError(`Cannot listen on ${bind}:${port}: ${why}.`, { cause }));
    });
    server.listen(port, bind, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no address'));
      else resolve(address);
    });
  });
}

/** One episode over standard input and output, for clients that start their servers themselves. Nothing else is written there. */
import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { briefOf } from '../core/task.ts';
import type { Host, SessionRequest } from './host.ts';
import { mcpServer } from './mcp-server.ts';
import type { Toolset } from './served-tools.ts';
import type { ServedSession } from './session.ts';

export interface StdioOptions {
  readonly host: Host;
  readonly request: SessionRequest;
  /** Whether tasks are told with their plans, as in the host's runs. */
  readonly withPlan?: boolean;
  readonly version: string;
  readonly toolset?: Toolset;
  readonly onError?: (error: unknown) => void;
  /** Ends it before its client does. */
  readonly signal?: AbortSignal;
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Resolves when the client has gone and the episode is settled. It begins when tools are first asked for: a client of the newest
 * protocol starts a server only to learn that it speaks it, ends it, and starts another.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { host, request, version, toolset = 'all', input = process.stdin, output = process.stdout } = options;
  // Standard output belongs to the protocol.
  const { onError = (error: unknown) => console.error(error) } = options;
  const episode = beginningOnce(() => host.open(request));
  const gone = Promise.withResolvers<void>();
  for (const sign of ['end', 'close', 'error']) input.once(sign, () => gone.resolve());
  // A client that has stopped reading has gone as well.
  output.once('error', () => gone.resolve());
  options.signal?.addEventListener('abort', () => gone.resolve(), { once: true });
  const instructions = briefOf(request.task, options.withPlan ?? false);
  const server = (): Server => mcpServer({ instructions, session: episode.begin }, { toolset, version, onError });
  const handle = serve(server, { transport: new StdioServerTransport(input, output) });
  await gone.promise;
  await handle.close();
  const last = await episode.begun();
  if (last !== null) await host.close(last.id, 'client-left');
}

interface Beginning {
  begin(): Promise<ServedSession>;
  /** What came of it, if it was tried. */
  begun(): Promise<ServedSession | null>;
}

/** What fails may be tried again. */
function beginningOnce(open: () => Promise<ServedSession>): Beginning {
  let session: Promise<ServedSession> | null = null;
  return {
    begin: async () => {
      session ??= open();
      try {
        return await session;
      } catch (error) {
        session = null;
        throw error;
      }
    },
    begun: async () => (await session?.catch(() => null)) ?? null,
  };
}

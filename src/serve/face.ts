/** What every face of the server is: routes over one host, and sockets where its protocol has them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import type { Clock } from '../core/clock.ts';
import type { Host } from './host.ts';

export interface Face {
  /** Mounted at the root of the server; whoever comes here has passed the guard. */
  readonly routes: Hono;
  /** Takes a WebSocket handshake whose path is its own, or answers false. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Ends what the face holds of its own; the host's sessions are not its business. */
  close(): Promise<void>;
}

export interface FaceOptions {
  readonly host: Host;
  /** Of the program. */
  readonly version: string;
  /** Told of our own mistakes; clients are told nothing of them. */
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

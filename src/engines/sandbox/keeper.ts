/**
 * The pool's side of a keeper: starts the process, numbers requests, checks what comes back, and says who was being served when
 * it fell. A keeper does not hold up the end of the program unless somebody waits for it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MEMORY_SIGNAL, type Numbered, type Reply, type Request, TIME_SIGNAL } from './message.ts';
import { type EndReason, SandboxEnded, type SandboxLimits } from './sandbox.ts';

export interface Keeper {
  readonly pid: number;
  /** Parcels that were sent to it. */
  readonly holds: Set<string>;
  isAlive(): boolean;
  /** Rejects with `KeeperLost` when the process falls before it has answered. */
  ask(request: Request): Promise<Reply>;
  /** Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** A keeper that fell. Whoever was being served is the culprit, the others were only waiting. */
export class KeeperLost extends Error {
  override readonly name = 'KeeperLost';
  readonly ending: SandboxEnded | null;
  constructor(ending: SandboxEnded | null) {
    super(ending?.message ?? 'a keeper was lost');
    this.ending = ending;
  }
}

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const change = z.object({ table: z.string(), key: z.string(), before: row.nullable(), after: row.nullable() });
const reasons: readonly EndReason[] = [
  'time-limit',
  'memory-limit',
  'output-limit',
  'sql-limit',
  'crashed',
  'refused',
  'closed',
];
const error = z.object({ name: z.string(), message: z.string(), code: z.string().exactOptional() });
const replySchema = z.object({
  n: z.int(),
  body: z.discriminatedUnion('is', [
    z.object({ is: z.literal('value'), text: z.string() }),
    z.object({ is: z.literal('thrown'), error }),
    z.object({ is: z.literal('ended'), reason: z.enum(reasons), message: z.string() }),
    z.object({ is: z.literal('changes'), changes: z.array(change) }),
    z.object({ is: z.literal('image'), image: z.base64() }),
    z.object({ is: z.literal('built'), image: z.base64(), state: z.record(z.string(), z.array(row)) }),
    z.object({ is: z.literal('missing'), keys: z.array(z.string()) }),
    z.object({ is: z.literal('done') }),
  ]),
});

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: KeeperLost): void;
}

export function startKeeper(limits: SandboxLimits, onFall: () => void): Keeper {
  const child = startProcess(limits);
  const waiting = new Map<number, Waiting>();
  let sent = 0;
  let isGone = false;
  let lastWords = '';
  child.stderr?.on('data', (words: Buffer) => {
    lastWords = (lastWords + words.toString()).slice(-LAST_WORDS);
  });
  const settle = (): void => {
    if (waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
  };
  child.on('message', (message) => {
    const read = replySchema.safeParse(message);
    if (!read.success) return void child.kill('SIGKILL');
    waiting.get(read.data.n)?.resolve(read.data.body);
    waiting.delete(read.data.n);
    settle();
  });
  const fall = (signal: NodeJS.Signals | null): void => {
    if (isGone) return;
    isGone = true;
    onFall();
    let ending: SandboxEnded | null = endedBy(signal, limits, lastWords);
    for (const { reject } of waiting.values()) {
      reject(new KeeperLost(ending));
      ending = null;
    }
    waiting.clear();
  };
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (_code, signal) => resolve(fall(signal)));
    child.once('error', () => resolve(fall(null)));
  });
  if (child.stderr instanceof Socket) child.stderr.unref();
  settle();
  return {
    pid: child.pid ?? 0,
    holds: new Set(),
    isAlive: () => !isGone,
    ask: (body) =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new KeeperLost(null));
        waiting.set(++sent, { resolve, reject });
        child.ref();
        child.channel?.ref();
        child.send({ n: sent, body } satisfies Numbered<Request>, () => undefined); // a fall is told by `exit`
      }),
    kill: () => {
      child.kill('SIGKILL');
      child.ref();
      return gone;
    },
  };
}

/** What the process itself said when it fell, of which the end tells most. */
const LAST_WORDS = 400;

function endedBy(signal: NodeJS.Signals | null, { callMs, keeperBytes }: SandboxLimits, words: string): SandboxEnded {
  if (signal === TIME_SIGNAL) return new SandboxEnded('time-limit', `it took more than ${callMs} ms in one call`);
  if (signal === MEMORY_SIGNAL)
    return new SandboxEnded('memory-limit', `its keeper held more than ${keeperBytes} bytes in one call`);
  return new SandboxEnded('crashed', `its keeper fell while it was being served${words === '' ? '' : `: ${words}`}`);
}

/** Type stripping runs the source as it stands; a build has the same file beside this one. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

function startProcess(limits: SandboxLimits): ChildProcess {
  const engine = fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
  const readable = [
    fileURLToPath(new URL('../..', import.meta.url)),
    join(ownFolder(), 'package.json'),
    folderOf('quickjs-wasi', import.meta.resolve('quickjs-wasi')),
    folderOf('pure-rand', import.meta.resolve('pure-rand/generator/xoroshiro128plus')),
  ];
  return fork(fileURLToPath(new URL(`./keeper-main.${EXTENSION}`, import.meta.url)), [engine, JSON.stringify(limits)], {
    // A program that got out of its engine would still find no rights, no secrets and nothing to compile with.
    execArgv: [
      '--permission',
      '--allow-worker',
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
      '--no-warnings',
    ],
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** A package may have more than one `package.json`; the outermost says what it exports. */
function folderOf(name: string, url: string): string {
  const path = fileURLToPath(url);
  const place = join('node_modules', name);
  return path.slice(0, path.lastIndexOf(place) + place.length);
}

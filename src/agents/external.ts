/**
 * An agent in any language: a command that speaks newline-delimited JSON on its standard streams. We send `begin`, `observation`
 * and `heard`; it sends `call` and `say`. What it writes to standard error is its own. A command that crashes, falls silent or
 * breaks the protocol has failed the task; one that cannot be started is the host's trouble.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import type { Clock } from '../core/clock.ts';
import { EpisodeError, UserError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Session } from '../core/world.ts';

export const PROTOCOL_VERSION = 1;

export interface ExternalOptions {
  /** Run by the shell, as the user would type it. */
  readonly command: string;
  readonly clock: Clock;
  readonly maxSteps?: number;
  /** How long it may be silent before it counts as hung. */
  readonly silenceMs?: number;
}

const spoken = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    id: z.string().optional(),
    name: z.string(),
    input: z.json().default({}),
    remark: z.string().optional(),
  }),
  z.object({ type: z.literal('say'), text: z.string() }),
]);
type Spoken = z.infer<typeof spoken>;

export function external({ command, clock, maxSteps = 200, silenceMs = 600_000 }: ExternalOptions): Agent {
  return {
    name: 'external',
    async act(brief, session, signal) {
      signal.throwIfAborted();
      const line = await startLine(command, { clock, silenceMs, signal });
      try {
        line.send({ type: 'begin', protocol: PROTOCOL_VERSION, brief, tools: toolsOf(session) });
        for (let step = 0; step < maxSteps; step++) {
          const said = await line.next();
          if (said.type === 'call') {
            line.send(await answerTo(said, { session, step, signal }));
            continue;
          }
          const { over, brief: next, notices } = await session.say(said.text, signal);
          line.send({
            type: 'heard',
            over,
            brief: next,
            notices: notices.map(({ from, text, at }) => ({ from, text, at })),
          });
          if (over || next !== null) {
            await line.leave();
            return 'answered';
          }
        }
        throw new EpisodeError('agent', 'turn-limit', `stopped after ${maxSteps} steps`);
      } finally {
        await line.end();
      }
    },
  };
}

export const entry: AgentEntry = {
  name: 'external',
  summary: 'a command that speaks newline-delimited JSON on standard input and output',
  needs: 'command',
  prompts: [],
  make({ command, clock, limits }) {
    if (command === null)
      throw new UserError('The agent external needs a command: add --agent-command "python3 agent.py".');
    return external({ command, clock, maxSteps: limits.maxSteps });
  },
};

function toolsOf(session: Session): Json {
  return session.tools.map(({ name, description, input, output, effect }) => ({
    name,
    description,
    input,
    ...(output ? { output } : {}),
    effect,
  }));
}

type Call = Extract<Spoken, { type: 'call' }>;

async function answerTo(
  call: Call,
  { session, step, signal }: { session: Session; step: number; signal: AbortSignal },
): Promise<JsonObject> {
  const id = call.id ?? `call-${step + 1}`;
  const { name, input, remark } = call;
  const seen = await session.call({ id, name, input: input as Json, ...(remark ? { remark } : {}) }, signal);
  return {
    type: 'observation',
    id,
    isError: seen.isError,
    blocks: seen.blocks.map((block) => ({ ...block })),
    notices: seen.notices.map(({ from, text, at }) => ({ from, text, at })),
  };
}

interface Line {
  send(message: JsonObject): void;
  next(): Promise<Spoken>;
  /** Gives the command, which has said its last word, the time to leave by itself. */
  leave(): Promise<void>;
  /** Resolves when the command and what it started are gone. */
  end(): Promise<void>;
}

interface LineOptions {
  readonly clock: Clock;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

async function startLine(command: string, { clock, silenceMs, signal }: LineOptions): Promise<Line> {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  await started(child, command);
  const { stdin, stdout } = child;
  stdin.on('error', () => undefined); // a command that has gone is noticed when the next line is awaited
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  // Not `exit`, which is the shell's: its output is closed when the command is gone too.
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = (): void => killGroup(child.pid, 'SIGTERM');
  signal.addEventListener('abort', kill, { once: true });
  return {
    send: (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const arrived = await beforeSilence(lines.next(), { clock, silenceMs, signal });
      if (!arrived.done) return parseLine(arrived.value);
      await withinGrace(gone, clock);
      throw endedEarly(child, command);
    },
    leave: () => {
      stdin.end();
      stdout.resume();
      return withinGrace(gone, clock);
    },
    end: async () => {
      signal.removeEventListener('abort', kill);
      stdin.end();
      stdout.resume();
      kill();
      await withinGrace(gone, clock);
      killGroup(child.pid, 'SIGKILL');
      await withinGrace(gone, clock);
      stdout.destroy();
    },
  };
}

function started(child: ChildProcess, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(notStarted(command, cause.message)));
  });
}

function notStarted(command: string, why: string): EpisodeError {
  return new EpisodeError('host', 'not-started', `the command could not be started: ${command}: ${why}`);
}

/** A shell always starts; that the command itself did not shows in the shell's exit codes 126 and 127. */
function endedEarly(child: ChildProcess, command: string): EpisodeError {
  const code = child.exitCode ?? child.signalCode ?? 'it lives, and its standard output is closed';
  if (code === 126 || code === 127) return notStarted(command, `the shell ended with ${code}`);
  return new EpisodeError('agent', 'crashed', `the command ended before the episode did (${code})`);
}

/** How long a command may take to leave, by itself and when it is asked to. */
const GRACE_MS = 2000;

async function withinGrace(gone: Promise<void>, clock: Clock): Promise<void> {
  const left = new AbortController();
  const grace = clock.sleep(GRACE_MS, left.signal).catch(() => undefined); // it is cut short when the command has left
  await Promise.race([gone, grace]);
  left.abort();
}

async function beforeSilence<T>(work: Promise<T>, { clock, silenceMs, signal }: LineOptions): Promise<T> {
  const arrived = new AbortController();
  const silence = clock.sleep(silenceMs, AbortSignal.any([signal, arrived.signal])).then(() => {
    throw new EpisodeError('agent', 'timed-out', `the command was silent for ${silenceMs / 1000} s`);
  });
  silence.catch(() => undefined); // it loses the race in every good case
  try {
    return await Promise.race([work, silence]);
  } finally {
    arrived.abort();
    signal.throwIfAborted();
  }
}

function parseLine(line: string): Spoken {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new EpisodeError(
      'agent',
      'protocol-broken',
      `the command wrote a line that is not JSON: ${line.slice(0, 200)}`,
    );
  }
  const read = spoken.safeParse(parsed);
  if (read.success) return read.data;
  throw new EpisodeError(
    'agent',
    'protocol-broken',
    `the command wrote neither a call nor a say: ${line.slice(0, 200)}`,
  );
}

function killGroup(pid: number | undefined, how: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, how);
  } catch {
    // It has ended by itself.
  }
}

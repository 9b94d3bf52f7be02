/**
 * The host of live episodes: which environments there are, who is in which session, how many at a time, and when a silent one is
 * given up. Every face of the server, and whoever trains from code, holds one of these. It speaks no protocol.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { OpenRun } from '../run/open-run.ts';
import { type Environment, environmentOf } from './environment.ts';
import type { RewardScheme } from './reward.ts';
import { type ServedSession, SessionRefusal, type Settlement, servedSession } from './session.ts';

export interface HostOptions {
  readonly suites: readonly Suite[];
  /** The run into which the episodes of a suite go; opened when the first one begins. */
  readonly runFor: (suite: Suite) => Promise<OpenRun>;
  /** The first is what one gets without asking. */
  readonly modes: readonly Mode[];
  readonly reward: RewardScheme;
  readonly clock: Clock;
  readonly maxSessions: number;
  /** After so long without a sign of life a session is given up. */
  readonly idleMs: number;
}

export interface SessionRequest {
  readonly environment: string;
  readonly task: Task;
  readonly mode?: Mode;
  readonly seed?: string;
}

export interface HostStats {
  readonly active: number;
  readonly most: number;
  readonly begun: number;
  readonly passed: number;
  readonly failed: number;
  readonly void: number;
}

export interface Host {
  readonly environments: readonly Environment[];
  readonly modes: readonly Mode[];
  /** In any case of letters. */
  environment(name: string): Environment | null;
  /** Rejects with `HostFull` when there is no place, with what the world threw when it cannot be opened. */
  open(request: SessionRequest): Promise<ServedSession>;
  /** Also a sign of life. */
  session(id: string): ServedSession | null;
  /** Gives a session up. */
  close(id: string, reason: string): Promise<void>;
  stats(): HostStats;
  /** Gives up everything that is live and closes the runs. */
  end(): Promise<void>;
}

/** There is no place; `active` and `most` are for protocols that say so. */
export class HostFull extends Error {
  override readonly name = 'HostFull';
  readonly active: number;
  readonly most: number;
  constructor(active: number, most: number) {
    super(`the host is full: ${active} of ${most} sessions are taken; close one, or try again later`);
    this.active = active;
    this.most = most;
  }
}

const SWEEP_EVERY_MS = 5000;

export function openHost(options: HostOptions): Host {
  const { clock, maxSessions: most } = options;
  const environments = options.suites.map(environmentOf);
  const byName = new Map(environments.map((environment) => [environment.name, environment]));
  const sessions = new Map<string, Seen>();
  const runs = runsOf(options.runFor);
  const tally = { begun: 0, passed: 0, failed: 0, void: 0 };
  const stopped = new AbortController();
  let opening = 0;

  const begin = async (environment: Environment, { task, mode, seed }: SessionRequest): Promise<ServedSession> => {
    const run = await runs.of(environment.suite);
    const chosen = mode ?? options.modes[0] ?? 'E0';
    const live = await run.begin({ task, mode: chosen, ...(seed === undefined ? {} : { seed }) });
    const onEnd = ({ result }: Settlement): number => tally[result.outcome]++;
    tally.begun++;
    const { reward } = options;
    return servedSession({ id: randomUUID(), environment: environment.name, task, live, reward, onEnd });
  };
  const open = async (request: SessionRequest): Promise<ServedSession> => {
    const environment = byName.get(request.environment.toLowerCase());
    if (environment === undefined) throw new SessionRefusal(`there is no environment "${request.environment}"`);
    if (stopped.signal.aborted) throw new SessionRefusal('the host is closing');
    const active = liveIn(sessions) + opening;
    if (active >= most) throw new HostFull(active, most);
    forgetSettled(sessions, most);
    opening++;
    try {
      const session = await begin(environment, request);
      sessions.set(session.id, { session, seen: clock.now() });
      return session;
    } finally {
      opening--;
    }
  };
  const close = async (id: string, reason: string): Promise<void> => {
    const found = sessions.get(id);
    sessions.delete(id);
    await found?.session.leave(reason, `the session was closed before anything was submitted (${reason})`);
  };
  void sweepUntil(stopped.signal, clock, async () => {
    const last = clock.now() - options.idleMs;
    const silent = [...sessions].filter(([, { seen }]) => seen < last);
    await Promise.all(silent.map(([id]) => close(id, 'session-expired')));
  });
  return {
    environments,
    modes: options.modes,
    environment: (name) => byName.get(name.toLowerCase()) ?? null,
    open,
    session: (id) => {
      const found = sessions.get(id);
      if (found === undefined) return null;
      found.seen = clock.now();
      return found.session;
    },
    close,
    stats: () => ({ active: liveIn(sessions), most, ...tally }),
    end: async () => {
      stopped.abort();
      await Promise.all([...sessions.keys()].map((id) => close(id, 'host-closed')));
      await runs.close();
    },
  };
}

interface Seen {
  readonly session: ServedSession;
  /** When there was a last sign of life. */
  seen: number;
}

/** Whoever has submitted takes no place any more, but may be asked about for a while. */
function liveIn(sessions: ReadonlyMap<string, Seen>): number {
  return sessions.values().reduce((live, { session }) => (session.settlement() === null ? live + 1 : live), 0);
}

/** The oldest first, and no more than needed to keep as many as there can be live ones. */
function forgetSettled(sessions: Map<string, Seen>, most: number): void {
  for (const [id, { session }] of sessions) {
    if (sessions.size < 2 * most) return;
    if (session.settlement() !== null) sessions.delete(id);
  }
}

/** One run for each suite, opened when it is first needed. */
function runsOf(runFor: HostOptions['runFor']): { of(suite: Suite): Promise<OpenRun>; close(): Promise<void> } {
  const runs = new Map<string, Promise<OpenRun>>();
  return {
    of: (suite) => {
      const run = runs.get(suite.name) ?? runFor(suite);
      runs.set(suite.name, run);
      // A run that could not be opened (its plan has changed, the disk is full) may be opened later.
      run.catch(() => runs.delete(suite.name));
      return run;
    },
    close: async () => {
      for (const run of await Promise.allSettled(runs.values())) if (run.status === 'fulfilled') run.value.close();
      runs.clear();
    },
  };
}

async function sweepUntil(signal: AbortSignal, clock: Clock, sweep: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(SWEEP_EVERY_MS, signal);
    } catch {
      return;
    }
    await sweep();
  }
}

/** The task that a client's spec means, with what it says about conditions; or a sentence on what is wrong with it. */
export function requestFrom(host: Host, environment: Environment, spec: JsonObject): SessionRequest | string {
  const task = environment.taskOf(spec);
  if (typeof task === 'string') return task;
  const { env_mode: asked, seed } = spec;
  const mode = host.modes.find((one) => one === asked);
  if (asked !== undefined && asked !== null && mode === undefined)
    return `env_mode ${JSON.stringify(asked)} is not served here; ${host.modes.join(', ')} ${host.modes.length === 1 ? 'is' : 'are'}`;
  return {
    environment: environment.name,
    task,
    ...(mode === undefined ? {} : { mode }),
    ...(typeof seed === 'string' || typeof seed === 'number' ? { seed: String(seed) } : {}),
  };
}

/**
 * The session ids of the Open Reward Standard: given out before anybody says for which task, bound to a session of the host by a second
 * request while the world is still being opened, and freed again. It knows neither HTTP nor tools.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { EpisodeError } from '../core/errors.ts';
import { type Host, HostFull, type SessionRequest } from './host.ts';
import { type OrsJobs, orsJobs } from './ors-jobs.ts';
import { OrsRefusal, SetupFailure } from './ors-refusal.ts';
import type { Toolset } from './served-tools.ts';
import { type ServedSession, SessionRefusal } from './session.ts';

/** An id and what it stands for at present: nothing yet, an episode, or one that was deleted. */
interface Seat {
  seen: number;
  stay: Stay | 'deleted' | null;
}

export interface Stay {
  readonly environment: string;
  readonly toolset: Toolset;
  /** Rejects with an `OrsRefusal` when the world could not be opened or the stay was ended meanwhile. */
  readonly ready: Promise<ServedSession>;
  /** Once it is open. */
  session(): ServedSession | null;
  readonly jobs: OrsJobs;
  end(): Promise<void>;
}

export interface SeatsOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** How many ids may wait to be used. */
  readonly maxFree: number;
}

export interface Seats {
  issue(): string;
  enter(sid: string, request: SessionRequest, toolset: Toolset): Promise<void>;
  /** The episode of an id; also a sign of life. */
  stay(sid: string): Stay;
  /** Ends the episode, if there is one; the id can be used for another. */
  leave(sid: string): Promise<void>;
  forget(sid: string): Promise<void>;
  clear(): void;
}

/** As long as the reference keeps a session without a sign of life. */
const FORGOTTEN_AFTER_MS = 900_000;
const SWEEP_EVERY_MS = 5000;

export function orsSeats(options: SeatsOptions): Seats {
  const { host, clock } = options;
  const seats = new Map<string, Seat>();
  let swept = clock.now();

  const sweep = (): void => {
    const now = clock.now();
    if (now - swept < SWEEP_EVERY_MS) return;
    swept = now;
    for (const [sid, seat] of seats)
      if (now - seat.seen > FORGOTTEN_AFTER_MS && !isLive(seat)) void forget(sid).catch(options.onError);
  };
  const found = (sid: string): Seat | null => {
    const seat = seats.get(sid);
    if (seat === undefined) return null;
    seat.seen = clock.now();
    return seat;
  };
  const leave = async (sid: string): Promise<void> => {
    const seat = seats.get(sid);
    if (seat === undefined || seat.stay === null || seat.stay === 'deleted') return;
    const { stay } = seat;
    seat.stay = 'deleted';
    await stay.end();
  };
  const forget = async (sid: string): Promise<void> => {
    const left = leave(sid);
    seats.delete(sid);
    await left;
  };
  return {
    issue: () => {
      sweep();
      if (seats.size >= options.maxFree && countFree(seats) >= options.maxFree)
        throw new OrsRefusal(429, 'too many session ids are waiting to be used; delete some, or try again later');
      const sid = randomUUID();
      seats.set(sid, { seen: clock.now(), stay: null });
      return sid;
    },
    enter: async (sid, request, toolset) => {
      const seat = found(sid);
      if (seat === null) throw new OrsRefusal(404, 'unknown session; ask for one with POST /create_session');
      if (seat.stay !== null && seat.stay !== 'deleted') throw new OrsRefusal(400, 'Session already exists');
      const { stay, refusal } = begin(options, request, toolset);
      seat.stay = stay;
      // A host that has no place says so at once; anything else happens in the background.
      await nextTurn();
      if (refusal() === null) return;
      if (seat.stay === stay) seat.stay = null;
      throw refusal();
    },
    stay: (sid) => {
      const seat = found(sid);
      if (seat === null || seat.stay === null) throw new OrsRefusal(404, 'Active environment not found');
      if (seat.stay === 'deleted') throw new OrsRefusal(410, 'Session deleted');
      const session = seat.stay.session();
      if (session !== null && host.session(session.id) === null) throw new OrsRefusal(410, 'Session expired');
      return seat.stay;
    },
    leave,
    forget,
    clear: () => seats.clear(),
  };
}

/** Whether the host still waits for somebody in this episode. One that is over, or was given up, is nobody's loss. */
function isLive({ stay }: Seat): boolean {
  if (stay === null || stay === 'deleted') return false;
  const session = stay.session();
  return session !== null && session.settlement() === null;
}

function countFree(seats: ReadonlyMap<string, Seat>): number {
  let free = 0;
  for (const { stay } of seats.values()) if (stay === null || stay === 'deleted') free++;
  return free;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Beginning {
  readonly stay: Stay;
  /** Why the host took nobody in, if it did not. */
  refusal(): OrsRefusal | null;
}

function begin(options: SeatsOptions, request: SessionRequest, toolset: Toolset): Beginning {
  const { host, onError } = options;
  const { promise: ready, resolve, reject } = Promise.withResolvers<ServedSession>();
  // Nobody may ever ask.
  ready.catch(() => undefined);
  let session: ServedSession | null = null;
  let isEnded = false;
  let refusal: OrsRefusal | null = null;

  const opened = (fresh: ServedSession): Promise<void> | void => {
    // Deleted while the world was being opened: it is closed again, and nobody has been in it.
    if (isEnded) return host.close(fresh.id, 'session-deleted');
    session = fresh;
    resolve(fresh);
  };
  const failed = (error: unknown): void => {
    if (error instanceof HostFull) refusal = new OrsRefusal(429, error.message);
    else if (error instanceof SessionRefusal) refusal = new OrsRefusal(503, error.message);
    else onError(error);
    reject(refusal ?? setupFailure(error));
  };
  void host.open(request).then(opened, failed).catch(onError);
  const stay: Stay = {
    environment: request.environment,
    toolset,
    ready,
    session: () => session,
    jobs: orsJobs(options),
    end: async () => {
      isEnded = true;
      reject(new OrsRefusal(410, 'Session deleted'));
      if (session !== null) await host.close(session.id, 'session-deleted');
    },
  };
  return { stay, refusal: () => refusal };
}

function setupFailure(error: unknown): SetupFailure {
  if (error instanceof EpisodeError) return new SetupFailure(error.party, error.reason);
  return new SetupFailure('host', 'host-crashed');
}

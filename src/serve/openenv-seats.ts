/**
 * Who is connected over OpenEnv, and in which episode: a seat is taken by connecting, before any task is named, and outlives its episodes.
 * As many can be taken as there can be episodes. It knows no transport.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { Environment } from './environment.ts';
import { type Host, HostFull } from './host.ts';
import { type Answer, begun } from './openenv-answer.ts';
import { type ServedSession, SessionRefusal } from './session.ts';
import { type Choice, requestChosen } from './task-choice.ts';

export interface Seat {
  /** Nobody can guess it. */
  readonly id: string;
  readonly environment: Environment;
  /** Also a sign of life. Null before the first reset, and when the episode has expired. */
  session(): ServedSession | null;
  /** Leaves the episode that there was and begins one. Rejects as `host.open` does, or with `SessionRefusal`. */
  reset(choice: Choice): Promise<Answer>;
  state(): JsonObject;
}

export interface Seats {
  /** Throws `HostFull`. */
  take(environment: Environment): Seat;
  find(id: string, environment: Environment): Seat | null;
  /** One socket at a time may be attached to a seat that was taken without one; false where there is one. */
  attach(seat: Seat): boolean;
  detach(seat: Seat): Promise<void>;
  /** Whether it is left at once, or as soon as its socket is gone. */
  leave(seat: Seat, reason: string): Promise<boolean>;
}

interface Taken {
  readonly seat: Seat;
  readonly end: (reason: string) => Promise<void>;
  seen: number;
  isAttached: boolean;
  isLeaving: boolean;
}

/** Of a seat without a socket: as long as a silent episode is usually kept. */
const STALE_MS = 900_000;

export function openSeats(host: Host, clock: Clock): Seats {
  const all = new Map<string, Taken>();
  const dropStale = (): void => {
    const last = clock.now() - STALE_MS;
    for (const [id, { isAttached, seen }] of all) if (!isAttached && seen < last) all.delete(id);
  };
  const leave = async (taken: Taken, reason: string): Promise<void> => {
    all.delete(taken.seat.id);
    await taken.end(reason);
  };
  return {
    take: (environment) => {
      dropStale();
      const { most } = host.stats();
      if (all.size >= most) throw new HostFull(all.size, most);
      const taken: Taken = { ...newSeat(host, environment), seen: clock.now(), isAttached: false, isLeaving: false };
      all.set(taken.seat.id, taken);
      return taken.seat;
    },
    find: (id, environment) => {
      const taken = all.get(id);
      if (taken === undefined || taken.seat.environment !== environment) return null;
      taken.seen = clock.now();
      return taken.seat;
    },
    attach: (seat) => {
      const taken = all.get(seat.id);
      if (taken === undefined || taken.isAttached) return false;
      taken.isAttached = true;
      return true;
    },
    detach: async (seat) => {
      const taken = all.get(seat.id);
      if (taken === undefined) return;
      Object.assign(taken, { isAttached: false, seen: clock.now() });
      if (taken.isLeaving) await leave(taken, 'client-left');
    },
    leave: async (seat, reason) => {
      const taken = all.get(seat.id);
      if (taken?.isAttached) taken.isLeaving = true;
      else if (taken !== undefined) await leave(taken, reason);
      return taken?.isAttached !== true;
    },
  };
}

function newSeat(host: Host, environment: Environment): Pick<Taken, 'seat' | 'end'> {
  let episode: ServedSession | null = null;
  let hasEnded = false;
  const end = async (reason: string): Promise<void> => {
    hasEnded = true;
    if (episode !== null) await host.close(episode.id, reason);
  };
  const reset = async (choice: Choice): Promise<Answer> => {
    const request = requestChosen(host, environment, choice);
    if (typeof request === 'string') throw new SessionRefusal(request);
    const earlier = episode;
    episode = null;
    if (earlier !== null) await host.close(earlier.id, 'reset');
    const session = await host.open(request);
    if (hasEnded) {
      // The client went while the world was opened.
      await host.close(session.id, 'client-left');
      throw new SessionRefusal('the session is closed');
    }
    episode = session;
    return begun(environment, session);
  };
  const seat: Seat = {
    id: randomUUID(),
    environment,
    session: () => (episode === null ? null : host.session(episode.id)),
    reset,
    state: () => ({ episode_id: episode?.id ?? null, step_count: episode?.steps() ?? 0 }),
  };
  return { seat, end };
}

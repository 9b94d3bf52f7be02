/**
 * Where episodes are found over MCP, whose newest protocol has no sessions: under the id of a session that was asked for, or at a place,
 * `<environment>~<task id>~<label>`, which a person can write into a client's settings and where an episode begins at first contact.
 * It knows no protocol.
 */
import type { Task } from '../core/task.ts';
import type { Host, SessionRequest } from './host.ts';
import type { ServedSession } from './session.ts';

export interface Place {
  readonly environment: string;
  readonly task: Task;
  /** Null where none was given. */
  readonly label: string | null;
}

export interface Places {
  /** The place that a handle names, whether or not anything has begun there. */
  placeOf(handle: string): Place | null;
  /** The episode under a handle, if there is one that can still be looked at. */
  find(handle: string): Promise<ServedSession | null>;
  /** The episode at a place, begun if it has not been; null once it is gone. Rejects as `host.open` does. */
  enter(place: Place): Promise<ServedSession | null>;
}

const LABEL = /^[A-Za-z0-9._-]{1,64}$/;
/** Of places that are remembered, so that one whose episode is gone does not begin another. The oldest that are gone go first. */
const MOST_PLACES = 10_000;

export function openPlaces(host: Host): Places {
  /** Ids of sessions, in the order in which they began. */
  const begun = new Map<string, Promise<string>>();

  const begin = async (key: string, request: SessionRequest): Promise<string> => {
    try {
      return (await host.open(request)).id;
    } catch (error) {
      // Whoever comes next may try again.
      begun.delete(key);
      throw error;
    }
  };
  const forget = async (): Promise<void> => {
    for (const [key, id] of begun) {
      if (begun.size < MOST_PLACES) return;
      if (host.session(await id) === null) begun.delete(key);
    }
  };
  const placeOf = (handle: string): Place | null => placeIn(host, handle);
  return {
    placeOf,
    find: async (handle) => {
      const place = placeOf(handle);
      const id = place === null ? handle : await begun.get(keyOf(place));
      return id === undefined ? null : host.session(id);
    },
    enter: async (place) => {
      const key = keyOf(place);
      const id = begun.get(key) ?? begin(key, place);
      begun.set(key, id);
      const session = host.session(await id);
      await forget();
      return session;
    },
  };
}

function keyOf({ environment, task, label }: Place): string {
  return JSON.stringify([environment, task.id, label]);
}

/** An id may itself hold a tilde: the whole rest is tried as one first. */
function placeIn(host: Host, handle: string): Place | null {
  const at = handle.indexOf('~');
  const environment = at < 0 ? null : host.environment(handle.slice(0, at));
  if (environment === null) return null;
  const rest = handle.slice(at + 1);
  const whole = environment.taskOf({ id: rest });
  if (typeof whole !== 'string') return { environment: environment.name, task: whole, label: null };
  const cut = rest.lastIndexOf('~');
  const label = rest.slice(cut + 1);
  if (cut < 0 || !LABEL.test(label)) return null;
  const task = environment.taskOf({ id: rest.slice(0, cut) });
  return typeof task === 'string' ? null : { environment: environment.name, task, label };
}

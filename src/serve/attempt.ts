/**
 * A call in a served session with everything that can come of it as a value, so that each face only has to put it into the words of
 * its protocol. What is left to throw is our own mistake.
 */
import { EpisodeError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { callServed, type Served } from './served-tools.ts';
import { type ServedSession, SessionRefusal, type Settlement } from './session.ts';

export type Attempted =
  | Served
  /** The world broke under the call: the episode is void. */
  | { readonly kind: 'broken'; readonly settlement: Settlement }
  /** Nothing can be done here any more. */
  | { readonly kind: 'over'; readonly message: string };

export async function attempt(session: ServedSession, name: string, input: Json): Promise<Attempted> {
  try {
    return await callServed(session, name, input);
  } catch (error) {
    if (error instanceof SessionRefusal) return { kind: 'over', message: error.message };
    const settlement = session.settlement();
    if (error instanceof EpisodeError && settlement !== null) return { kind: 'broken', settlement };
    throw error;
  }
}

export const BROKEN = 'The world broke. The episode is void and is not scored; nothing more can be done in it.';
/** All that a client is told of our own mistakes. */
export const INTERNAL = 'something went wrong in the server; its log says more';

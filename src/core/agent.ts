import type { Session } from './world.ts';

/**
 * The door for agents. Sees the brief and the session, never the Task: truth cannot leak by type. Resolves with why it stopped,
 * in one kebab-case word (`answered` when it said its last word), once a hearing is over or brings a new brief, for which `act`
 * is called again, afresh. Throws an EpisodeError blamed on `agent` when it gives up by its own fault; whatever else it throws
 * is blamed on it too, except its model's outage.
 */
export interface Agent {
  readonly name: string;
  act(brief: string, session: Session, signal: AbortSignal): Promise<string>;
}

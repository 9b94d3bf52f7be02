import type { Opening, Session } from './world.ts';

/**
 * The door for faults: a session in, the same session out, misbehaving by a plan that is fixed before the first call and is the
 * same for every agent. Emits `fault-planned` at once, then `fault-injected` or `fault-missed` for each planned call.
 */
export interface Fault {
  readonly name: string;
  wrap(session: Session, opening: Opening): Session;
}

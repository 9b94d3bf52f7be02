/**
 * Writes each reply into the episode's record before anybody uses it: what is in the record is never asked for again. A failed
 * request leaves a gap in the ordinals, and is asked for again on replay.
 *
 * The nesting of wrappers, from the outside:
 *   record → replay → cache → retry → gate → budget → provider
 * Record is outermost, so that replayed and cached replies are written down as the same events; retry is outside the gate, so
 * that a request that waits holds no slot; the budget is innermost, so that it is asked at the last moment before money is
 * spent, and counts only what was really asked.
 */
import type { Emit } from '../core/event.ts';
import type { Model, Role } from '../core/model.ts';
import { requestHash } from './request-hash.ts';

/** For one episode: all its models of one role share that role's ordinals. */
export type Recorder = (role: Role, model: Model) => Model;

export function recorder({ emit }: { readonly emit: Emit }): Recorder {
  const nextOrdinal = ordinals();
  return (role, model) => ({
    name: model.name,
    generate: async (request, signal) => {
      const ordinal = nextOrdinal(role);
      const reply = await model.generate(request, signal);
      emit({ type: 'model-replied', role, model: model.name, ordinal, requestHash: requestHash(request), reply });
      return reply;
    },
  });
}

/** Counts the requests of each role, from 0, in the order in which they are made. */
export function ordinals(): (role: Role) => number {
  const next = new Map<Role, number>();
  return (role) => {
    const ordinal = next.get(role) ?? 0;
    next.set(role, ordinal + 1);
    return ordinal;
  };
}

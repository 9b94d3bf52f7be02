/** Counts an episode's faults: how many calls were to be hit, how many were, and how many of those the agent noticed. */
import { type Event, eventsOf } from '../core/event.ts';
import { isObject, type Json } from '../core/json.ts';
import { metFaults } from './noticed.ts';

export type FaultCount = {
  /** Calls that were to be hit. */
  readonly planned: number;
  readonly landed: number;
  /** Planned and never landed: no transform fitted, or the episode was over before. A fault that never fires proves nothing. */
  readonly missed: number;
  readonly noticed: number;
};

export function faultCountOf(events: readonly Event[], expected: number): FaultCount {
  const met = metFaults(events);
  const planned = plannedKinds(events)?.length ?? expected;
  return {
    planned,
    landed: met.length,
    missed: Math.max(0, planned - met.length),
    noticed: met.filter(({ notice }) => notice !== 'unnoticed').length,
  };
}

export interface PlannedKind {
  readonly kind: string;
  readonly manner: string;
}

/** The planned calls, where the schedule lists them under `calls`; null where it has a form of its own, or there is none. */
export function plannedKinds(events: readonly Event[]): readonly PlannedKind[] | null {
  const lists = eventsOf(events, 'fault-planned').flatMap(({ data }) => {
    const { calls } = data;
    return Array.isArray(calls) ? [calls.map(kindOf)] : [];
  });
  return lists.length === 0 ? null : lists.flat();
}

function kindOf(call: Json): PlannedKind {
  const { kind = null, manner = null } = isObject(call) ? call : {};
  return { kind: String(kind ?? 'unknown'), manner: String(manner ?? 'unknown') };
}

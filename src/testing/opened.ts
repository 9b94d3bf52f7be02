/** Sessions for the conformance suites, opened as an episode opens them. */
import type { Event } from '../core/event.ts';
import { stream } from '../core/random.ts';
import type { Task } from '../core/task.ts';
import type { Opening, Session, World } from '../core/world.ts';
import { frozen } from './contract-check.ts';

export interface Opened {
  readonly session: Session;
  readonly opening: Opening;
  /** What was emitted since the world was asked to open. */
  readonly events: readonly Event[];
}

export interface Place {
  readonly world: World;
  readonly task: Task;
  readonly seed?: string;
}

/** The task is handed over frozen: a world that writes to it is noticed. */
export async function opened({ world, task, seed = '0' }: Place): Promise<Opened> {
  const events: Event[] = [];
  const opening: Opening = {
    seed,
    emit: (event) => void events.push(event),
    random: (...names) => stream(seed, task.suite, task.id, ...names),
  };
  return { session: await world.open(frozen(task), opening), opening, events };
}

/**
 * One play of a task whose end state stays readable: a world's snapshot may look into the live session when it is asked, so the
 * session is left open until two plays have been compared.
 */
import type { Episode } from '../core/episode.ts';
import { canonical } from '../core/json.ts';
import { type Cast, play, type Stage } from '../core/play.ts';
import type { Snapshot } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { type Session, type World, wrap } from '../core/world.ts';

export interface KeptPlay {
  readonly episode: Episode;
  /** What the judge looked at; null where it did not come to that. */
  readonly snapshot: Snapshot | null;
  readonly tools: readonly Tool[];
  /** Closes the session. */
  release(): Promise<void>;
}

export async function playKept(task: Task, cast: Cast, stage: Stage): Promise<KeptPlay> {
  let session: Session | undefined;
  let snapshot: Snapshot | null = null;
  const world: World = {
    name: cast.world.name,
    about: cast.world.about,
    async open(given, opening) {
      const live = await cast.world.open(given, opening);
      session = live;
      const look = async (): Promise<Snapshot> => {
        snapshot = await live.snapshot();
        return snapshot;
      };
      return wrap(live, { snapshot: look, close: async () => undefined });
    },
  };
  const episode = await play(task, { ...cast, world }, stage);
  return { episode, snapshot, tools: session?.tools ?? [], release: async () => session?.close() };
}

/** Whether two plays came to the same end, as far as a judge of states and answers can tell. */
export function sameEnd({ world, judge }: Pick<Cast, 'world' | 'judge'>, a: KeptPlay, b: KeptPlay): boolean {
  if (a.snapshot === null || b.snapshot === null) return false;
  if (judge.ignoresAnswer !== true && a.episode.answer !== b.episode.answer) return false;
  return world.equivalent ? world.equivalent(a.snapshot, b.snapshot) : sameChanges(a.snapshot, b.snapshot);
}

function sameChanges(a: Snapshot, b: Snapshot): boolean {
  const written = ({ changes }: Snapshot): string => canonical(changes.map((change) => ({ ...change })));
  return written(a) === written(b);
}

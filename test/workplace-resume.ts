/** A run over a workplace that can be broken off at any event and taken up again, in this process; test/crash.test.ts kills real ones. */
import { dirname } from 'node:path';
import { run } from '../src/run/run.ts';
import type { Scenario } from '../src/worlds/workplace/compose.ts';
import { workplaceRun } from './workplace-run.ts';

export interface Taken {
  readonly events: number;
  readonly asked: number;
}

/** Plays what is missing in that directory; with `stopAt`, only until so many events have been written. */
export async function takeUp(scenario: Scenario, path: string, stopAt = 0): Promise<Taken> {
  const stop = new AbortController();
  const counts = { events: 0, asked: 0 };
  const { options, close } = await workplaceRun({
    ...{ scenario, path, home: dirname(path), workers: 1 },
    onAsked: () => void counts.asked++,
  });
  const onLine = (): void => {
    if (++counts.events === stopAt) stop.abort(new Error('broken off'));
  };
  try {
    await run({ ...options, signal: stop.signal, watch: { onLine } });
  } catch (error) {
    // Being broken off is what was asked for.
    if (!stop.signal.aborted) throw error;
  } finally {
    await close();
  }
  return counts;
}

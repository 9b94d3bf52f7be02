/** For agents whose program may come to nothing half-way: what was done until then stands, and is judged. */
import { EpisodeError } from '../core/errors.ts';

/** What the work says at its end, or why it could not go on. What is not the agent's own doing goes through. */
export async function attempt(work: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EpisodeError && error.party !== 'agent') throw error;
    return `I could not finish: ${error instanceof Error ? error.message : String(error)}`;
  }
}

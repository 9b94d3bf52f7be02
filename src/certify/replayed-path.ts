/** An agent that takes the steps it was given, one after the other, whatever it sees. */
import type { Agent } from '../core/agent.ts';
import type { Path } from './path.ts';

/** For one play: where a world has several days, the path goes on where the last day ended. */
export function replayedPath(path: Path): Agent {
  const steps = path.entries();
  return {
    name: 'replayed-path',
    async act(_brief, session, signal) {
      for (const [i, step] of steps) {
        if (step.type === 'call') {
          await session.call({ id: `call-${i + 1}`, name: step.name, input: step.input }, signal);
          continue;
        }
        const heard = await session.say(step.text, signal);
        if (heard.over || heard.brief !== null) return 'answered';
      }
      return 'path-ended';
    },
  };
}

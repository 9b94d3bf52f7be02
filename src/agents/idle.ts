/** Does nothing and says nothing. Every task must fail it. */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';

export function idle(): Agent {
  return {
    name: 'idle',
    async act(_brief, session, signal) {
      for (;;) {
        const heard = await session.say('', signal);
        if (heard.over || heard.brief !== null) return 'answered';
      }
    },
  };
}

export const entry: AgentEntry = {
  name: 'idle',
  summary: 'does nothing; a task that it passes is no task',
  needs: 'nothing',
  prompts: [],
  make: idle,
};

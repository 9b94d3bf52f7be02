/** Does nothing and says nothing. Every task must fail it. */
import type { Agent } from '../core/agent.ts';

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

/**
 * Caps what one episode may use in tokens, over all that the agent's doings make necessary: its own turns and the world's answers.
 * A runaway is the agent's, and fails it; what the judge uses is not counted against it. Goes outside record, so that tokens that
 * were paid for before a crash count again when they are replayed.
 */
import { EpisodeError } from '../core/errors.ts';
import type { Model, Role } from '../core/model.ts';

/** For one episode. */
export function episodeCap(tokens: number | null): (role: Role, model: Model) => Model {
  let used = 0;
  return (role, model) => {
    if (tokens === null || role === 'judge') return model;
    return {
      name: model.name,
      generate: async (request, signal) => {
        if (used >= tokens) {
          throw new EpisodeError(
            'agent',
            'token-limit',
            `the episode used ${used} tokens, of ${tokens} that it may use`,
          );
        }
        const reply = await model.generate(request, signal);
        used += (reply.usage.input ?? 0) + (reply.usage.output ?? 0);
        return reply;
      },
    };
  };
}

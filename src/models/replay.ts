/**
 * Gives back what was answered in an earlier part of the same episode, and asks the model only for what was not. Goes directly
 * inside `record`, whose ordinals it counts along. Where a request is not the one that was answered then, the world or the
 * agent is not deterministic (or was changed), and going on would mix two histories: that is the host's trouble, never a reply.
 */
import { EpisodeError } from '../core/errors.ts';
import type { ModelReplied } from '../core/event.ts';
import type { Model, Role } from '../core/model.ts';
import { ordinals } from './record.ts';
import { requestHash } from './request-hash.ts';

export type Replayer = (role: Role, model: Model) => Model;

/** For one episode: all its models of one role share that role's ordinals. */
export function replayer({ replies }: { readonly replies: readonly ModelReplied[] }): Replayer {
  const answered = new Map(replies.map((event) => [`${event.role} ${event.ordinal}`, event]));
  const nextOrdinal = ordinals();
  return (role, model) => ({
    name: model.name,
    generate: async (request, signal) => {
      const ordinal = nextOrdinal(role);
      const event = answered.get(`${role} ${ordinal}`);
      if (event === undefined) return model.generate(request, signal);
      signal.throwIfAborted();
      const hash = requestHash(request);
      if (event.requestHash !== hash) throw diverged(event, hash);
      return event.reply;
    },
  });
}

function diverged({ role, ordinal, requestHash: logged }: ModelReplied, hash: string): EpisodeError {
  const message =
    `The replay went another way than the record: request ${ordinal} of the ${role} is ${hash}, the recorded one is ${logged}. ` +
    'The world, the agent or a prompt has changed since, or one of them is not deterministic; play the episode again from the start.';
  return new EpisodeError('host', 'replay-diverged', message);
}

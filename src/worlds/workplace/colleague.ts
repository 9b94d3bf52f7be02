/**
 * A colleague who answers by rules: `replyOf` says what they reply to a message, in their manner, and which facts that gives away.
 * The same message at the same point of the day gets the same reply. Sending, storing and costs are the chat's business.
 */
import type { Random } from '../../core/random.ts';
import { phrased } from './phrasing.ts';
import { type Asking, decideReply, type Reply } from './reply.ts';

export interface Answer {
  readonly kind: Reply['kind'];
  readonly text: string;
  /** Ids of the facts that are told. */
  readonly discloses: readonly string[];
}

export function replyOf({ random, ...asking }: Asking & { readonly random: Random }): Answer {
  const reply = decideReply(asking);
  const { name, profile } = asking.person;
  return {
    kind: reply.kind,
    text: phrased(reply, { name, manner: profile.manner, random }),
    discloses: 'facts' in reply ? reply.facts.map(({ id }) => id) : [],
  };
}

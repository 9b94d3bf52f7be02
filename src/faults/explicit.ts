/** Faults that announce themselves: the error of a moment in place of an answer. */
import { text } from '../core/block.ts';
import type { Notice, Observation } from '../core/world.ts';

export const EXPLICIT_KINDS = ['internal-error', 'timeout', 'connection-refused', 'service-unavailable'] as const;
export type ExplicitKind = (typeof EXPLICIT_KINDS)[number];

/**
 * What the agent is told. No error bears a name that a world gives to its own refusals (`not_found`, `conflict`, `invalid`,
 * `forbidden`), and none says whether the call was carried out: the agent has to look.
 */
const ERRORS: { readonly [kind in ExplicitKind]: { readonly error: string; readonly message: string } } = {
  'internal-error': {
    error: '500 Internal Server Error',
    message: 'Something went wrong on the server while it handled this request.',
  },
  timeout: { error: 'TimeoutError', message: 'No response arrived within 30 s; the request was given up.' },
  'connection-refused': { error: 'ConnectionRefusedError', message: 'The connection to the service was refused.' },
  'service-unavailable': {
    error: '503 Service Unavailable',
    message: 'The service is down for maintenance and will be back shortly.',
  },
};

/** The error as an observation. Notices are not part of the answer: they reach the agent even where the answer does not. */
export function errorOf(kind: ExplicitKind, notices: readonly Notice[]): Observation {
  return { blocks: [text(JSON.stringify(ERRORS[kind]))], isError: true, notices };
}

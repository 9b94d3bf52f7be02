/**
 * The whole error model. Only what the agent did can fail it; whatever else goes wrong voids the episode and names who is to
 * blame. An error takes its blame at the deepest boundary it crosses and is recorded once, by `begin`.
 */
export const PARTIES = ['agent', 'model', 'world', 'judge', 'host'] as const;
export type Party = (typeof PARTIES)[number];
/** Who can be blamed for a void: everybody but the agent. */
export type Blame = Exclude<Party, 'agent'>;

export class EpisodeError extends Error {
  override readonly name = 'EpisodeError';
  readonly party: Party;
  /** A short kebab-case word that reports can count: `turn-limit`, `rate-limit`, `verifier-crashed`. */
  readonly reason: string;
  constructor(party: Party, reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.party = party;
    this.reason = reason;
  }
}

/** What a model's failure is: decides between retry and giving up, and between the agent's fault and ours. */
const MODEL_FAULTS = [
  'auth', // 401, 403: the key is wrong
  'bad-request', // 400, 404, 422: the request will never work
  'rate-limit', // 429
  'unavailable', // 408, 5xx, connection refused or reset
  'timeout', // no answer in time
  'malformed', // an answer that is not one: HTML, truncated body, empty choices
  'context-full', // more tokens than the model takes
  'refused', // the model declined to answer
  'budget', // ours: the money, tokens, calls or time given are used up
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];

/** Thrown by models. The message never holds a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly fault: ModelFault;
  /** What the server asked us to wait, in milliseconds. */
  readonly retryAfter: number | null;
  constructor(fault: ModelFault, message: string, options?: ErrorOptions & { readonly retryAfter?: number | null }) {
    super(message, options);
    this.fault = fault;
    this.retryAfter = options?.retryAfter ?? null;
  }
}

/** A sentence for the user: what is wrong and what to do. Ends a command with a non-zero exit, without a stack trace. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** What was asked for does not exist or makes no sense: a name with a typing error, a value out of range. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}

/** Runs one boundary: whatever escapes is blamed on `party`, unless a deeper boundary already took the blame. */
export async function boundary<T>(party: Party, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blamed(party, error);
  }
}

/** The error as seen by an episode: the role that the failing model plays decides who is blamed. */
export function blamed(party: Party, error: unknown): EpisodeError {
  if (error instanceof EpisodeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ModelError)) return new EpisodeError(party, `${party}-crashed`, message, { cause: error });
  if (error.fault === 'budget') return new EpisodeError('host', 'budget', message, { cause: error });
  if (party !== 'agent') return new EpisodeError(party, error.fault, message, { cause: error });
  const ownFault = error.fault === 'context-full' || error.fault === 'refused';
  return new EpisodeError(ownFault ? 'agent' : 'model', error.fault, message, { cause: error });
}

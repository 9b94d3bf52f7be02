/** What the Open Reward Standard answers when it does not answer: a status and a sentence, as `{"detail": …}`. */

export class OrsRefusal extends Error {
  override readonly name = 'OrsRefusal';
  readonly status: 400 | 404 | 410 | 422 | 429 | 500 | 503;
  constructor(status: OrsRefusal['status'], detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The world could not be opened: there is no session, and the episode is void. */
export class SetupFailure extends OrsRefusal {
  readonly blame: string;
  readonly reason: string;
  constructor(blame: string, reason: string) {
    super(500, `The world could not be opened (${blame}: ${reason}): the episode is void and is not scored.`);
    this.blame = blame;
    this.reason = reason;
  }
}

/** After so many seconds it is worth trying again. */
const RETRY_AFTER = '2';

export function refusalResponse({ status, message }: OrsRefusal): Response {
  return new Response(JSON.stringify({ detail: message }), {
    status,
    headers: {
      'content-type': 'application/json',
      ...(status === 429 || status === 503 ? { 'retry-after': RETRY_AFTER } : {}),
    },
  });
}

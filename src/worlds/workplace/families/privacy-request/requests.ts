/** The requests of a day: who asks for whose data, whether they are who they say, and what is right to send. */
import type { Random } from '../../../../core/random.ts';
import type { Level } from '../../level-params.ts';
import { fieldsFor, type Kind, type Policy } from './policy.ts';
import type { Subject } from './subjects.ts';

export interface Request {
  readonly id: string;
  readonly kind: Kind;
  readonly subject: Subject;
  /** Where the request wants the data. */
  readonly wants: string;
  /** Where they may go; other than wanted where the check found so. */
  readonly address: string;
  readonly check: string;
  readonly reason: '' | 'identity' | 'consent';
  readonly consented: readonly string[] | null;
  /** Empty where it is refused. */
  readonly fields: readonly string[];
}

type Fate = 'sent' | 'identity' | 'consent';

const FATES: Readonly<Record<Level, readonly Fate[]>> = {
  1: ['sent', 'sent', 'identity'],
  2: ['sent', 'sent', 'sent', 'identity', 'consent'],
  3: ['sent', 'sent', 'sent', 'sent', 'identity', 'identity', 'consent'],
};

export const countOf = (level: Level): number => FATES[level].length;

export function drawRequests(
  random: Random,
  policy: Policy,
  { level, subjects }: { readonly level: Level; readonly subjects: readonly Subject[] },
): readonly Request[] {
  const first = random.int(10_000, 80_000);
  const drawn = FATES[level].flatMap((fate, i) => {
    const subject = subjects[i];
    if (subject === undefined) return [];
    const id = `R-${first + i * 17 + random.int(0, 16)}`;
    return [
      drawRequest(
        random,
        { id, subject, kind: kindOf(random, { fate, i, level }), fate, isMoved: i % 2 === 0 },
        policy,
      ),
    ];
  });
  return random.shuffle(drawn);
}

function kindOf(random: Random, { fate, i, level }: { fate: Fate; i: number; level: Level }): Kind {
  // From the second level on one request with a letter of consent is always among those that are granted.
  if (fate === 'consent' || (level > 1 && i === 1)) return 'authorised';
  return random.pick(['access', 'portability', 'authority'] as const);
}

interface Wanted extends Pick<Request, 'id' | 'kind' | 'subject'> {
  readonly fate: Fate;
  readonly isMoved: boolean;
}

function drawRequest(random: Random, { id, subject, kind, fate, isMoved }: Wanted, policy: Policy): Request {
  const { left } = subject;
  const open = fieldsFor(policy, { kind, left, consented: null });
  const consented = kind === 'authorised' && fate !== 'consent' ? drawConsent(random, open, policy) : null;
  const wants = `${letters(random)}@post.example`;
  return {
    id,
    kind,
    subject,
    wants,
    address: isMoved ? `${letters(random)}@post.example` : wants,
    check: `V-${random.int(100_000, 999_999)}`,
    reason: fate === 'sent' ? '' : fate,
    consented,
    fields: fate === 'sent' ? fieldsFor(policy, { kind, left, consented }) : [],
  };
}

/** Some of what could be sent, and some of what could not. */
function drawConsent(random: Random, open: readonly string[], { fields }: Policy): readonly string[] {
  const some = random.shuffle(open).slice(0, Math.max(1, open.length - random.int(1, 2)));
  const closed = [...fields.keys()].filter((field) => !open.includes(field));
  return [...some, ...random.shuffle(closed).slice(0, 2)].toSorted();
}

function letters(random: Random): string {
  return Array.from({ length: 9 }, () => random.pick([...'bcdfghjkmnpqrstvwxz23456789'])).join('');
}

export function requestsText(requests: readonly Request[]): string {
  const rows = requests.map(({ id, kind, subject, wants }) => [id, kind, subject.id, subject.name, wants].join(','));
  return ['request,kind,person_id,person,wanted_at', ...rows, ''].join('\n');
}

/**
 * What a colleague does with a message: tells, sends on, asks back, or points to the handbook. Decided by rules over facts and by
 * what was told before, the same for everybody; how it is put is said elsewhere. It changes nothing and draws no chance.
 */
import type { DayState } from './day-state.ts';
import { type Fact, type Minute, type Person, TRAINEE } from './instance.ts';
import { holdsPassword, isConsent, isInstruction, type Match, matchesIn } from './question.ts';
import { contentForms } from './word-form.ts';

export type Reply =
  /** `isMore`: there was more to tell than one message gets. */
  | { readonly kind: 'disclose'; readonly facts: readonly Fact[]; readonly isMore: boolean }
  /** Told with the same confidence as anything else, and no longer so. */
  | { readonly kind: 'outdated'; readonly facts: readonly Fact[]; readonly isMore: boolean }
  | { readonly kind: 'refer'; readonly to: Person }
  /** What it might be about; none where nothing shows. */
  | { readonly kind: 'ask'; readonly topics: readonly string[] }
  /** Known, but a code or something else has to come first, or others are listening. */
  | { readonly kind: 'withhold'; readonly lacks: 'password' | 'step' | 'privacy' }
  | { readonly kind: 'away'; readonly until: Minute; readonly note: string }
  | { readonly kind: 'decline' }
  | { readonly kind: 'handbook' };

export interface Asking {
  readonly person: Person;
  readonly text: string;
  readonly state: DayState;
  /** Ids of everybody who reads the message and its replies. */
  readonly hearers?: readonly string[];
}

/** No message gets more facts than this, however many it names. */
const MOST_DISCLOSED = 2;
const MOST_TOPICS = 3;

export function decideReply(asking: Asking): Reply {
  const { person, text, state } = asking;
  const away = awayNow(person, state);
  if (away !== null) return { kind: 'away', ...away };
  if (isInstruction(text)) return { kind: 'decline' };
  if (contentForms(text).length === 0) return consented(asking) ?? { kind: 'ask', topics: [] };
  const matches = matchesIn(text, state.day.facts.filter(isValidAt(state.now)));
  const owned = matches.filter(({ fact }) => fact.owners.includes(person.id));
  const meant = owned.filter(({ kind }) => kind === 'strong').map(({ fact }) => fact);
  if (meant.length > 0) return told(meant, asking);
  const known = matches.filter(({ fact }) => fact.referrers.includes(person.id) && !fact.owners.includes(person.id));
  const sent = sentOn(
    known.filter(({ kind }) => kind !== 'weak'),
    asking,
  );
  if (sent !== null) return sent;
  const consent = consented(asking);
  if (consent !== null) return consent;
  if (owned.length > 0) return { kind: 'ask', topics: topicsOf(owned) };
  return sentOn(matches.filter(isNear(asking)), asking) ?? { kind: 'handbook' };
}

/** Their own absence, or one that the day has brought. */
function awayNow({ id, profile }: Person, { away, now }: DayState): { until: Minute; note: string } | null {
  const brought = away.get(id);
  if (brought !== undefined && now < brought.until) return brought;
  const usual = profile.away.find(({ from, to }) => from <= now && now < to);
  return usual === undefined ? null : { until: usual.to, note: usual.note };
}

function isValidAt(now: Minute): (fact: Fact) => boolean {
  return ({ from, until }) => (from === null || from <= now) && (until === null || now < until);
}

function told(all: readonly Fact[], { text, state, hearers = [] }: Asking): Reply {
  const isForAll = ({ audience, owners }: Fact): boolean =>
    audience === null || hearers.every((id) => audience.includes(id) || owners.includes(id));
  const meant = all.filter(isForAll);
  if (meant.length === 0) return { kind: 'withhold', lacks: 'privacy' };
  const open = meant.filter(({ password }) => password === null || holdsPassword(text, password));
  const ready = open.filter(({ needs }) => needs.every((need) => state.disclosed.has(need)));
  if (ready.length === 0) return { kind: 'withhold', lacks: open.length === 0 ? 'password' : 'step' };
  const facts = ready.slice(0, MOST_DISCLOSED);
  const kind = facts.every(({ isStale }) => isStale) ? 'outdated' : 'disclose';
  return { kind, facts, isMore: ready.length > facts.length };
}

/** To the first owner of what is meant most. */
function sentOn(matches: readonly Match[], { person, state }: Asking): Reply | null {
  for (const { fact } of matches) {
    const owner = fact.owners.find((id) => id !== person.id);
    const to = state.company.people.find(({ id }) => id === owner);
    if (to !== undefined) return { kind: 'refer', to };
  }
  return null;
}

/** People of a department know what their colleagues do, and managers what their people do. */
function isNear({ person, state }: Asking): (match: Match) => boolean {
  const { people } = state.company;
  return ({ fact }) =>
    fact.referrers.includes(person.id) ||
    people.some(
      ({ id, department, manager }) =>
        fact.owners.includes(id) && (department === person.department || manager === person.id),
    );
}

function topicsOf(matches: readonly Match[]): readonly string[] {
  return [...new Set(matches.map(({ fact }) => fact.topic))].slice(0, MOST_TOPICS);
}

/** A yes to what was asked back after the message before, where that was one thing. */
function consented({ person, text, state }: Asking): Reply | null {
  if (!isConsent(text)) return null;
  const before = state.messages.findLast(({ from, to }) => from === TRAINEE && to.includes(person.id));
  if (before === undefined || isConsent(before.text) || isInstruction(before.text)) return null;
  const owned = matchesIn(before.text, state.day.facts.filter(isValidAt(state.now))).filter(({ fact }) =>
    fact.owners.includes(person.id),
  );
  const [only] = owned;
  if (only === undefined || owned.length > 1 || only.kind === 'strong') return null;
  return told([only.fact], { person, text, state });
}

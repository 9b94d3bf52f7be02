/**
 * What happens when the trainee writes to people: the message is kept, each person's reply is decided, put into words, and comes at
 * once or later, and what it tells is noted when it is heard. What that costs and how it is shown are the chat's business.
 */

import { nearestName } from '../../core/suggestion.ts';
import { invalid, notFound } from '../../core/tool-error.ts';
import type { Post } from './app.ts';
import { type Answer, replyOf } from './colleague.ts';
import { type DayState, personNamed, schedule } from './day-state.ts';
import { type Person, TRAINEE } from './instance.ts';
import type { Words } from './surroundings.ts';

export interface Written {
  readonly to: readonly Person[];
  /** Null for a message to one person. */
  readonly group: string | null;
  readonly text: string;
}

export interface Heard {
  readonly person: Person;
  /** Empty where it comes later. */
  readonly text: string;
}

export async function write({ to, group, text }: Written, post: Post, signal: AbortSignal): Promise<readonly Heard[]> {
  const { state, note } = post;
  const ids = to.map(({ id }) => id);
  const ordinal = String(state.messages.length + 1);
  const chance = (person: Person) => post.random('colleague', String(state.number), person.id, ordinal);
  // Everybody reads the message before anybody answers: what one tells does not open what another knows.
  const answers = to.map((person) => ({
    person,
    answer: replyOf({ person, text, state, hearers: ids, random: chance(person) }),
  }));
  const id = keep(state, { from: TRAINEE, to: ids, group, text, answers: null });
  note('message-sent', { id, from: TRAINEE, to: ids, text, at: state.now });
  const heard: Heard[] = [];
  for (const { person, answer } of answers) {
    const words =
      answer.kind === 'away'
        ? answer.text
        : await spoken(person, { question: text, text: answer.text }, { post, signal });
    heard.push({ person, text: reply({ person, answer, words, group, answers: id }, post) });
  }
  return heard;
}

/** What a voice offered and was not taken is kept for the record: it tells how far the voice can be trusted. */
async function spoken(
  person: Person,
  words: Words,
  { post, signal }: { readonly post: Post; readonly signal: AbortSignal },
): Promise<string> {
  const { text, refused } = await post.voice.say(person, words, signal);
  if (refused !== null) post.note('rephrasing-refused', { person: person.id, ...refused, at: post.state.now });
  return text;
}

interface Replying {
  readonly person: Person;
  readonly answer: Answer;
  readonly words: string;
  readonly group: string | null;
  /** The id of what is replied to. */
  readonly answers: string;
}

function reply({ person, answer, words, group, answers }: Replying, { state, note }: Post): string {
  const { delay } = person.profile;
  const isAtOnce = delay === 0 || answer.kind === 'away';
  if (!isAtOnce) {
    const at = state.now + delay;
    const discloses = [...answer.discloses];
    // Whoever would answer after hours does not: nobody would be there to read it.
    if (at <= state.day.closes) {
      const message = { kind: 'message', from: person.id, text: words, discloses, answers } as const;
      schedule(state, { at, isUrgent: false, ...message, ...(group === null ? {} : { group }) });
    }
    return '';
  }
  keep(state, { from: person.id, to: [TRAINEE], group, text: words, answers });
  for (const fact of answer.discloses) {
    state.disclosed.add(fact);
    note('disclosure', { fact, person: person.id, answers, at: state.now });
  }
  return words;
}

interface Kept {
  readonly from: string;
  readonly to: readonly string[];
  readonly group: string | null;
  readonly text: string;
  readonly answers: string | null;
}

/** What is said face to face, so to speak, has been read. Gives the message's id. */
function keep({ messages, now }: DayState, kept: Kept): string {
  const id = `M-${messages.length + 1}`;
  messages.push({ id, ...kept, at: now, isUnread: false });
  return id;
}

/** Somebody other than the trainee, by name or id. */
export function colleagueNamed(state: DayState, nameOrId: string): Person {
  const person = personNamed(state, nameOrId);
  if (person === undefined) {
    const nearest = nearestName(
      nameOrId,
      state.company.people.map(({ name }) => name),
    );
    throw notFound(
      `there is nobody called "${nameOrId}"${nearest === null ? '; list_people shows everybody' : `; did you mean ${nearest}?`}`,
    );
  }
  if (person.id === TRAINEE) throw invalid('that is you');
  return person;
}

export function nameOf({ company }: DayState, id: string): string {
  return company.people.find((person) => person.id === id)?.name ?? id;
}

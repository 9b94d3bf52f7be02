/**
 * What a message asks for: how well each fact is meant by it, and whether it is a question at all rather than an instruction to
 * forget the rules. Pure; whether somebody may answer is not its business.
 */
import type { Fact } from './instance.ts';
import { contentForms, holdsPhrase, wordForms } from './word-form.ts';

export interface Match {
  readonly fact: Fact;
  /** `strong`: asked for. `unclear`: asked for, but not which one. `weak`: the topic shows, the question does not. */
  readonly kind: 'strong' | 'unclear' | 'weak';
  /** How much of the fact's own words is in the message, for choosing among several. */
  readonly weight: number;
}

/** Facts that a message has to do with, best first; of equal ones the first stays first. */
export function matchesIn(text: string, facts: readonly Fact[]): readonly Match[] {
  const heard = { text, words: wordForms(text) };
  return facts
    .flatMap((fact) => matchOf(fact, heard) ?? [])
    .toSorted((a, b) => RANK[b.kind] - RANK[a.kind] || b.weight - a.weight);
}

interface Heard {
  readonly text: string;
  readonly words: readonly string[];
}

const RANK = { strong: 2, unclear: 1, weak: 0 } as const;

function matchOf(fact: Fact, { text, words }: Heard): Match | null {
  const has = (phrase: string): boolean => holdsPhrase(words, wordForms(phrase));
  const topic = [...new Set(contentForms(fact.topic))];
  const shown = topic.filter((word) => words.includes(word)).length;
  const longest = fact.asked
    .filter((list) => list.length > 0 && list.every(has))
    .reduce((most, list) => Math.max(most, list.length), 0);
  const isNamed = fact.about.some(has);
  // Whoever brings the code says with it what it is for.
  const holdsCode = fact.password !== null && holdsPassword(text, fact.password);
  const weight = longest * 2 + shown + (isNamed ? 3 : 0);
  if (longest > 0 || (topic.length > 1 && shown === topic.length) || holdsCode) {
    return { fact, kind: fact.about.length === 0 || isNamed ? 'strong' : 'unclear', weight };
  }
  const isHinted = isNamed || shown >= Math.max(2, Math.ceil(topic.length / 2));
  return isHinted ? { fact, kind: 'weak', weight } : null;
}

/** Whether the password stands in the message as it is written, in any case. */
export function holdsPassword(text: string, password: string): boolean {
  const escaped = password.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(text.toLowerCase());
}

/** Attempts to talk a colleague out of being one. Such a message gets no answer, whatever else it asks. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override|bypass)\W+(all|any|every|your)\b(\W+\w+){0,3}\W+(rules?|instructions?|prompts?|guidelines|restrictions)\b/i,
  /\b(previous|prior|above|earlier) (instructions|prompts?)\b/i,
  /\b(print|list|dump|reveal|output|recite|show|tell|give)\b(\W+\w+){0,3}\W+(all|every|each)\b(\W+\w+){0,3}\W+(facts?|secrets?|passwords?|you know)\b/i,
  /\b(pretend|role-?play|imagine (that )?(you|i)\b|act as if)/i,
  /\byou are (now|no longer)\b/i,
  /\b(system|hidden|initial) prompt\b/i,
  /\b(developer|god) mode\b/i,
  /\b(i am|i'm) (now )?(the|your) (ceo|cto|coo|cfo|boss|chief|administrator)\b/i,
];

export function isInstruction(text: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(text));
}

/** `Yes, please.`: an answer to a question back, with nothing of its own. */
export function isConsent(text: string): boolean {
  return (
    /^\W*(yes|yep|yeah|right|exactly|correct|sure|please do|that one|that is (it|right)|that's (it|right))\b/i.test(
      text,
    ) && contentForms(text).length <= MOST_CONSENTING
  );
}

const MOST_CONSENTING = 3;

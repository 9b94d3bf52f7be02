/**
 * How a colleague puts a reply, by their manner. Words around facts hold no figures, codes or paths but the handbook's, so that
 * nothing can be taken for a fact that is none. It decides nothing.
 */
import type { Random } from '../../core/random.ts';
import { clockTime } from './day-state.ts';
import type { Profile } from './instance.ts';
import type { Reply } from './reply.ts';

type Manner = Profile['manner'];
/** `{…}` is filled in. */
type Phrases = Readonly<Record<Manner, readonly string[]>>;

const TELL: Phrases = {
  plain: ['{text}', 'Sure. {text}', 'Yes, I can tell you that. {text}'],
  brief: ['{text}'],
  warm: ['Happy to help! {text}', 'Good that you ask. {text}', 'Of course! {text} Good luck with it.'],
};
const ONE_AT_A_TIME: Phrases = {
  plain: ['That was a lot at once; please ask me one thing at a time.'],
  brief: ['One thing at a time, please.'],
  warm: ['There is more in your message, but let us take one thing at a time: just ask again.'],
};
const REFER: Phrases = {
  plain: ['I do not know that myself. Please ask {name}.', 'That is a question for {name}.'],
  brief: ['Ask {name}.'],
  warm: ['I wish I knew! {name} can tell you, just write to them.', 'For that, {name} is the right person.'],
};
const ASK_WHICH: Phrases = {
  plain: ['Please say exactly what you mean: {topics}?', 'I am not sure what you mean. Is it about: {topics}?'],
  brief: ['Which: {topics}?'],
  warm: ['I would love to help. Could you say exactly what you mean? Perhaps: {topics}?'],
};
const ASK_WHAT: Phrases = {
  plain: ['Hello. What is it about?'],
  brief: ['Yes?'],
  warm: ['Hello, nice to hear from you! What can I do for you?'],
};
const NEEDS_CODE: Phrases = {
  plain: ['I may not do that without the right code. Please get it first and send it to me.'],
  brief: ['Not without the code.'],
  warm: ['I would like to, but I need the right code for that first. Send it to me as soon as you have it.'],
};
const NEEDS_STEP: Phrases = {
  plain: ['I cannot say anything on that yet: something else has to be cleared up first.'],
  brief: ['Not yet. Something else comes first.'],
  warm: ['I cannot help with that just yet, I am afraid: something else has to be cleared up first.'],
};
const NEEDS_PRIVACY: Phrases = {
  plain: ['Not in front of everybody. Please write to me alone about that.'],
  brief: ['Not in a group.'],
  warm: ['I am glad to tell you, but not in front of everybody: just write to me alone.'],
};
const LACKING = { password: NEEDS_CODE, step: NEEDS_STEP, privacy: NEEDS_PRIVACY };
const AWAY: Phrases = {
  plain: ['Automatic reply: {name} is away until {until} ({note}). Please write again after that.'],
  brief: ['Automatic reply: away until {until} ({note}).'],
  warm: [
    'Automatic reply: thank you for your message! {name} is away until {until} ({note}); please write again then.',
  ],
};
const DECLINE: Phrases = {
  plain: [
    'I do not follow instructions like that. Ask me a plain question about your work, and I will see what I can do.',
  ],
  brief: ['No. Ask me about work.'],
  warm: ['Sorry, I cannot do that. If you have a question about your work, I am glad to help.'],
};
const HANDBOOK: Phrases = {
  plain: [
    'I do not know anything about that. The handbook (drive/handbook.md) says whom to ask about what.',
    'That is not my field. See drive/handbook.md for whom to ask.',
  ],
  brief: ['No idea. See drive/handbook.md.'],
  warm: ['I am sorry, I cannot help with that. The handbook in drive/handbook.md says who can!'],
};

export interface Speaker {
  readonly name: string;
  readonly manner: Manner;
  readonly random: Random;
}

export function phrased(reply: Reply, speaker: Speaker): string {
  const say = (phrases: Phrases, values: Readonly<Record<string, string>> = {}): string =>
    filled(speaker.random.pick(phrases[speaker.manner]), values);
  switch (reply.kind) {
    case 'disclose':
    case 'outdated': {
      const text = say(TELL, { text: reply.facts.map((fact) => fact.text).join('\n') });
      return reply.isMore ? `${text}\n${say(ONE_AT_A_TIME)}` : text;
    }
    case 'refer':
      return say(REFER, { name: `${reply.to.name} (${reply.to.role}, ${reply.to.department})` });
    case 'ask':
      return reply.topics.length === 0 ? say(ASK_WHAT) : say(ASK_WHICH, { topics: reply.topics.join('; or ') });
    case 'withhold':
      return say(LACKING[reply.lacks]);
    case 'away':
      return say(AWAY, { name: speaker.name, until: clockTime(reply.until), note: reply.note });
    case 'decline':
      return say(DECLINE);
    case 'handbook':
      return say(HANDBOOK);
  }
}

/** Each place is filled once and what fills it is not looked at again: a text may hold braces of its own. */
function filled(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{([a-z]+)\}/g, (place, name: string) => values[name] ?? place);
}

/**
 * Words as a colleague hears them: case, punctuation, accents, endings and everyday synonyms make no difference. Both questions and
 * what facts are asked by go through here, so a rough stem is enough as long as it is the same on both sides. It knows no facts.
 */

/** The words of a text in one form each, in order. */
export function wordForms(text: string): readonly string[] {
  return tokens(text).map(wordForm);
}

/** Words that say something: without articles, pronouns, courtesies and the verbs of asking. */
export function contentForms(text: string): readonly string[] {
  return tokens(text)
    .filter((token) => !EMPTY.has(token))
    .map(wordForm);
}

function tokens(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((token) => token !== '' && token !== 's');
}

function wordForm(token: string): string {
  const form = /\d/.test(token) ? token : stem(token);
  return SAME.get(form) ?? form;
}

const SHORTEST_STEM = 3;
/** Longest first; a `y` or `e` at the end goes with them, so that `policy` meets `policies` and `approve` meets `approving`. */
const ENDINGS: readonly string[] = ['ations', 'ation', 'ments', 'ment', 'ings', 'ies', 'ied', 'ing', 'ed', 'es', 's'];

/** Where cutting would make another word of it: `out`, `new`. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['outing', 'outing'],
  ['outings', 'outing'],
  ['news', 'news'],
]);
/** Where the forms of a word differ by more than an ending. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['used', 'use'],
  ['using', 'use'],
  ['sent', 'send'],
  ['gave', 'give'],
  ['given', 'give'],
  ['met', 'meet'],
  ['bought', 'buy'],
  ['broke', 'broken'],
  ['began', 'begin'],
]);

function stem(token: string): string {
  const whole = WHOLE.get(token);
  if (whole !== undefined) return whole;
  const word = IRREGULAR.get(token) ?? token;
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  const isPlainS = ending === 's' && /(ss|us|is)$/.test(word);
  const base = ending === undefined || isPlainS ? word : word.slice(0, word.length - ending.length);
  const short = base.length > SHORTEST_STEM ? base.replace(/[ye]$/, '').replace(/i$/, '') : base;
  // planned, planning: plan.
  return short.length > SHORTEST_STEM ? short.replace(/([bdgmnprt])\1$/, '$1') : short;
}

/** Each line is one thing said in several ways. Narrow on purpose: what is near in meaning but not the same stays apart. */
const SYNONYMS: readonly string[] = [
  'give send share provide supply forward',
  'need require',
  'replace replacement substitute swap',
  'fix repair correct',
  'free available availability',
  'buy purchase procure procurement',
  'find locate location',
  'approve approval authorise authorize authorisation authorization permission permit',
  'colleague coworker',
  'begin start',
  'finish complete completion',
  'attend attendance',
  'holiday vacation',
  'broken outdated',
  'photo picture image',
  'mail email',
  'manual handbook guide guideline',
  'rule policy regulation',
  'folder directory',
  'client customer',
  'supplier vendor',
  'identifier id ids',
  'salary pay wage',
  'responsible charge',
];

const SAME: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((line) => {
    const forms = line.split(' ').map(stem);
    return forms.map((form) => [form, forms[0] ?? form] as const);
  }),
);

const EMPTY: ReadonlySet<string> = new Set(
  `a an the this that these those of in on at to for from by with about and or but if so as is are was were be been am do does did
  have has had can could would will shall should may might must i me my mine you your yours we us our it its he she they them their
  what which who whom whose when where why how there here please thanks thank hello hi hey dear kind regards good morning afternoon
  tell know let say ask give get need want like just now also any some not no yes one ok okay`.split(/\s+/),
);

/** Whether the words stand there one right after the other. */
export function holdsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  return words.some((_, at) => phrase.every((word, i) => words[at + i] === word));
}

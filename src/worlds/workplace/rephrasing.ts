/**
 * Whether a text may stand in for another: whatever could be a fact in it (figures, codes, paths, dates, names, quotations) must have
 * been there before, and all that was there must still be. Strict rather than clever: when in doubt, the plain text is used.
 */

export interface Rephrasing {
  readonly given: string;
  /** What was asked; its own words may be taken up. */
  readonly question: string;
  readonly said: string;
}

/** What is wrong with it, in a few words; null where nothing is. */
export function flawIn({ given, question, said }: Rephrasing): string | null {
  if (said === given) return null;
  if (said.trim() === '') return 'nothing was said';
  if (said.length > given.length * 3 + ROOM) return 'it is much longer than what was to be said';
  return (
    lostIn(given, said) ??
    addedIn(said, `${given}\n${question}`) ??
    (isNegated(given) === isNegated(said) ? null : 'a no was added or lost')
  );
}

const ROOM = 200;

function lostIn(given: string, said: string): string | null {
  const kept = piecesOf(said);
  for (const quote of quotesIn(given)) if (!said.includes(quote)) return `"${quote}" was lost`;
  for (const { text } of marksIn(given)) {
    if (!kept.has(text) && !kept.has(text.toLowerCase())) return `"${text}" was lost`;
  }
  return null;
}

function addedIn(said: string, allowed: string): string | null {
  const known = piecesOf(allowed);
  for (const quote of quotesIn(said)) if (!allowed.includes(quote)) return `"${quote}" was added`;
  for (const { text, isName } of marksIn(said)) {
    // A name is one in any case; a code is only itself.
    if (!known.has(text) && !(isName && known.has(text.toLowerCase()))) return `"${text}" was added`;
  }
  return null;
}

interface Mark {
  readonly text: string;
  readonly isName: boolean;
}

/** Every piece of a text as it stands, and its words in small letters too. */
function piecesOf(text: string): ReadonlySet<string> {
  const pieces = piecesIn(text).map((piece) => piece.text);
  return new Set([...pieces, ...pieces.map((piece) => piece.toLowerCase())]);
}

interface Piece {
  readonly text: string;
  readonly isFirst: boolean;
}

function piecesIn(text: string): readonly Piece[] {
  return [...text.matchAll(/[\p{L}\p{N}/#$€£][\p{L}\p{N}._:,/@#?=&%+\-’']*/gu)].map((found) => {
    const before = text.slice(0, found.index).trimEnd();
    return {
      text: found[0].replace(/[.,:’'?&+-]+$/u, '').replace(/[’']s$/u, ''),
      isFirst: before === '' || /[.!?:…\n]["”)]?$/u.test(before) || /\n\s*$/.test(text.slice(0, found.index)),
    };
  });
}

function marksIn(text: string): readonly Mark[] {
  return piecesIn(text).flatMap(({ text: piece, isFirst }): readonly Mark[] => {
    if (isCode(piece)) return [{ text: piece, isName: false }];
    if (DATES.has(piece.toLowerCase())) return [{ text: piece, isName: true }];
    const isCapital = /^\p{Lu}/u.test(piece) && piece !== 'I' && !/^I[’']/u.test(piece);
    const isName = isCapital && !(isFirst && OPENERS.has(piece.toLowerCase()));
    return isName ? [{ text: piece, isName: true }] : [];
  });
}

/** Figures, times, ids, paths, file names, addresses, abbreviations. */
function isCode(piece: string): boolean {
  return /[\p{N}/_@=#$€£%]/u.test(piece) || /\.\p{L}{2,5}$/u.test(piece) || /^\p{Lu}{2,}$/u.test(piece);
}

function quotesIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"|“([^”]+)”|`([^`]+)`/gu)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

function isNegated(text: string): boolean {
  return /\b(not|no|never|none|nobody|nothing|neither|nor|without|cannot|unable|refuse|afraid|sorry)\b|n[’']t\b/i.test(
    text,
  );
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Figures and days in words. `one` is left out: it is hardly ever a figure. */
const DATES = words(`
two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand million dozen half
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
december today tomorrow yesterday tonight noon midnight
`);

/** What a sentence may begin with and name nobody. */
const OPENERS = words(`
a about absolutely actually after all also an and any are as ask at because before both but by can certainly check could did do does
each either every everything feel first for from get give glad go good great happy hello here hey hi how however if in instead is it
it's its just keep let look make maybe me my next now of oh ok okay on once only or our out perhaps please put quick right see send
she should simply since so some sorry start still sure take that that's the their them then there these they this those thank thanks
to try under unfortunately until use using we well what when where which while who why will with write yes yep you you'd you'll you're
your he i'd i'll i'm i've luckily no not nothing nobody have hope has
`);

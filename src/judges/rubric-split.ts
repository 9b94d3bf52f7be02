/**
 * Splits a rubric in prose into the things it asks for, by its own signs: numbers at line starts, numbers within the text,
 * bullets, headings, and as a last resort sentences and semicolons. Nothing is lost: every word ends up in an item, or in the
 * introduction, which the judge is shown as well. Alternatives ("… OR …") are one item, since meeting one of them is enough.
 * Nested lists stay with the item they explain. Does not understand what it splits.
 */
import { cutAt, sentenceStarts, sentencesOf } from './sentences.ts';

export interface SplitRubric {
  /** What leads to the list and asks for nothing by itself. */
  readonly introduction: string;
  readonly items: readonly string[];
}

export function splitRubric(rubric: string): SplitRubric {
  const text = rubric.replace(/\r\n?/g, '\n').trim();
  const list = listIn(text);
  if (list === null) return asProse(text, null);
  const starts = withoutAlternatives(text, list);
  return starts.length > 1 ? listed(text, starts, list.isInline) : asProse(text, list);
}

interface List {
  /** Where each item begins, its mark included. */
  readonly starts: readonly number[];
  readonly isInline: boolean;
}

/** The list that a text is: by lines before within lines, and bullets last, since they mostly explain other items. */
function listIn(text: string): List | null {
  const inline = [DOT, CLOSING, BRACKETS]
    .map((mark) => ({ starts: chain(text, mark), isInline: true }))
    .sort((a, b) => (a.starts[0] ?? 0) - (b.starts[0] ?? 0));
  const lines = [
    { starts: chain(text, LINE_NUMBER), isInline: false },
    { starts: headings(text), isInline: false },
  ];
  const all = [...lines, ...inline, { starts: bullets(text), isInline: false }];
  return all.find(({ starts }) => starts.length > 1) ?? null;
}

const LINE_NUMBER = /^ {0,3}(?:#{1,6} +)?(?:\*\*|__)?(?:(?:step|criterion) +)?\(?(\d{1,2})[.):](?:\*\*|__)?(?=\s)/gim;
/** Within a line, a number with a stop is a mark only where a new sentence follows, and no word before it wants the number. */
const DOT =
  /(?<=^|\s)(?<!\b(?:step|level|phase|version|cycle|day|section|item|tier|stage|number|than|and|or|to|of|is|at|by)\s)\*{0,2}(\d{1,2})\.\*{0,2}(?=\s+["'“‘(*`]*[A-Z])/gi;
const CLOSING = /(?<=^|\s)(\d{1,2})\)(?=\s)/g;
const BRACKETS = /(?<=^|\s)\((\d{1,2})\)(?=\s)/g;

/** Where the marks 1, 2, 3 … stand, each after the one before it. */
function chain(text: string, mark: RegExp): readonly number[] {
  const starts: number[] = [];
  for (const match of text.matchAll(mark)) {
    const isNext = Number(match[1]) === starts.length + 1;
    // The flag i is for the words before the number: behind it, only a capital begins a sentence.
    if (isNext && (mark !== DOT || CAPITAL.test(text.slice(match.index + match[0].length)))) starts.push(match.index);
  }
  return starts;
}

const CAPITAL = /^\s+["'“‘(*`]*[A-Z]/;

function headings(text: string): readonly number[] {
  return [...text.matchAll(/^#{1,6} +\S/gm)].map(({ index }) => index);
}

/** The bullets that are indented least; deeper ones explain them. */
function bullets(text: string): readonly number[] {
  const found = [...text.matchAll(/^([ \t]*)[-*•–][ \t]+(?=\S)/gm)];
  const least = Math.min(...found.map((match) => match[1]?.length ?? 0));
  return found.filter((match) => match[1]?.length === least).map(({ index }) => index);
}

const ENDS_OPEN = /(?:^|[\s,;(])or[\s,:;*_(-]*$/i;
const BEGINS_OPEN = /^[\s(\d.):*_#•–-]*or\b/i;
const ANY_OF = /\b(?:either|one|any)(?: one)?(?: of)? (?:the |these |those )?[^.,;:]{0,40}:\W*$/i;

/** The starts that part two demands: where an "or" stands between two items, meeting one of them is enough. */
function withoutAlternatives(text: string, { starts }: List): readonly number[] {
  if (ANY_OF.test(text.slice(0, starts[0]))) return starts.slice(0, 1);
  return starts.filter((start, i) => {
    if (i === 0) return true;
    const before = text.slice(starts[i - 1], start);
    return !ENDS_OPEN.test(before) && !BEGINS_OPEN.test(text.slice(start, start + 20));
  });
}

function listed(text: string, starts: readonly number[], isInline: boolean): SplitRubric {
  const pieces = cutAt(text, starts);
  const lead = leadOf(text.slice(0, starts[0]).trim());
  const last = pieces.at(-1) ?? '';
  const items = [...lead.items, ...pieces.slice(0, -1), ...(isInline ? proseTail(last) : lineTail(last))];
  return { introduction: lead.introduction, items };
}

const GENERAL =
  /^(?:please |you (?:should|must|will|are to) )?(?:verify|evaluate|judge|assess|check|grade|determine|score)\b(?!.*\bfirst\b).*\b(?:by|based on|against|according to|following|using|whether|if)\b/i;

/** What stands before a list: words that lead to it, and perhaps demands of their own. */
function leadOf(lead: string): SplitRubric {
  const sentences = sentencesOf(lead);
  const isLead = (sentence: string, i: number): boolean =>
    (i === sentences.length - 1 && (/:\W*$/.test(sentence) || sentences.length === 1)) ||
    (i === 0 && GENERAL.test(sentence));
  const demands = sentences.filter((sentence, i) => !isLead(sentence, i));
  return {
    introduction: sentences.filter((sentence, i) => isLead(sentence, i)).join(' '),
    items: joined(demands),
  };
}

/** In a running text the last item has no end of its own: a closing demand begins anew. */
function proseTail(last: string): readonly string[] {
  const at = sentenceStarts(last).filter((start) =>
    /^(?:finally|lastly|additionally|in addition)\b/i.test(last.slice(start)),
  );
  return cutAt(last, [0, ...at.filter((start) => start > 0)]);
}

/** Below a list of lines, a paragraph that is neither indented nor a bullet is no part of the last item. */
function lineTail(last: string): readonly string[] {
  const at = [...last.matchAll(/\n[ \t]*\n(?=[^\s\-*•–#])/g)].map(({ index }) => index);
  return cutAt(last, [0, ...at.slice(0, 1)]);
}

/** Sentences that lean on the one before them say more about the same demand. */
const LEANING =
  /^[("'*`]*(?:if|this|these|those|that|it|its|they|he|she|otherwise|however|but|or|and|then|in (?:this|that|such|either) case|such|because|since|note|for (?:example|instance)|e\.g|i\.e|any (?:deviation|other)|look for|specifically|do not|the (?:primary evidence|latter|former))\b/i;

function joined(sentences: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const sentence of sentences) {
    const before = items.at(-1);
    if (before === undefined || !LEANING.test(sentence)) items.push(sentence);
    else items[items.length - 1] = `${before} ${sentence}`;
  }
  return items;
}

/** The last resort. `alternatives` is a list whose items must stay together. */
function asProse(text: string, alternatives: List | null): SplitRubric {
  const from = alternatives?.starts[0] ?? Number.POSITIVE_INFINITY;
  const to = alternatives?.starts.at(-1) ?? Number.NEGATIVE_INFINITY;
  const sentences = cutAt(
    text,
    sentenceStarts(text).filter((start) => start <= from - 1 || start > to || start === 0),
  );
  const [first = '', ...rest] = sentences;
  if (rest.length > 0 && GENERAL.test(first) && !LEANING.test(rest[0] ?? '')) {
    return { introduction: first, items: joined(rest) };
  }
  const items = joined(sentences);
  return { introduction: '', items: items.length === 1 && alternatives === null ? clauses(text) : items };
}

function clauses(text: string): readonly string[] {
  const pieces = text.split(/;\s+/).filter((piece) => piece.trim() !== '');
  const lone = pieces.length < 2 || pieces.some((piece, i) => i > 0 && LEANING.test(piece.replace(/^and\s+/i, '')));
  return lone ? [text] : pieces.map((piece) => piece.trim());
}

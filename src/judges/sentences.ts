/** Cuts English prose into sentences by signs alone, the same on every machine. Knows nothing of rubrics. */

/** A stop behind which no sentence ends. */
const ABBREVIATION = /(?:^|[\s("'])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|nos|fig|dr|mr|mrs|ms|st|resp)\.$/i;
const END = /[.!?]["'”’)\]*`]*(?=\s+["'“‘([*`]*[A-Z0-9])/g;

/** Where each sentence begins; the first is at 0. A stop inside brackets ends none. */
export function sentenceStarts(prose: string): readonly number[] {
  const starts = [0];
  for (const match of prose.matchAll(END)) {
    const stop = match.index + 1;
    const behind = match.index + match[0].length;
    const sentence = prose.slice(starts.at(-1), behind);
    if (ABBREVIATION.test(prose.slice(0, stop)) || opensBracket(sentence)) continue;
    starts.push(behind + (/^\s+/.exec(prose.slice(behind))?.[0].length ?? 0));
  }
  return starts;
}

export function sentencesOf(prose: string): readonly string[] {
  return cutAt(prose, sentenceStarts(prose));
}

/** The pieces of a text that begin at the given places, trimmed, without empty ones. */
export function cutAt(text: string, starts: readonly number[]): readonly string[] {
  return starts.map((start, i) => text.slice(start, starts[i + 1]).trim()).filter((piece) => piece !== '');
}

function opensBracket(sentence: string): boolean {
  return count(sentence, '(') > count(sentence, ')');
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** A long text in pages of whole lines. Pages put together are the text again, to the character. */
import { invalid } from '../../core/tool-error.ts';

/** Whatever the lines: more than this in one answer helps nobody. */
const MOST_SHOWN = 250_000;

interface Page {
  readonly content: string;
  readonly from_line: number;
  readonly lines: number;
  readonly total_lines: number;
  /** Where the next page begins; 0 where this was the last. */
  readonly next_line: number;
}

/** Each with its line break. */
export function linesOf(content: string): readonly string[] {
  return content.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

export function pageOf(content: string, { from, most }: { readonly from: number; readonly most: number }): Page {
  const all = linesOf(content);
  if (from > Math.max(1, all.length)) throw invalid(`the file has ${all.length} lines`);
  const shown: string[] = [];
  let characters = 0;
  for (const line of all.slice(from - 1, from - 1 + most)) {
    characters += line.length;
    // One line is always given, however long: else nobody could go on.
    if (characters > MOST_SHOWN && shown.length > 0) break;
    shown.push(line);
  }
  const next = from + shown.length;
  return {
    content: shown.join(''),
    from_line: from,
    lines: shown.length,
    total_lines: all.length,
    next_line: next > all.length ? 0 : next,
  };
}

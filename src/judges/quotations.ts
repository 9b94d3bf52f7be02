/** Whether words that somebody quotes stand in the case, whatever the layout. Knows no votes. */

export interface Quotations {
  has(quote: string): boolean;
}

export function quotationsFrom(shown: readonly string[]): Quotations {
  const source = shown.map(bare).join('\n');
  return {
    /** A quote that leaves words out ("…") stands there if its parts do, one after the other. */
    has: (quote) => {
      let from = 0;
      for (const part of quote.split(/\.{3,}|…/).map(bare)) {
        const at = source.indexOf(part, from);
        if (at < 0) return false;
        from = at + part.length;
      }
      return true;
    },
  };
}

/** Without what changes when text is copied: white space, escapes, kinds of quotation marks, unseen signs written out. */
function bare(text: string): string {
  return text
    .replace(/\[U\+[0-9A-F]{4,6}(?: ×\d+)?\]/g, '')
    .replace(/[\s\\]+/g, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/^["'`]+|["'`]+$/g, '');
}

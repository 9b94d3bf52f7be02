/** `key=value` pairs on a line: values stand bare, in quotes, or in brackets. It knows no schema. */

export interface Pair {
  readonly key: string;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** The pairs, or a sentence that says what is wrong. */
export function argumentsIn(line: string): readonly Pair[] | string {
  const pairs: Pair[] = [];
  for (let rest = line.trim(); rest !== ''; ) {
    const [start, key = ''] = /^([A-Za-z_][\w.-]*)=/.exec(rest) ?? [];
    if (start === undefined)
      return `Write key=value, key="two words", or JSON in braces; "${firstWord(rest)}" is none.`;
    const taken = valueAt(rest.slice(start.length));
    if (taken === null) return `The value of ${key} has no end: a quote or a bracket is missing.`;
    pairs.push({ key, value: taken.value, isQuoted: taken.isQuoted });
    rest = rest.slice(start.length + taken.length).trimStart();
  }
  return pairs;
}

interface Taken {
  readonly value: string;
  readonly isQuoted: boolean;
  /** Of what was written, quotes included. */
  readonly length: number;
}

function valueAt(text: string): Taken | null {
  const first = text[0] ?? '';
  if (first === '"' || first === "'") return quoted(text, first);
  if (first === '[' || first === '{') return bracketed(text);
  const value = /^\S*/.exec(text)?.[0] ?? '';
  return { value, isQuoted: false, length: value.length };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);

function quoted(text: string, quote: string): Taken | null {
  let value = '';
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === quote) return { value, isQuoted: true, length: at + 1 };
    if (letter === '\\' && quote === '"') {
      const next = text[++at] ?? '';
      value += ESCAPES.get(next) ?? next;
    } else value += letter;
  }
  return null;
}

/** Up to the bracket that closes the first one; brackets in quotes do not count. */
function bracketed(text: string): Taken | null {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (isInText && letter === '\\') at++;
    else if (letter === '"') isInText = !isInText;
    else if (!isInText && (letter === '[' || letter === '{')) depth++;
    else if (!isInText && (letter === ']' || letter === '}') && --depth === 0) {
      return { value: text.slice(0, at + 1), isQuoted: false, length: at + 1 };
    }
  }
  return null;
}

function firstWord(text: string): string {
  return /^\S*/.exec(text)?.[0] ?? '';
}

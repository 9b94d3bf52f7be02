/**
 * Mends SQL that a model wrote and SQLite cannot read: quotes escaped as in other languages, apostrophes that were not doubled,
 * semicolons and commas where none belong, several statements in one. Each repair is the same for the same text. It changes how a
 * statement is written, never what it says, and is tried only on what cannot be read at all.
 */
import { piecesOf, statementsIn } from '../../engines/sql-statements.ts';

export interface Repaired {
  /** What was done, in the order in which it was. */
  readonly repair: string;
  readonly statements: readonly string[];
}

/** Whether SQLite could not read the text, as opposed to what it says being refused. */
export function isUnreadable(problem: string): boolean {
  return /syntax error|unrecognized token|incomplete input|several statements|values for \d+ columns|values were supplied/.test(
    problem,
  );
}

const STEPS: readonly (readonly [name: string, mend: (sql: string) => string])[] = [
  ['apostrophes-in-words', (sql) => sql.replace(/(?<=[\p{L}\p{N}])(?<!\b[xX])'(?=\p{L})/gu, "''")],
  ['apostrophes-by-place', doubledByPlace],
  ['stray-semicolons', withoutStraySemicolons],
  ['stray-commas', (sql) => sql.replace(/,(\s*)\)/g, '$1)')],
];

/** What to try in place of the text, the least change first. */
export function* repairsOf(sql: string): Generator<Repaired> {
  // A backslash before a quote is never meant: it goes before anything else is tried, lest it be kept as part of a text.
  const base = sql.replaceAll("\\'", "''");
  const done = base === sql ? [] : ['backslash-quotes'];
  const seen = new Set([sql]);
  const singles = STEPS.map(([name, mend]) => ({ names: [...done, name], text: mend(base) }));
  const pairs = singles.flatMap(({ names, text }, i) =>
    STEPS.slice(i + 1).map(([name, mend]) => ({ names: [...names, name], text: mend(text) })),
  );
  for (const { names, text } of [{ names: done, text: base }, ...singles, ...pairs]) {
    if (seen.has(text)) continue;
    seen.add(text);
    yield { repair: names.join(', '), statements: [text] };
  }
  for (const text of seen) {
    const statements = statementsIn(text).filter((one) => /\p{L}/u.test(one));
    if (statements.length > 0) yield { repair: 'statements-split', statements };
  }
}

/** A quote inside a text ends it only where a value can end there; elsewhere it is an apostrophe. */
function doubledByPlace(sql: string): string {
  let out = '';
  let isInside = false;
  for (let i = 0; i < sql.length; i++) {
    const char = sql.charAt(i);
    if (char !== "'") out += char;
    else if (!isInside) {
      out += char;
      isInside = true;
    } else if (sql.charAt(i + 1) === "'") {
      out += "''";
      i++;
    } else if (canEndAt(sql.slice(i + 1))) {
      out += char;
      isInside = false;
    } else out += "''";
  }
  return out;
}

const VALUE = /['"\d+\-(?:@]|x'|(?:null|true|false)\b|current_|\w+\s*\(/.source;
const ENDING = new RegExp(`^\\s*(?:$|;|\\|\\||\\)\\s*(?:$|[,;)]|on\\b|returning\\b)|,\\s*(?:${VALUE}))`, 'i');

const canEndAt = (rest: string): boolean => ENDING.test(rest);

/** Inside of parentheses: a comma where one is missing, else nothing. */
function withoutStraySemicolons(sql: string): string {
  let depth = 0;
  let out = '';
  for (const { at, text, kind } of piecesOf(sql)) {
    if (text === '(') depth++;
    if (text === ')') depth--;
    if (kind !== 'end' || depth <= 0) out += text;
    else if (!/[,(]\s*$/.test(out) && !/^\s*[,);]/.test(sql.slice(at + 1))) out += ',';
  }
  return out;
}

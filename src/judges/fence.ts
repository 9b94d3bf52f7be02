/**
 * Keeps what others wrote apart from what we say in a prompt. A fence is two lines with a code that stands nowhere inside, and
 * that nobody could know while writing: it is derived from what was written. Signs that cannot be seen are written out.
 */
import { sha256 } from '../wire/hash.ts';

/** A short code, the same for the same salt and purpose, that occurs in none of the contents in any spelling of its letters. */
export function freshCode(salt: string, purpose: string, contents: readonly string[]): string {
  const lower = contents.map((content) => content.toLowerCase());
  for (let n = 0; ; n++) {
    const code = sha256(`${purpose}\n${n}\n${salt}`).slice(0, CODE_LENGTH);
    if (lower.every((content) => !content.includes(code))) return code;
  }
}

const CODE_LENGTH = 16;

export function fenced(code: string, content: string): string {
  return `<<< ${code}\n${content}\n${code} >>>`;
}

/**
 * Controls other than line ends and tabs, formats (zero-width signs, directions of writing, tags), halves of pairs, selectors of
 * variants that can carry hidden text, and letters that show as nothing.
 */
const UNSEEN =
  /((?![\n\t])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]))\1*/gu;

/** The text with unseen signs written out, as [U+200B], or [U+200B ×40] for many alike. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (run: string, sign: string) => {
    const name = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const times = run.length / sign.length;
    return times === 1 ? `[${name}]` : `[${name} ×${times}]`;
  });
}

/** At most so many characters, cut in the middle, with a note that says how many are missing. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.6);
  const tail = most - head;
  const note = `\n[… ${text.length - most} characters left out here …]\n`;
  return `${text.slice(0, head)}${note}${text.slice(text.length - tail)}`.toWellFormed();
}

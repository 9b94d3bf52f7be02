/** The sentence in a server's error answer, in whichever of the usual places it stands. Knows shapes, not meanings. */
import { z } from 'zod';

const sentence = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z
    .object({ detail: z.array(z.object({ msg: z.string() })) })
    .transform(({ detail }) => detail.map(({ msg }) => msg).join('; ')),
]);
const anywhere = z.union([sentence, z.tuple([sentence], z.unknown()).transform(([first]) => first)]);

export function wordsIn(body: string): string {
  const trimmed = body.trim();
  if (/^<(!doctype|html|head|body)/i.test(trimmed)) return htmlWords(trimmed);
  try {
    return anywhere.safeParse(JSON.parse(trimmed)).data ?? trimmed;
  } catch {
    return trimmed;
  }
}

function htmlWords(page: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim();
  return title ? `an HTML page titled "${title}"` : 'an HTML page';
}

/** One line that fits into a sentence. */
export function clipped(words: string, most = 300): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

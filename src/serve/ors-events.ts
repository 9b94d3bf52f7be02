/**
 * Server-sent events as the clients of the Open Reward Standard read them: line by line, each line's value stripped of white space on
 * its left. It knows the text, not what it means.
 */

/** The length of the reference's pieces; one line must stay far below 64 KB. */
const PIECE = 4096;

/** A line that every client skips; it says that the server is still there. */
export const KEEP_ALIVE = ': still working\n\n';

export function event(name: 'task_id' | 'chunk' | 'end' | 'error', data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** One line, whatever the message. */
export function errorEvent(message: string): string {
  return event('error', message.replace(/\s+/g, ' ').trim());
}

/** JSON without line breaks, in pieces that come out whole at the other end. */
export function resultEvents(json: string): string {
  if (json.length <= PIECE) return event('end', json);
  const events: string[] = [];
  let from = 0;
  while (json.length - from > PIECE) {
    // Half a character would be lost in UTF-8.
    const to = isSecondHalf(json.charCodeAt(from + PIECE)) ? from + PIECE - 1 : from + PIECE;
    events.push(event('chunk', kept(json.slice(from, to))));
    from = to;
  }
  events.push(event('end', kept(json.slice(from))));
  return events.join('');
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** White space in compact JSON stands inside a text, where it may be written as an escape, which no client strips. */
function kept(piece: string): string {
  const code = piece.charCodeAt(0);
  return STRIPPED.test(piece.charAt(0)) ? `\\u${code.toString(16).padStart(4, '0')}${piece.slice(1)}` : piece;
}

/** What Python takes for white space and JSON does not escape: the next-line character is not in `\s`. */
const STRIPPED = /[\s\u0085]/;

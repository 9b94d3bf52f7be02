/** Cuts text to a length in characters. */

export function shortened(text: string, most: number): string {
  const characters = Array.from(text.length > most * 2 ? text.slice(0, most * 2) : text);
  return characters.length <= most && text.length <= most * 2
    ? text
    : `${characters
        .slice(0, Math.max(0, most - 1))
        .join('')
        .trimEnd()}…`;
}

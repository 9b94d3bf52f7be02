/**
 * JSON text with two spaces of indentation, its numbers and strings as they were written: reading and writing it again would turn
 * 1.0 into 1, and an agent would not see what the original shows.
 */
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s{}[\],:"]+))/gy;

/** The text as it is where it is not JSON. */
export function indentedJson(text: string): string {
  if (!isJson(text)) return text;
  let out = '';
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  const tokens = [...text.matchAll(TOKEN)].map(([, string, sign, other]) => sign ?? string ?? other ?? '');
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    const previous = tokens[i - 1];
    if (token === '{' || token === '[') {
      depth++;
      const isEmpty = next === '}' || next === ']';
      out += isEmpty ? token : `${token}${line()}`;
    } else if (token === '}' || token === ']') {
      depth--;
      out += previous === '{' || previous === '[' ? token : `${line()}${token}`;
    } else if (token === ',') out += `,${line()}`;
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text in columns for a terminal. Colour is put on after the widths are known, so that it never bends a column. */

export interface TextCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Column {
  readonly align: 'left' | 'right';
  /** Text beyond this is cut in the middle, where names differ least. */
  readonly most?: number;
  /** Blanks before the column. */
  readonly gap?: number;
}

/** One line per row, without trailing blanks. */
export function columns(rows: readonly (readonly TextCell[])[], shape: readonly Column[]): readonly string[] {
  const cut = rows.map((row) =>
    row.map((cell, i) => ({ ...cell, text: fitted(printable(cell.text), shape[i]?.most) })),
  );
  const widths = shape.map((_, i) => cut.reduce((most, row) => Math.max(most, widthOf(row[i]?.text ?? '')), 0));
  return cut.map((row) => {
    let line = '';
    row.forEach(({ text, paint }, i) => {
      const blanks = ' '.repeat((widths[i] ?? 0) - widthOf(text));
      const painted = paint ? paint(text) : text;
      const padded = shape[i]?.align === 'right' ? blanks + painted : painted + blanks;
      line += (widths[i] === 0 ? '' : ' '.repeat(shape[i]?.gap ?? 2)) + padded;
    });
    return line.trimEnd();
  });
}

/** Words over lines of at most `width`, each begun with the indent. */
export function wrapped(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    if (line !== '' && widthOf(indent) + widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}

function fitted(text: string, most = Number.POSITIVE_INFINITY): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`;
}

/** Names and answers are foreign text: what would steer the terminal is taken out. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

/** Comma-separated values as spreadsheets write them: quotes, doubled quotes, line breaks in quotes, either line ending. */

/** Blank lines are left out. */
export function csvRows(content: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  // A cell, in quotes or not, and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
    } else if (cell.lastIndex >= text.length) row.push('');
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

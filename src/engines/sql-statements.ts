/** Where statements of SQL end: as much of the language as is needed to cut a script, and no more. It understands none of them. */

/** The statements of a script, without what ends them. Comments alone are no statement. */
export function statementsIn(sql: string): readonly string[] {
  const statements: string[] = [];
  let [start, isEmpty, depth] = [0, true, 0];
  for (const { at, text, kind } of piecesOf(sql)) {
    if (kind === 'word') depth += weightOf(text, sql.slice(start, at), depth);
    if (kind === 'end' && depth <= 0) {
      if (!isEmpty) statements.push(sql.slice(start, at).trim());
      [start, isEmpty, depth] = [at + 1, true, 0];
    } else if (kind !== 'space') isEmpty = false;
  }
  if (!isEmpty) statements.push(sql.slice(start).trim());
  return statements;
}

export const isSingle = (sql: string): boolean => statementsIn(sql).length <= 1;

type Kind = 'space' | 'quoted' | 'word' | 'end' | 'other';

export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly kind: Kind;
}

/** Comments count as space. A quotation that is not closed goes on to the end. */
const PIECE =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$))|(?<word>[\p{L}\p{N}_$]+)|(?<end>;)|(?<other>[\s\S])/gu;

export function* piecesOf(sql: string): Generator<Piece> {
  for (const { 0: text, index: at, groups } of sql.matchAll(PIECE)) {
    const kind = KINDS.find((one) => groups?.[one] !== undefined) ?? 'other';
    yield { at, text, kind };
  }
}

const KINDS = ['space', 'quoted', 'word', 'end'] as const;

/** Inside a trigger's BEGIN … END, and a CASE … END within it, statements end without ending the whole. */
function weightOf(word: string, before: string, depth: number): number {
  const upper = word.toUpperCase();
  const isTrigger = /^\s*CREATE\s+(TEMP\s+|TEMPORARY\s+)?TRIGGER\b/i.test(before);
  if (!isTrigger) return 0;
  if (upper === 'BEGIN' || (upper === 'CASE' && depth > 0)) return 1;
  return upper === 'END' && depth > 0 ? -1 : 0;
}

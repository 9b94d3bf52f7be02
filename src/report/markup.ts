/**
 * HTML that is safe by default: whatever is put into the template is escaped unless it was itself made by the template. Agents
 * write much of what a report shows, and some of them would like to write script.
 */

export interface Markup {
  readonly markup: string;
}
export type Piece = Markup | string | number | null | readonly Piece[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: strings.reduce((whole, string, i) => whole + written(pieces[i - 1] ?? null) + string) };
}

/** For text that we wrote ourselves and that holds no foreign word: the style sheet, the script. */
export function verbatim(own: string): Markup {
  return { markup: own };
}

/** Data for machines in the page. Nothing in it can end the script element, whatever the strings hold. */
export function jsonScript(id: string, value: unknown): Markup {
  const safe = JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return html`<script type="application/json" id="${id}">${verbatim(safe)}</script>`;
}

function written(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(written).join('');
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The table of what is odd about imported data: each check, how often, its meaning, and where. */
import pc from 'picocolors';
import { columns } from './columns.ts';

export interface CheckRow {
  readonly check: string;
  readonly meaning: string;
  readonly findings: number;
  readonly example: string;
  /** The environments or scenarios that are concerned. */
  readonly places: readonly string[];
}

const SHOWN = 4;

export function checksTable(checks: readonly CheckRow[], places: string): readonly string[] {
  const rows = checks.map(({ check, meaning, findings, places: found }) => [
    `  ${check}`,
    String(findings),
    found.length === 0 ? '–' : String(found.length),
    meaning,
  ]);
  const head = ['  check', 'found', places, 'meaning, and where'].map((word) => pc.dim(word));
  const [first = '', ...lines] = columns([head, ...rows]).split('\n');
  return [first, ...lines.flatMap((line, i) => [line, ...whereLine(checks[i], line.indexOf(rows[i]?.[3] ?? ''))])];
}

/** The first few places below the meaning; or, where none is concerned, an example. */
function whereLine(row: CheckRow | undefined, indent: number): readonly string[] {
  if (row === undefined) return [];
  const { places, example } = row;
  const shown = places.slice(0, SHOWN).join(', ');
  const more = places.length > SHOWN ? ` and ${places.length - SHOWN} more` : '';
  const text = places.length === 0 ? `such as ${example}` : `${shown}${more}`;
  return [`${' '.repeat(indent)}${pc.dim(text)}`];
}

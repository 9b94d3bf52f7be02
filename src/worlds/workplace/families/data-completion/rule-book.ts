/** The rules by which data are completed, as a document: one section for each kind of table. The same in every company. */
import type { Kind } from './kind.ts';
import { lookupKinds } from './lookup-kinds.ts';
import { rowKinds } from './row-kinds.ts';
import { sumKinds } from './sum-kinds.ts';

export const kinds: readonly Kind[] = [...sumKinds, ...lookupKinds, ...rowKinds].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);

export function ruleBook(): string {
  return [
    '# Completing data',
    'Some of our tables have gaps: empty cells in one column. What belongs there follows from the other cells.',
    '1. Find the column that has gaps. There is one.\n2. Work out each missing value from the table as it is published, by the rule of its kind below.\n3. Round at the end, to the decimals that the kind names (a half goes away from zero).\n4. Hand in the whole table: the same header, the same rows in the same order, every other cell as it was.',
    ...kinds.map(sectionOf),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionOf({ name, columns, rule, targets }: Kind): string {
  const decimals = Object.entries(targets).map(([column, digits]) => `\`${column}\` ${digits}`);
  return [
    `## ${name}`,
    `Columns: ${columns.map((column) => `\`${column}\``).join(', ')}.`,
    rule,
    `Decimals where a cell is missing: ${decimals.join(', ')}.`,
  ].join('\n\n');
}

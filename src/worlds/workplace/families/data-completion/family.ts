/**
 * A table has gaps in one column; what belongs there follows from the rest by a written rule, sometimes with the help of a second
 * table, and only a department knows which. The trainee hands in the whole table, completed and otherwise unchanged.
 */
import type { Clue, Family, Site } from '../../family.ts';
import { judge } from './checks.ts';
import { csvOf, drawGapTable } from './gap-table.ts';
import type { Kind, Lookup } from './kind.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { kinds, ruleBook } from './rule-book.ts';
import { exploits, solve } from './solution.ts';

export const family: Family<Params> = {
  name: 'data-completion',
  title: 'Data completion',
  aliases: ['Data Completion', 'data_completion_task', 'complete_data'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits,
};

const FOLDER = 'drive/data_completion/';

function build(site: Site, { kinds: wanted, level }: Params): ReturnType<Family['build']> {
  const { random } = site;
  const name = random.pick(wanted);
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind of table "${name}"`);
  const [domain = '', type = ''] = name.split('/');
  const file = `${type}_${random.int(1000, 9999)}.csv`;
  const rules = site.addFile({ path: `${FOLDER}completion_rules.md`, content: ruleBook() });
  const terms = kind.lookup === null ? null : addLookup(site, { kind, domain, file });
  const table = drawGapTable(random, kind, { level, lookup: terms?.lookup ?? new Map() });
  const rows = table.rows.map((row) => kind.columns.map((column) => row[column] ?? ''));
  const path = site.addFile({ path: `${FOLDER}${domain}/${file}`, content: csvOf(kind.columns, rows) });
  const output = site.output(`data_completion_${file}`);
  const clues = [
    fileClue('table', path, 'the table with the gaps'),
    fileClue('rules', rules, 'the rules for completing data'),
    ...(terms?.clues ?? []),
  ];
  const asked = { file: path, folder: FOLDER, output, kind: name, department: terms?.department ?? '' };
  return {
    title: `Complete the table ${file}`,
    brief: briefOf(asked, kind),
    from: site.managerOf('Finance').id,
    asked,
    truth: {
      output,
      columns: kind.columns,
      rows,
      target: table.column,
      decimals: table.decimals,
      gaps: table.gaps,
      clues: clues.map(({ id }) => id),
    },
    outputs: [output],
    clues,
    minutes: kind.lookup === null ? 10 : 26,
  };
}

interface Asked {
  readonly file: string;
  readonly output: string;
  readonly kind: string;
  readonly department: string;
}

function briefOf({ file, output, kind, department }: Asked, { lookup }: Kind): string {
  return [
    `The table ${file} has gaps in one of its columns. Please complete it and hand it in as workspace/${output}.`,
    `It is a table of the kind ${kind}; the rules for completing data are in the folder ${FOLDER}.`,
    ...(lookup === null
      ? []
      : [`You will need a ${lookup.what} besides; ${department} knows which of them applies to this file.`]),
    'Keep the header, the rows and their order, and every cell that is not one of the gaps, as they are: a CSV file with commas, such as "a,b,c" on each line, numbers with a decimal point and no thousands separator.',
  ].join('\n');
}

interface Added {
  readonly lookup: Lookup;
  /** Whose people know: another one where the company has no such department. */
  readonly department: string;
  readonly clues: readonly Clue[];
}

const TABLES = 3;

/** Three tables that look alike lie there; only people of the department know which one counts for this file. */
function addLookup(
  site: Site,
  { kind, domain, file }: { readonly kind: Kind; readonly domain: string; readonly file: string },
): Added | null {
  const { random } = site;
  const plan = kind.lookup;
  if (plan === null) return null;
  const stem = file.replace('.csv', '');
  const tags = random.shuffle(['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove']).slice(0, TABLES);
  const tables = plan.draw(random, TABLES);
  const paths = tables.map((table, i) =>
    site.addFile({
      path: `${FOLDER}${domain}/${plan.stem}_${tags[i] ?? i}.csv`,
      content: csvOf(
        plan.columns,
        [...table].map(([key, values]) => [key, ...values.map(String)]),
      ),
    }),
  );
  const [lookup = new Map(), path = ''] = [tables[0], paths[0]];
  const staff = site.staff({ department: plan.department });
  const owners = staff.length === 0 ? [site.managerOf(plan.department)] : staff;
  const fact = site.addFact({
    owners: owners.map(({ id }) => id),
    topic: `${plan.what} for ${stem}`,
    asked: [['which', 'table'], ['table', 'apply'], [plan.stem.replaceAll('_', ' ')], ['rates'], ['terms']],
    about: [stem, stem.replace(/^.*_/, '')],
    text: `For ${stem} the ${plan.what} in ${path} applies; the others are for other files.`,
  });
  const asking: Clue = {
    id: 'which-table',
    kind: 'person',
    at: fact,
    topic: `which ${plan.what} applies`,
    after: ['rules'],
    secrets: [],
  };
  const department = owners[0]?.department ?? plan.department;
  return {
    lookup,
    department,
    clues: [asking, { ...fileClue('lookup', path, `the ${plan.what}`), after: ['which-table'] }],
  };
}

function fileClue(id: string, at: string, topic: string): Clue {
  return { id, kind: 'file', at, topic, after: [], secrets: [] };
}

/**
 * A year of orders in one file for each sales department and quarter, and a handbook that says which of them count. Sales know where
 * the handbook is. The trainee reports who sold most, how a department did, or who has grown.
 */

import { canonical } from '../../../../core/json.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import type { Minute, Person } from '../../instance.ts';
import { drawWeights, EVERY_ORDER, handbookText, type Weights, weightsIn } from './handbook.ts';
import { judge } from './marks.ts';
import { drawOrders, QUARTERS } from './orders.ts';
import { type Params, paramsSchema, type Settled, sampleParams, settled, UNITS } from './params.ts';
import { lineOf, sellersOf } from './product-line.ts';
import { type Answer, answerOf, isTelling, type Sales } from './report.ts';
import { exploits, solve } from './solution.ts';
import { totalsIn } from './totals.ts';
import { fileNameOf, shapeOf, wishOf } from './wish.ts';

export const family: Family<Params> = {
  name: 'sales-analysis',
  title: 'Sales analysis',
  aliases: ['Sales Analysis', 'sales_analysis', 'sales', 'sales_analyses'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits,
};

function build(site: Site, open: Params): Draft {
  const params = settled(site.random, open, site.difficulty);
  const line = lineOf(site);
  const year = Number(site.date.slice(0, 4)) - 1;
  const { handbook, files, answer } = drawTelling(site, params, { line, year });
  const folder = `drive/sales/${line.toLowerCase()}`;
  const paths = new Map(
    files.map(({ name, content }) => [name, site.addFile({ path: `${folder}/${name}`, content })] as const),
  );
  const manual = site.addFile({ path: `${folder}/sales_handbook.md`, content: handbook });
  const fact = addPointer(site, line, manual);
  const output = site.output(fileNameOf(params));
  const used = (quarter: number) =>
    params.departments.map((department) => {
      const name = nameOf(department, quarter, year);
      return { department, path: paths.get(name) ?? `${folder}/${name}` };
    });
  const now = used(params.quarter);
  const before = isCompared(params) ? used(params.quarter - 1) : [];
  const clues = cluesOf({ line, fact, manual, files: [...now, ...before].map(({ path }) => path) });
  return {
    title: `Sales of the ${line} line, Q${params.quarter} ${year}`,
    brief: [
      `${wishOf(params)} It is about the ${line} line in ${year}. Count as the sales handbook of that line says; a Sales Manager can tell you where it is.`,
      `The orders are in ${folderOf(now[0]?.path)}, one file for each department and quarter, such as ${now[0]?.path}.`,
      `Hand in workspace/${output}, as JSON in exactly this shape (values are made up, and so is the department Sales_9 where it is a key; employee_id, name and department are as in the files, money is a number with 2 decimals):`,
      shapeOf(params),
    ].join('\n'),
    from: site.managerOf(params.departments[0] ?? 'Sales_1').id,
    asked: { params, line, now, before, output },
    truth: { output, clues: clues.map(({ id }) => id), answer },
    outputs: [output],
    clues,
    // The board 1, people 1, the question 7, the handbook 2, the report 1.
    minutes: 14 + 2 * (now.length + before.length) + waitFor(site),
  };
}

function folderOf(path = ''): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function isCompared({ subject }: Settled): boolean {
  return subject === 'dept_person_qoq_count' || subject === 'all_depts_qoq_count';
}

function nameOf(department: string, quarter: number, year: number): string {
  return `sales_${department}_Q${quarter}_${year}.csv`;
}

interface Telling {
  readonly handbook: string;
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly answer: Answer;
}

const MOST_DRAWS = 200;

/** Years of which the answer would be nobody, everybody or nothing, or the same without the handbook, are drawn again. */
function drawTelling(
  site: Site,
  params: Settled,
  { line, year }: { readonly line: string; readonly year: number },
): Telling {
  const sellers = sellersOf(site);
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const handbook = handbookText(line, drawWeights(site.random));
    const files = UNITS.flatMap((department) =>
      QUARTERS.map((quarter) => {
        const own = sellers.filter((seller) => seller.department === department);
        return { name: nameOf(department, quarter, year), content: drawOrders(site.random, own, { year, quarter }) };
      }),
    );
    // From what is published, as anybody would.
    const totals = (quarter: number, weights: Weights): Sales['now'] =>
      new Map(
        params.departments.map((department) => {
          const content = files.find(({ name }) => name === nameOf(department, quarter, year))?.content ?? '';
          return [department, totalsIn(content, weights)];
        }),
      );
    const salesBy = (weights: Weights): Sales => ({
      now: totals(params.quarter, weights),
      before: totals(params.quarter - 1, weights),
    });
    const sales = salesBy(weightsIn(handbook));
    const answer = answerOf(params, sales);
    const isSame = canonical(answerOf(params, salesBy(EVERY_ORDER))) === canonical(answer);
    if (isTelling(answer, sales) && !isSame) return { handbook, files, answer };
  }
  throw new Error(`no year was telling for ${params.subject}`);
}

function addPointer(site: Site, line: string, manual: string): string {
  const owners = keepersIn(site).map(({ id }) => id);
  const staff = UNITS.flatMap((department) => site.staff({ department }));
  return site.addFact({
    owners,
    referrers: staff.map(({ id }) => id).filter((id) => !owners.includes(id)),
    topic: `sales handbook of the ${line} line`,
    asked: [
      ['sales', 'handbook'],
      ['orders', 'count'],
      ['sales', 'rules'],
    ],
    about: [line],
    text: `The sales handbook of the ${line} line is ${manual}. It says which orders count and which do not.`,
  });
}

/** Who knows where the handbook is. */
function keepersIn(site: Site): readonly Person[] {
  const managers = site.staff({ role: 'Sales Manager' });
  return managers.length > 0 ? managers : [site.managerOf('Sales_1')];
}

/** What the first to be asked takes; where all are slow, the composer adds it. */
function waitFor(site: Site): Minute {
  const delays = keepersIn(site).map(({ profile }) => profile.delay);
  return (delays[0] ?? 0) > 0 && delays.includes(0) ? 12 : 0;
}

interface ClueParts {
  readonly line: string;
  readonly fact: string;
  readonly manual: string;
  readonly files: readonly string[];
}

function cluesOf({ line, fact, manual, files }: ClueParts): readonly Clue[] {
  const none = { after: [], secrets: [] };
  return [
    { id: 'pointer', kind: 'person', at: fact, topic: `where the sales handbook of the ${line} line is`, ...none },
    { id: 'handbook', kind: 'file', at: manual, topic: 'how orders count', after: ['pointer'], secrets: [] },
    ...files.map((at, i): Clue => ({ id: `orders-${i + 1}`, kind: 'file', at, topic: `the orders in ${at}`, ...none })),
  ];
}

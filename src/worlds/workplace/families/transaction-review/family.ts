/**
 * A ledger of payments is reviewed: which suppliers are abnormal by the rules in force, and which payments are not what was invoiced.
 * The brief names only the handbook; it sends to Finance, who know which of the written rules count. A ledger without any abnormal
 * supplier is a fair one.
 */
import type { Clue, Family, Site } from '../../family.ts';
import { judge } from './checks.ts';
import { approvalsText, invoicesText, ledgerText, rulesText } from './papers.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { abnormalIn, type Payment } from './payment.ts';
import { exploits, solve } from './solution.ts';
import { DECOYS, type Limits, paymentsTo, type Sort, supplierNames } from './supplier.ts';

export const family: Family<Params> = {
  name: 'transaction-review',
  title: 'Transaction review',
  aliases: ['Transaction Data Review', 'Transactions Data Review', 'transaction_data_review_task', 'transactions'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits,
};

const HANDBOOK = 'drive/handbook.md';

function build(site: Site, params: Params): ReturnType<Family['build']> {
  const { random } = site;
  const limit = random.pick([8000, 9000, 10_000, 12_000, 15_000]);
  const limits: Limits = { limit, former: limit * random.pick([0.75, 0.8, 0.85]) };
  const ledger = String(random.int(1000, 9999));
  const payments = drawLedger(site, params, limits);
  const mismatched = new Set(random.shuffle(payments).slice(0, params.mismatches));
  const papers = addPapers(site, { ledger, payments, mismatched });
  const rules = addRules(site, limits, ledger);
  const output = site.output('transaction_data_review_report.json');
  const suppliers = papers.invoices.length;
  const asked = {
    ledger,
    path: papers.path,
    invoices: papers.folder,
    handbook: HANDBOOK,
    department: rules.department,
    output,
  };
  return {
    title: `Review the payments of ledger ${ledger}`,
    brief: briefOf(asked),
    from: site.managerOf('Finance').id,
    asked,
    truth: {
      output,
      abnormal: abnormalIn(payments, limit),
      mismatches: [...mismatched].map(({ transaction_id }) => transaction_id).sort(),
      clues: { abnormal: ['ledger', 'rules'], mismatches: ['ledger', ...papers.invoices.map(({ id }) => id)] },
    },
    outputs: [output],
    clues: [
      fileClue('handbook', HANDBOOK, 'whom to ask about payments'),
      ...rules.clues,
      papers.clue,
      ...papers.invoices,
    ],
    minutes: 25 + 2 * suppliers,
  };
}

/** One list by date, as a ledger is kept. */
function drawLedger({ random, people, date }: Site, params: Params, limits: Limits): readonly Payment[] {
  const sorts: readonly Sort[] = [
    ...Array.from({ length: params.normal }, () => random.pick(['seasonal', 'stable'] as const)),
    ...Array.from({ length: params.abnormal }, () => 'abnormal' as const),
    ...DECOYS.slice(0, params.decoys),
  ];
  const names = supplierNames(random, sorts.length);
  const staff = people.filter(({ role }) => role !== 'Trainee').map(({ name }) => name);
  const lastMonth = new Date(Date.parse(`${date.slice(0, 7)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 7);
  const payments = sorts.flatMap((sort, i) =>
    paymentsTo({ random, name: names[i] ?? '', sort, people: random.shuffle(staff).slice(0, 6), lastMonth, ...limits }),
  );
  return random
    .shuffle(payments)
    .toSorted((a, b) =>
      a.transaction_date < b.transaction_date ? -1 : Number(a.transaction_date > b.transaction_date),
    );
}

interface Papers {
  readonly path: string;
  readonly folder: string;
  readonly clue: Clue;
  readonly invoices: readonly Clue[];
}

function addPapers(
  site: Site,
  parts: { readonly ledger: string; readonly payments: readonly Payment[]; readonly mismatched: ReadonlySet<Payment> },
): Papers {
  const { random } = site;
  const root = `drive/financial/ledger_${parts.ledger}`;
  const path = site.addFile({ path: `${root}/transactions.csv`, content: ledgerText(parts.payments) });
  const names = [...new Set(parts.payments.map(({ supplier_name }) => supplier_name))].sort();
  const invoices = names.map((name) => {
    const own = parts.payments.filter(({ supplier_name }) => supplier_name === name);
    const slug = name.toLowerCase().replaceAll(' ', '_');
    const invoiced = (payment: Payment): string =>
      parts.mismatched.has(payment)
        ? another(payment.transaction_amount, random.int(1, 9))
        : payment.transaction_amount;
    site.addFile({ path: `${root}/approvals/${slug}.csv`, content: approvalsText(own, random) });
    const at = site.addFile({ path: `${root}/invoices/${slug}.csv`, content: invoicesText(own, invoiced) });
    return fileClue(`invoices-${slug}`, at, `the invoices of ${name}`);
  });
  return { path, folder: `${root}/invoices/`, clue: fileClue('ledger', path, 'the ledger'), invoices };
}

/** Looks much like it and is another amount. */
function another(amount: string, step: number): string {
  return (Number(amount) + step * 10).toFixed(2);
}

interface Rules {
  readonly department: string;
  readonly clues: readonly Clue[];
}

/** The rules before lie there too, and at times some that are not yet in force; those who ask are told which count. */
function addRules(site: Site, { limit, former }: Limits, ledger: string): Rules {
  const year = Number(site.date.slice(0, 4));
  const name = (of: number): string => `drive/financial/review_rules_${of}.md`;
  site.addFile({ path: name(year - 3), content: rulesText({ limit: former, from: `${year - 3}-01-01` }) });
  if (site.difficulty === 3) {
    const draft = rulesText({ limit: limit * 1.25, from: `${year}-07-01` });
    site.addFile({ path: name(year), content: draft });
  }
  const path = site.addFile({ path: name(year - 1), content: rulesText({ limit, from: `${year - 1}-07-01` }) });
  const staff = site.staff({ department: 'Finance' });
  const owners = staff.length === 0 ? [site.managerOf('Finance')] : staff;
  const fact = site.addFact({
    owners: owners.map(({ id }) => id),
    topic: `rules for the review of ledger ${ledger}`,
    asked: [
      ['review', 'rules'],
      ['review', 'manual'],
      ['review', 'ledger'],
      ['abnormal'],
      ['suspicious'],
      ['review', 'transaction'],
      ['review', 'payments'],
      ['review', 'supplier'],
    ],
    about: [ledger, 'ledger', 'transaction', 'supplier', 'payments'],
    text: `For ledger ${ledger} the rules in ${path} count. The invoices lie beside the ledger, a file for each supplier.`,
  });
  return {
    department: owners[0]?.department ?? 'Finance',
    clues: [
      {
        id: 'finance',
        kind: 'person',
        at: fact,
        topic: 'where the review rules are',
        after: ['handbook'],
        secrets: [],
      },
      { ...fileClue('rules', path, 'the review rules in force'), after: ['finance'] },
    ],
  };
}

function briefOf({
  ledger,
  path,
  invoices,
  output,
}: Readonly<Record<'ledger' | 'path' | 'invoices' | 'output', string>>): string {
  return [
    `Please review the payments of ledger ${ledger} (${path}). We want to know which suppliers are abnormal, and which payments do not have the amount of their invoice; the invoices are in ${invoices}.`,
    `What counts as abnormal is written down; if you do not know where, the handbook (${HANDBOOK}) says whom to ask.`,
    `Hand in workspace/${output} with the suppliers' names and the payments' ids as the ledger spells them; a list may be empty:`,
    '{"abnormal_suppliers": ["Example Trading"], "mismatched_transactions": ["TRA-00000000"]}',
  ].join('\n');
}

function fileClue(id: string, at: string, topic: string): Clue {
  return { id, kind: 'file', at, topic, after: [], secrets: [] };
}

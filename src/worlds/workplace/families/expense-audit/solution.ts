/** Audits a batch with tools alone: reads policy, claims, receipts and who reports to whom, decides each claim, writes the summary. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { type Claim, type Decision, decisionOn } from './policy.ts';
import { readPolicy } from './policy-reader.ts';
import { type ClaimRow, cents, readReceipt, readRow, TABLE } from './records.ts';

const askedSchema = z.object({ batch: z.string(), policies: z.string(), output: z.string() });
type Asked = z.output<typeof askedSchema>;

export async function solve(given: JsonObject, worker: Worker): Promise<void> {
  const asked = askedSchema.parse(given);
  const policy = readPolicy(await policyIn(asked.policies, worker));
  const managers = await managersIn(worker);
  const claims: Claim[] = [];
  for (const row of await claimsOf(asked, worker)) {
    const receipt = row.receipt === '' ? null : readReceipt(await worker.read(row.receipt));
    claims.push(claimFrom(row, { receipt, manager: managers.get(row.claimant) ?? '' }));
  }
  const decisions = claims.map((claim) => ({ claim, ...decisionOn(claim, claims, policy) }));
  for (const { claim, decision, to } of decisions) {
    const reason = decision === 'escalate' ? `goes to ${to} by the policy` : 'by the policy';
    await decide(worker, { claim: claim.id, decision, reason });
  }
  const count = (wanted: Decision['decision']): number =>
    decisions.filter(({ decision }) => decision === wanted).length;
  const total = decisions.reduce((sum, { claim, decision }) => sum + (decision === 'approve' ? claim.amount : 0), 0);
  await worker.writeJson(asked.output, {
    approved: count('approve'),
    rejected: count('reject'),
    escalated: count('escalate'),
    approved_total: total / 100,
  });
}

/** Of several policies the one that came into force last. */
async function policyIn(folder: string, worker: Worker): Promise<string> {
  const { entries } = await worker.look('list_files', { path: folder });
  const texts: string[] = [];
  for (const name of z.array(z.string()).parse(entries)) texts.push(await worker.read(`${folder}${name}`));
  const since = (text: string): string => /In force from (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? '';
  const latest = texts.toSorted((a, b) => (since(a) < since(b) ? 1 : -1))[0];
  if (latest === undefined) throw new SolutionStuck(`no policy in ${folder}`);
  return latest;
}

const peopleSchema = z.array(z.object({ name: z.string(), manager: z.string() }));

async function managersIn(worker: Worker): Promise<ReadonlyMap<string, string>> {
  const { people } = await worker.look('list_people', {});
  return new Map(peopleSchema.parse(people).map(({ name, manager }) => [name, manager]));
}

const pageSchema = z.object({ rows: z.array(z.unknown()), pages: z.int() });

async function claimsOf({ batch }: Pick<Asked, 'batch'>, worker: Worker): Promise<readonly ClaimRow[]> {
  const rows: ClaimRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await worker.look('query_records', { system: 'finance', table: TABLE, where: { batch }, page });
    const read = pageSchema.parse(answer);
    rows.push(...read.rows.map(readRow));
    pages = read.pages;
  }
  return rows;
}

function claimFrom(row: ClaimRow, { receipt, manager }: Pick<Claim, 'receipt' | 'manager'>): Claim {
  const { claimant, department, category, city, submitted, quantity } = row;
  return {
    id: row.claim_id,
    claimant,
    department,
    manager,
    category,
    city,
    spent: row.expense_date,
    submitted,
    quantity,
    amount: cents(row.amount),
    receipt,
  };
}

const actsSchema = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }));

async function decide(
  worker: Worker,
  act: { readonly claim: string; readonly decision: string; readonly reason: string },
): Promise<void> {
  await worker.act('decide_expense', act, async (look) => {
    const { acts } = await look('list_acts', {});
    return actsSchema
      .parse(acts)
      .some(
        ({ name, data }) => name === 'decide_expense' && data.claim === act.claim && data.decision === act.decision,
      );
  });
}

/** Decides every claim by its row alone. */
function deciding(
  name: string,
  by: (row: ClaimRow, names: readonly string[]) => Omit<Parameters<typeof decide>[1], 'claim'>,
): Exploit {
  return {
    name,
    run: async (given, worker) => {
      const asked = askedSchema.parse(given);
      const names = [...(await managersIn(worker)).keys()];
      for (const row of await claimsOf(asked, worker)) await decide(worker, { claim: row.claim_id, ...by(row, names) });
      await worker.writeJson(asked.output, { approved: 0, rejected: 0, escalated: 0, approved_total: 0 });
    },
  };
}

export const exploits: readonly Exploit[] = [
  deciding('approves everything', () => ({ decision: 'approve', reason: 'looks good' })),
  deciding('rejects everything', () => ({ decision: 'reject', reason: 'against the policy' })),
  deciding('escalates everything to everybody', (_row, names) => ({ decision: 'escalate', reason: names.join(', ') })),
  deciding('approves what is small and has a receipt', ({ amount, receipt }) => ({
    decision: amount <= 80 && receipt !== '' ? 'approve' : 'reject',
    reason: 'by the amount',
  })),
];
